"""The verbs that every family of games implements, and how one is chosen by the type of its rules.

A *verb* is a function that knows no game: `deal(rules, s)`, `apply(rules, s, action)`, … Each family registers its own
function for it with `implements(verb, RulesetType)`. Compiled code picks one at compile time from the type of `rules`
(through `numba.extending.overload`), plain Python picks it by `type(rules)`. So loops over many rounds are written once
for every game, and numba can keep them in its disk cache, which loops made by closures are not kept in.

In all verbs `rules` is a family's NamedTuple and `s` one record of its state dtype, changed in place.
Kernels trust their arguments; `Game` checks what comes from outside.
"""

import atexit
import hashlib
import os
import pathlib
import shutil
import tempfile
from collections.abc import Callable
from typing import Any

import numba
import numpy as np
import platformdirs
from numba.extending import overload

_config: Any = numba.config  # its settings are made at run time
PLAIN_PYTHON = bool(_config.DISABLE_JIT)  # NUMBA_DISABLE_JIT=1: the same code, not compiled

_PACKAGE = pathlib.Path(__file__).resolve().parent.parent
_CACHE_FOLDERS: dict[str, str] = {}
_IMPLEMENTATIONS: dict[tuple[str, type], Callable] = {}


def _digest(layers):
    """Digest of all sources in the named folders of the package: what a compiled loop may depend on."""
    digest = hashlib.sha256()
    for layer in layers:
        for path in sorted((_PACKAGE / layer).rglob("*.py")):
            digest.update(path.relative_to(_PACKAGE).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def _cache_folder(layer):
    """Folder for the compiled code of one layer (`envs` or `agents`), named by a digest of its sources.

    numba looks only at the file of a cached function, so an edit of a function that it calls from another file would go
    unseen; with the digest in the folder's name it cannot. `STOCKYARD_CACHE_DIR` says where, else the
    user's cache folder; where neither can be written, a private folder of this process serves.
    """
    if layer not in _CACHE_FOLDERS:
        root = os.environ.get("STOCKYARD_CACHE_DIR") or platformdirs.user_cache_dir("stockyard", appauthor=False)
        layers = ["envs"] if layer == "envs" else ["envs", layer]
        folder = pathlib.Path(root) / "kernels" / f"{layer}-{_digest(layers)}"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=folder):
                pass
        except OSError:
            folder = pathlib.Path(tempfile.mkdtemp(prefix="stockyard-kernels-"))
            atexit.register(shutil.rmtree, folder, ignore_errors=True)
        _CACHE_FOLDERS[layer] = str(folder)
    return _CACHE_FOLDERS[layer]


def compiled(function):
    """`numba.njit` with a disk cache that an edit anywhere in the package's kernels makes anew."""
    previous = _config.CACHE_DIR
    _config.CACHE_DIR = _cache_folder(pathlib.Path(function.__code__.co_filename).relative_to(_PACKAGE).parts[0])
    try:
        return numba.njit(cache=True)(function)
    finally:
        _config.CACHE_DIR = previous  # other users of numba in this process keep their own folder


def wrapping(function):
    """Let 64-bit arithmetic wrap round silently in plain Python too, as it does compiled."""
    return np.errstate(over="ignore")(function) if PLAIN_PYTHON else function


def verb(signature: Callable) -> Callable[..., Any]:
    """Make a verb of an empty function: callable from compiled code and from plain Python."""
    name = signature.__name__

    def chosen_by_type(rules, *args):
        return _IMPLEMENTATIONS[name, type(rules)](rules, *args)

    def choose(rules, *args):
        chosen = _IMPLEMENTATIONS[name, rules.instance_class]
        return lambda rules, *args: chosen(rules, *args)

    overload(chosen_by_type)(choose)
    chosen_by_type.__name__ = name
    chosen_by_type.__doc__ = signature.__doc__
    return chosen_by_type


def implements(generic, rules_type):
    """Register the decorated function as what `generic` (a verb) does for rules of `rules_type`."""

    def register(function):
        _IMPLEMENTATIONS[generic.__name__, rules_type] = numba.njit(function)
        return _IMPLEMENTATIONS[generic.__name__, rules_type]

    return register


@verb
def deal(rules, s):
    """Start a new round in `s` from the random generator in `s.generator`."""


@verb
def place(rules, s, hands, leader):
    """Start a new round in `s` with these cards (uint64[seats] card sets) and leader (-1: the rule's own)."""


@verb
def seat_to_act(rules, s):
    """The seat whose decision it is; -1: the round is over."""


@verb
def legal(rules, s, mask):
    """Write into `mask` (bool[A], whole row) which actions the seat to act has."""


@verb
def legal_list(rules, s, actions):
    """Write the legal actions in ascending order to the front of `actions` (int32[A]); returns their number."""


@verb
def is_legal(rules, s, action):
    """Whether the seat to act has this action (an integer in 0..A-1)."""


@verb
def apply(rules, s, action):
    """Play a legal action of the seat to act."""


@verb
def scores(rules, s, out):
    """Write the scores of a round that is over to `out` (int32[seats])."""


@verb
def standing(rules, s, out):
    """Write what the scores would be if the round ended as it stands to `out` (int32[seats])."""


@verb
def truncated(rules, s):
    """Whether the round was cut off by a limit of the caller's rather than ended by the rules."""


@verb
def observe(rules, s, seat, out):
    """Write what `seat` sees to `out` (float32[D], whole row)."""


@verb
def observe_all(rules, s, seat, out):
    """Write all there is to see, as from `seat`, to `out` (float32[D_all], whole row)."""


@verb
def redeal_hidden(rules, s, seat):
    """Deal anew, from `s.generator`, all that `seat` cannot know, consistently with all that it does know."""
