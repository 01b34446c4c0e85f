"""One ruleset ready to use: the object that everything above the rules speaks to."""

import operator
from collections.abc import Mapping
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import loops


class IllegalActionError(ValueError):
    """An action that the rules do not allow in a state; the message names it and some that are allowed."""


def whole_seed(seed: Any) -> int:
    """One seed as a Python integer; `ValueError` when it is not an integer in 0..2**64-1."""
    try:
        # numpy has let arrays of one element pass for integers.
        given = -1 if isinstance(seed, bool) or np.shape(seed) else operator.index(seed)
    except (TypeError, ValueError):
        given = -1
    if not 0 <= given < 2**64:
        raise ValueError(f"seed must be one integer from 0 to 2**64 - 1, not {seed!r}")
    return given


def whole_actions(actions: ArrayLike, n: int) -> NDArray[np.integer]:
    """Actions as an array of `n` integers, of whichever integer type; `ValueError` when they are something else."""
    try:
        chosen = np.asarray(actions)
    except ValueError:  # lists of different lengths
        raise ValueError(f"actions must be {n} integers, one a round, not {actions!r}") from None
    if chosen.shape != (n,) or chosen.dtype.kind not in "iu":
        raise ValueError(f"actions must be {n} integers, one a round, not {chosen.dtype}{list(chosen.shape)}")
    return chosen


