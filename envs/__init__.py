"""The games: every ruleset by its id, as a PettingZoo environment, as a `Game`, or as a batch of rounds.

Importing this package registers the environments, `stockyard/gongzhu-v0` and so on, with PettingZoo (AEC; where its
release has a registry) and with Gymnasium (one seat against opponents). It loads no rules: those are imported, and
compiled, when first asked for.
"""

from __future__ import annotations

import difflib
import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pettingzoo import AECEnv

    from .batch import Batch
    from .game import Game

__all__ = ["ids", "make", "make_batch", "make_game"]

# The id of a ruleset is the name of its PettingZoo module here; its family is the folder with the rules.
_FAMILY_OF = {
    "xianniu_v0": "xianniu",
    "xianniu_folk_v0": "xianniu",
    "kanniutui_v0": "xianniu",
    "gongzhu_v0": "gongzhu",
    "gongzhu_partners_v0": "gongzhu",
}


def ids() -> tuple[str, ...]:
    """The ids of all rulesets, as `make`, `make_game` and `make_batch` take them."""
    return tuple(_FAMILY_OF)


def make(id: str, render_mode: str | None = None, **options: Any) -> AECEnv:
    """The PettingZoo AEC environment of ruleset `id`, with the usual wrappers: the same as its module's `env()`.

    Args:
        id: one of `ids()`.
        render_mode: `None`, `"ansi"` (`render()` returns text) or `"human"` (the text is printed after every step).
        options: the ruleset's options; its module's docstring lists them.

    Raises:
        ValueError: an unknown id, render mode or option, or an option's value that the ruleset does not have.
    """
    _check(id)
    return importlib.import_module(f".{id}", __name__).env(render_mode=render_mode, **options)


def make_game(id: str, **options: Any) -> Game:
    """Ruleset `id` with `options`, ready to use: it deals, lists what is legal, plays and scores arrays of rounds.

    Raises:
        ValueError: an unknown id or option, or an option's value that the ruleset does not have.
    """
    _check(id)
    from .game import Game

    return Game(id, importlib.import_module(f".{_FAMILY_OF[id]}", __name__), **options)


def make_batch(id: str, num_envs: int, seed: int = 0, **options: Any) -> Batch:
    """`num_envs` rounds of ruleset `id` that step together, each followed by a fresh one when it ends.

    Args:
        id: one of `ids()`.
        num_envs: the number of rounds in progress at a time, at least 1.
        seed: what all deals follow from; see `Batch`.
        options: the ruleset's options.

    Raises:
        ValueError: an unknown id or option, or a value out of range.
    """
    from .batch import Batch

    return Batch(make_game(id, **options), num_envs, seed=seed)


def _check(id: str) -> None:
    if isinstance(id, str) and id in _FAMILY_OF:
        return
    near = difflib.get_close_matches(str(id), _FAMILY_OF, n=1)
    hint = f" (did you mean {near[0]!r}?)" if near else ""
    raise ValueError(f"there is no ruleset {id!r}{hint}; known are {', '.join(_FAMILY_OF)}")


def _register() -> None:
    import gymnasium
    import pettingzoo

    for id in _FAMILY_OF:
        name, version = id.rsplit("_v", 1)
        public = f"stockyard/{name}-v{version}"
        if public not in gymnasium.registry:
            gymnasium.register(
                public,
                entry_point=f"{__name__}.seat:SeatEnv",
                vector_entry_point=f"{__name__}.seat:SeatVectorEnv",
                kwargs={"game": id},
            )
        # PettingZoo's releases before 1.27 have no registry.
        registry = getattr(pettingzoo, "aec_registry", None)
        if registry is not None and public not in registry:
            pettingzoo.register("aec", public, entry_point=f"{__name__}.{id}:env")


_register()
