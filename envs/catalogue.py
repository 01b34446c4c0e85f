"""A ruleset's actions: number, text, features."""

import difflib
import operator
from collections.abc import Sequence

import numpy as np


class Catalogue:
    """All actions of a ruleset, in the order of its rulebook.

    texts: the canonical text of each action, its tokens separated by single spaces.
    feature_names, features: what an action is, for networks that score actions by their features; float32[A, F].
    """

    def __init__(self, texts: Sequence[str], feature_names: Sequence[str], features: np.ndarray):
        self.texts = tuple(texts)
        self.feature_names = tuple(feature_names)
        self.features = np.ascontiguousarray(features, np.float32)
        self.features.setflags(write=False)
        if self.features.shape != (len(self.texts), len(self.feature_names)):
            raise ValueError(f"features must be of shape {len(self.texts), len(self.feature_names)}")
        self._of_tokens = {tuple(sorted(text.split())): action for action, text in enumerate(self.texts)}
        if len(self._of_tokens) != len(self.texts):
            raise ValueError("two actions have the same text")

    def __len__(self) -> int:
        return len(self.texts)

    def text(self, action: int) -> str:
        """Canonical text of an action; `ValueError` when there is none of that number."""
        try:
            action = operator.index(action)
        except TypeError:
            raise ValueError(f"an action is an integer, not {action!r}") from None
        if not 0 <= action < len(self.texts):
            raise ValueError(f"there is no action {action}: actions are 0 to {len(self.texts) - 1}")
        return self.texts[action]

    def action(self, text: str) -> int:
        """The action of a text: its tokens in any order and spacing, case counts; `ValueError` when it is none."""
        if not isinstance(text, str):
            raise ValueError(f"the text of an action is a string, not {text!r}")
        action = self._of_tokens.get(tuple(sorted(text.split())))
        if action is None:
            near = difflib.get_close_matches(text, self.texts, n=3) if len(self.texts) < 3000 else []
            meant = f"; did you mean {', '.join(f'`{t}`' for t in near)}?" if near else ""
            raise ValueError(f"{text!r} is no action of this game{meant}")
        return action