class Game:
    """A ruleset with its options: deals, lists what is legal, plays, scores and describes arrays of rounds.

    A round is one record of `state_dtype`; rounds come as `np.recarray` of shape [n], and methods treat all n at once.
    Copying a round is copying its bytes. Methods check what they are given and raise `ValueError` with a
    sentence before anything is changed.

    Attributes:
        id: name of the ruleset, as `"gongzhu_v0"`.
        options: all options in force.
        num_seats, num_actions, observation_size: sizes S, A, D.
        sides: the side of each seat; seats of one side are scored together.
        layout, layout_all: named segments of `observe` and of `observe_all`.
        features, feature_names: what an action is, float32[A, F].
        lowest_score: the least that the rules can pay a seat; what an illegal action costs where one ends the round.
        max_decisions: an upper bound on the decisions of one hand.
        ruleset: the options as the NamedTuple that the compiled rules take.
        family: the module with the family's rules.
    """

    def __init__(self, id: str, family: ModuleType, **options: Any):
        self.id = id
        self.family = family
        self.ruleset, self.options = family.make_ruleset(id, options)
        self.catalogue = family.make_catalogue(self.ruleset)
        self.state_dtype: np.dtype = family.STATE
        self.num_seats: int = family.NUM_SEATS
        self.num_actions = len(self.catalogue)
        self.sides: tuple[int, ...] = family.sides(self.ruleset)
        self.lowest_score: int = family.lowest_score(self.ruleset)
        self.layout = family.layout(self.ruleset)
        self.layout_all = family.layout_all(self.ruleset)
        self.observation_size: int = self.layout.size
        self.features = self.catalogue.features
        self.feature_names = self.catalogue.feature_names
        self.max_decisions: int = family.max_decisions(self.ruleset)

    def __repr__(self) -> str:
        options = "".join(f", {name}={value!r}" for name, value in self.options.items())
        return f"Game({self.id!r}{options})"

    def __reduce__(self):
        return _rebuild, (self.id, self.family.__name__, self.options)

    # --- rounds ---------------------------------------------------------------------------------------

    def new(self, n: int) -> np.recarray:
        """`n` blank records, to be dealt or set up."""
        if isinstance(n, bool) or not isinstance(n, int | np.integer) or n < 0:
            raise ValueError(f"the number of rounds must be a whole number of at least 0, not {n!r}")
        return np.zeros(n, self.state_dtype).view(np.recarray)

    def deal(self, states: np.ndarray, seeds: ArrayLike) -> None:
        """Start a round in every record, in place; all that is random in it follows from its seed alone.

        seeds: integers in 0..2**64-1, one for all or one a round.
        """
        states = self._writeable_rounds(states)
        loops.deal_each(self.ruleset, states, self._seeds(seeds, len(states)))

    def set_up(self, states: np.ndarray, *, seeds: ArrayLike = 0, **position: Any) -> None:
        """Start the same given position in every record, in place; what it leaves open follows from the seeds.

        position: `hands`, one list (or array, or space-separated string) of card texts a seat, and `leader`, a seat;
        None is as not given. Raises `ValueError` naming what is wrong with them, and then leaves the records as they
        were.
        """
        states = self._writeable_rounds(states)
        seeds = self._seeds(seeds, len(states))
        unknown = [key for key in position if key not in self.family.POSITION_KEYS]
        if unknown:
            raise ValueError(
                f"{self.id} positions have no {unknown[0]!r}; they have {', '.join(self.family.POSITION_KEYS)}"
            )
        given = {key: value for key, value in position.items() if value is not None}
        leader = self.family.parse_leader(self.ruleset, given["leader"]) if "leader" in given else -1
        if "hands" in given:
            hands = self.family.parse_hands(self.ruleset, given["hands"])
            loops.place_each(self.ruleset, states, seeds, hands, leader)
            return
        loops.deal_each(self.ruleset, states, seeds)
        if leader >= 0:
            for i in range(len(states)):
                hands = self.family.card_sets(self.ruleset, states[i])
                loops.place_each(self.ruleset, states[i : i + 1], seeds[i : i + 1], hands, leader)

    def position_in(self, options: Mapping[str, Any] | None) -> tuple[dict[str, Any], list[str]]:
        """What `set_up` knows among the options of an environment's `reset`, and the names of all others.

        Raises `ValueError` when the options are no dictionary.
        """
        if options is not None and not isinstance(options, Mapping):
            raise ValueError(f"options must be a dictionary or None, not {options!r}")
        known = self.family.POSITION_KEYS
        given = options or {}
        return {key: given[key] for key in given if key in known}, [key for key in given if key not in known]

    def hands(self, state: np.record) -> list[list[str]]:
        """Texts of the cards that each seat holds in one round."""
        return self.family.hand_texts(self.ruleset, self._round(state))

    def seat(self, states: np.ndarray) -> NDArray[np.int8]:
        """The seat whose decision it is, int8[n]; -1 where the round is over."""
        states = self._rounds(states)
        out = np.empty(len(states), np.int8)
        loops.seats_to_act(self.ruleset, states, out)
        return out

    def legal(self, states: np.ndarray) -> NDArray[np.bool_]:
        """Which actions the seat to act has, bool[n, A]; all false where the round is over."""
        states = self._rounds(states)
        masks = np.empty((len(states), self.num_actions), np.bool_)
        loops.legal_each(self.ruleset, states, masks)
        return masks

    def legal_lists(self, states: np.ndarray) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
        """The same without the width: actions int32[k] and offsets int64[n + 1].

        The legal actions of round i are `actions[offsets[i]:offsets[i + 1]]`, ascending.
        """
        states = self._rounds(states)
        offsets = np.empty(len(states) + 1, np.int64)
        actions = loops.legal_lists(self.ruleset, states, np.empty(self.num_actions, np.int32), offsets)
        return actions, offsets

    def apply(self, states: np.ndarray, actions: ArrayLike) -> None:
        """Play one action in every round, in place.

        Raises `IllegalActionError`, with nothing changed, when one is not legal or its round is over.
        """
        states = self._writeable_rounds(states)
        given, chosen = self._actions(actions, len(states))
        index = loops.first_illegal(self.ruleset, states, chosen, self.num_actions)
        if index >= 0:
            raise self.illegal(states[index], int(given[index]))
        loops.apply_each(self.ruleset, states, chosen)

    def first_illegal(self, states: np.ndarray, actions: ArrayLike) -> int:
        """Index of the first round that is over or has an illegal one of the actions, integers [n]; -1: none."""
        states = self._rounds(states)
        return loops.first_illegal(self.ruleset, states, self._actions(actions, len(states))[1], self.num_actions)

    def illegal(self, state: np.record, action: int) -> IllegalActionError:
        """The error that says that a round's seat to act does not have this action, and what it has."""
        rounds = np.array([state], self.state_dtype).view(np.recarray)
        seat = int(self.seat(rounds)[0])
        if seat < 0:
            return IllegalActionError("the round is over: nobody has an action")
        legal = self.legal_lists(rounds)[0]
        shown = ", ".join(f"`{self.text(int(a))}`" for a in legal[:8]) + (", …" if len(legal) > 8 else "")
        if not 0 <= action < self.num_actions:
            what = f"there is no action {action} (actions are 0 to {self.num_actions - 1})"
        else:
            what = f"seat {seat} cannot play `{self.text(action)}` now"
        return IllegalActionError(f"{what}; legal are {shown} ({len(legal)} in all)")

    def scores(self, states: np.ndarray) -> NDArray[np.int32]:
        """The scores of rounds that are over, int32[n, S]; `ValueError` when one is not."""
        states = self._rounds(states)
        unfinished = np.flatnonzero(self.seat(states) >= 0)
        if len(unfinished):
            raise ValueError(
                f"round {unfinished[0]} is not over: only rounds that are over have scores; see standing()"
            )
        out = np.empty((len(states), self.num_seats), np.int32)
        loops.scores_each(self.ruleset, states, out)
        return out

    def standing(self, states: np.ndarray) -> NDArray[np.int32]:
        """What the scores of the hand (in a match: the totals) would be if nothing more were taken, int32[n, S]."""
        states = self._rounds(states)
        out = np.empty((len(states), self.num_seats), np.int32)
        loops.standing_each(self.ruleset, states, out)
        return out

    def truncated(self, states: np.ndarray) -> NDArray[np.bool_]:
        """Whether each round was cut off by a limit such as `max_hands`, bool[n]."""
        states = self._rounds(states)
        out = np.empty(len(states), np.bool_)
        loops.truncated_each(self.ruleset, states, out)
        return out

    # --- what is seen ---------------------------------------------------------------------------------

    def observe(self, states: np.ndarray, seats: ArrayLike) -> NDArray[np.float32]:
        """What the given seats see, float32[n, D] as `layout` names it; seats: one for all or one a round."""
        states = self._rounds(states)
        out = np.empty((len(states), self.layout.size), np.float32)
        loops.observe_each(self.ruleset, states, self._seats(seats, len(states)), out)
        return out

    def observe_all(self, states: np.ndarray, seats: ArrayLike) -> NDArray[np.float32]:
        """All there is to see, as from the given seats, float32[n, D_all] as `layout_all` names it; for critics."""
        states = self._rounds(states)
        out = np.empty((len(states), self.layout_all.size), np.float32)
        loops.observe_all_each(self.ruleset, states, self._seats(seats, len(states)), out)
        return out

    def redeal_hidden(self, states: np.ndarray, seats: ArrayLike, seeds: ArrayLike) -> Any:
        """Deal anew, in place, every card that the given seats cannot know, consistently with all that they do know.

        Every possible world is equally likely. The generator for deals to come is replaced too. Returns `states`.
        """
        checked = self._writeable_rounds(states)
        loops.redeal_each(self.ruleset, checked, self._seats(seats, len(checked)), self._seeds(seeds, len(checked)))
        return states

    # --- text -----------------------------------------------------------------------------------------

    def text(self, action: int) -> str:
        """Canonical text of an action; `ValueError` when there is none of that number."""
        return self.catalogue.text(action)

    def public_text(self, action: int) -> str:
        """What the other seats notice of an action when it is taken: its text, or less where it is hidden from them.

        The empty text: they do not even notice that it is taken.
        """
        return self.family.public_text(self.ruleset, self.text(action))

    def action(self, text: str) -> int:
        """The action of a text, its tokens in any order; `ValueError` when it is none."""
        return self.catalogue.action(text)

    def describe(self, state: np.record, seat: int | None = None, ansi: bool = False) -> str:
        """One round as lines of text, as `seat` sees it (None: all cards open); `ansi` colours red suits."""
        if seat is not None:
            self._seats(seat, 1)
        return self.family.describe(self.ruleset, self._round(state), seat, ansi)

    # --- checks ---------------------------------------------------------------------------------------

    def _rounds(self, states: np.ndarray) -> np.recarray:
        # Compiled code takes contiguous records of exactly this dtype, byte order and all, be it dtype of a recarray or
        # not, which numpy's comparison leaves aside; a strided view would be another type.
        if not isinstance(states, np.ndarray) or states.ndim != 1 or states.dtype != self.state_dtype:
            raise ValueError(f"states must be records of {self.id} of shape [n], as game.new(n) makes them")
        if not states.flags.c_contiguous:
            raise ValueError("states must be contiguous, as game.new(n) makes them: slice with a step of 1, or copy")
        return states if isinstance(states, np.recarray) else states.view(np.recarray)

    def _writeable_rounds(self, states: np.ndarray) -> np.recarray:
        checked = self._rounds(states)
        if not checked.flags.writeable:
            raise ValueError("states are read-only: copy them first")
        return checked

    def _round(self, state: Any) -> np.record:
        if isinstance(state, np.void | np.ndarray) and state.ndim == 0 and state.dtype == self.state_dtype:
            return state if isinstance(state, np.record) else np.array([state], self.state_dtype).view(np.recarray)[0]
        raise ValueError(f"one record of {self.id} is asked for, not {type(state).__name__}: give states[i]")

    def _actions(self, actions: ArrayLike, n: int) -> tuple[NDArray[np.integer], NDArray[np.int64]]:
        """The actions as given, and as compiled code takes them: -1 for those that are out of range."""
        given = whole_actions(actions, n)
        if given.dtype == np.uint64:
            return given, np.where(given < self.num_actions, given, -1).astype(np.int64)
        return given, np.ascontiguousarray(given, np.int64)

    def _seeds(self, seeds: ArrayLike, n: int) -> NDArray[np.uint64]:
        given = np.asarray(seeds)
        if given.dtype.kind == "f" and not isinstance(seeds, np.ndarray):
            given = np.array(seeds, dtype=object)  # integers on both sides of 2**63, which numpy takes for floats
        if given.dtype == object and all(isinstance(seed, int) and 0 <= seed < 2**64 for seed in given.flat):
            given = given.astype(np.uint64)
        if given.dtype.kind not in "iu" or (given.size and given.min() < 0):
            raise ValueError("seeds must be integers from 0 to 2**64 - 1")
        if given.shape not in ((), (n,)):
            raise ValueError(f"seeds must be one integer, or {n} of them, one a round")
        return np.ascontiguousarray(np.broadcast_to(given.astype(np.uint64), (n,)))

    def _seats(self, seats: ArrayLike, n: int) -> NDArray[np.int8]:
        given = np.asarray(seats)
        if not np.issubdtype(given.dtype, np.integer) or given.shape not in ((), (n,)):
            raise ValueError(f"seats must be one integer, or {n} of them, one a round")
        if given.size and not (0 <= given.min() and given.max() < self.num_seats):
            raise ValueError(f"seats must be from 0 to {self.num_seats - 1}")
        return np.ascontiguousarray(np.broadcast_to(given.astype(np.int8), (n,)))


def _rebuild(id: str, family_name: str, options: dict) -> Game:
    import importlib

    return Game(id, importlib.import_module(family_name), **options)
