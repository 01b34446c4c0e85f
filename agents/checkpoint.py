"""Checkpoints: a folder with weights (safetensors), what they belong to (JSON), and what training needs to go on.

Reading one never executes code. A folder appears under its name only when everything in it has been written.
"""

import json
import os
import pathlib
import shutil
import tempfile
from typing import Any, Literal

import torch
from pydantic import BaseModel, ValidationError
from safetensors import SafetensorError
from safetensors.torch import load_file, save_file

from ..envs.game import Game

FORMAT = 1
WEIGHTS, TRAINING, DESCRIPTION = "weights.safetensors", "training.safetensors", "checkpoint.json"
_FOLDER_PREFIX = "update-"


class _GameDescription(BaseModel):
    ruleset: str
    options: dict[str, Any]
    layout: str
    layout_all: str
    num_actions: int


class _NetworkDescription(BaseModel):
    hidden: list[int]
    critic: Literal["seat", "perfect"]


class _Description(BaseModel):
    """What `checkpoint.json` says."""

    format: int
    game: _GameDescription
    network: _NetworkDescription
    updates: int
    config: dict[str, Any]


def save(folder: pathlib.Path, description: dict[str, Any], weights: dict, training: dict) -> None:
    """Write a checkpoint folder whole or not at all; one that is already there is replaced.

    description: becomes `checkpoint.json`. weights: what plays. training: tensors that only resuming needs.
    """
    folder.parent.mkdir(parents=True, exist_ok=True)
    temporary = pathlib.Path(tempfile.mkdtemp(prefix=f".{folder.name}.", dir=folder.parent))
    try:
        save_file(weights, temporary / WEIGHTS)
        save_file(training, temporary / TRAINING)
        (temporary / DESCRIPTION).write_text(json.dumps({"format": FORMAT, **description}, indent=1) + "\n")
        for path in temporary.iterdir():
            path.chmod(0o644)
            _flush(path)
        temporary.chmod(0o755)
        if folder.exists():
            shutil.rmtree(folder)
        temporary.rename(folder)
        _flush(folder.parent)
    except BaseException:
        shutil.rmtree(temporary, ignore_errors=True)
        raise


def _flush(path):
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def update_folder(run: pathlib.Path, update: int) -> pathlib.Path:
    """Where a run keeps the checkpoint after so many updates."""
    return run / "checkpoints" / f"{_FOLDER_PREFIX}{update:06d}"


def newest(run: pathlib.Path) -> pathlib.Path | None:
    """The newest checkpoint folder of a run; None when it has none yet."""
    folders = _folders(run)
    return folders[-1] if folders else None


def _folders(run: pathlib.Path) -> list[pathlib.Path]:
    """The checkpoint folders of a run, oldest first; whatever else lies there is left alone."""
    found = (run / "checkpoints").glob(f"{_FOLDER_PREFIX}*")
    numbered = [folder for folder in found if folder.name.removeprefix(_FOLDER_PREFIX).isdecimal() and folder.is_dir()]
    return sorted(numbered, key=lambda folder: int(folder.name.removeprefix(_FOLDER_PREFIX)))


def prune(run: pathlib.Path, keep: int) -> None:
    """Remove a run's checkpoints but the newest `keep`, and what a killed process left half written."""
    for folder in _folders(run)[:-keep]:
        shutil.rmtree(folder)
    for folder in (run / "checkpoints").glob(f".{_FOLDER_PREFIX}*"):
        shutil.rmtree(folder, ignore_errors=True)


def find(path: str | os.PathLike) -> pathlib.Path:
    """The checkpoint folder that `path` means: itself, or the newest one of a run's folder.

    Raises `ValueError` when there is none.
    """
    folder = pathlib.Path(path)
    if (folder / DESCRIPTION).is_file():
        return folder
    found = newest(folder)
    if found is None:
        raise ValueError(f"{folder} is no checkpoint, and no run's folder with checkpoints in it")
    return found


def read_description(folder: pathlib.Path) -> dict[str, Any]:
    """What `checkpoint.json` says; `ValueError` when it is damaged or of a format that this release does not read."""
    try:
        description = json.loads((folder / DESCRIPTION).read_text())
        found = description["format"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ValueError(f"{folder / DESCRIPTION} cannot be read: {error}") from None
    if found != FORMAT:
        raise ValueError(f"{folder} is a checkpoint of format {found}; this release of stockyard reads format {FORMAT}")
    try:
        return _Description.model_validate(description).model_dump()
    except ValidationError as error:
        places = ", ".join(".".join(map(str, detail["loc"])) for detail in error.errors())
        raise ValueError(f"{folder / DESCRIPTION} is damaged: what it says of {places} is missing or wrong") from None


def read_tensors(path: pathlib.Path) -> dict[str, torch.Tensor]:
    """The tensors of a safetensors file; `ValueError` when it is missing or damaged."""
    try:
        return load_file(path)
    except (OSError, SafetensorError) as error:
        raise ValueError(f"{path} cannot be read: {error}") from None


def describe_game(game: Game) -> dict[str, Any]:
    """What a checkpoint says about the game it was trained on; `check_game` compares it."""
    return {
        "ruleset": game.id,
        "options": game.options,
        "layout": game.layout.digest,
        "layout_all": game.layout_all.digest,
        "num_actions": game.num_actions,
    }


def check_game(description: dict[str, Any], game: Game) -> None:
    """Raise `ValueError` when a checkpoint was not made for this ruleset, version or observation."""
    made_for = description["game"]
    if made_for["ruleset"] != game.id:
        raise ValueError(f"this checkpoint was trained on {made_for['ruleset']}, not on {game.id}")
    if made_for["layout"] != game.layout.digest or made_for["num_actions"] != game.num_actions:
        raise ValueError(
            f"this checkpoint was trained on another observation of {game.id} (layout {made_for['layout']}; "
            f"this release has {game.layout.digest}): train it anew, or use the release that made it"
        )
