"""What to train and how: read from YAML, checked, with overrides from the command line."""

import os
import pathlib
import re
from importlib.resources import files
from typing import Annotated, Any, Literal

import yaml
from pydantic import BaseModel, ConfigDict, Field, PositiveFloat, PositiveInt, ValidationError, model_validator

from ..envs import ids, make_game


class _Strict(BaseModel):
    """Unknown keys and wrong types are errors; values cannot be changed afterwards."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, allow_inf_nan=False)


class NetworkConfig(_Strict):
    """The network: sizes of its hidden layers, and whether the critic sees all cards or what the seat sees."""

    hidden: list[Annotated[int, Field(gt=0, le=65536)]] = [256, 256]
    critic: Literal["seat", "perfect"] = "perfect"


class RewardConfig(_Strict):
    """From the game's points to what is learned.

    Points are divided by `unit`; `squash` then bends them: `"none"`, or `"asinh"`, which leaves points below the unit
    nearly as they are and lets larger ones grow with their logarithm.

    given: to `"ppo"`, a seat's score either bit by bit, `"standing"`: what its standing has changed by at its next
    decision, which adds up to the score; or whole when the round is over, `"end"`.
    """

    unit: PositiveFloat = 100.0
    squash: Literal["none", "asinh"] = "none"
    given: Literal["standing", "end"] = "standing"


class PPOConfig(_Strict):
    """Learning by self-play; an update is one batch of rounds, learned from `epochs` times.

    `discount`, `gae_lambda` and `value_weight` have no part in the algorithm `"lookahead"`, which has no critic.
    """

    updates: PositiveInt = 100
    rounds: Annotated[int, Field(gt=0, le=1_000_000)] = 512
    minibatch: PositiveInt = 2048
    epochs: PositiveInt = 2
    learning_rate: PositiveFloat = 7e-4
    final_learning_rate: PositiveFloat = 5e-5
    clip: PositiveFloat = 0.2
    discount: Annotated[float, Field(gt=0, le=1)] = 1.0
    gae_lambda: Annotated[float, Field(ge=0, le=1)] = 0.95
    entropy: Annotated[float, Field(ge=0)] = 0.05
    final_entropy: Annotated[float, Field(ge=0)] = 0.02
    value_weight: PositiveFloat = 0.5
    gradient_norm: PositiveFloat = 0.5
    average_decay: Annotated[float, Field(ge=0, lt=1)] = 0.95


class SelectionConfig(_Strict):
    """Play against fixed agents on held-out deals during training; `every` counts updates, 0: never."""

    every: Annotated[int, Field(ge=0)] = 20
    deals: PositiveInt = 200
    opponents: list[str] = ["random", "heuristic"]


class TrainConfig(_Strict):
    """A training run. `configs/*.yaml` are examples, and what `load` finds by name.

    algorithm: `"ppo"` judges decisions by what came of them (`train/ppo.py`), `"lookahead"` by what the built-in
    heuristic would make of each legal action (`train/lookahead.py`).
    """

    game: str
    options: dict[str, Any] = {}
    algorithm: Literal["ppo", "lookahead"] = "ppo"
    seed: Annotated[int, Field(ge=0, lt=2**63)] = 0
    threads: Annotated[int, Field(gt=0, le=256)] = 1
    checkpoint_every: PositiveInt = 10
    network: NetworkConfig = NetworkConfig()
    reward: RewardConfig = RewardConfig()
    ppo: PPOConfig = PPOConfig()
    selection: SelectionConfig = SelectionConfig()

    @model_validator(mode="after")
    def _game_exists(self):
        make_game(self.game, **self.options)  # raises the sentence that says what is wrong
        return self


class _Loader(yaml.SafeLoader):
    """YAML as most people expect it: `7e-4` is a number (YAML 1.1, which PyYAML reads, wants a point in it)."""


_Loader.add_implicit_resolver(
    "tag:yaml.org,2002:float", re.compile(r"^[-+]?\d[\d_]*(\.[\d_]*)?[eE][-+]?\d+$"), list("-+0123456789")
)


def names() -> list[str]:
    """Names of the configurations that come with the package."""
    return sorted(entry.name.removesuffix(".yaml") for entry in _shipped().iterdir() if entry.name.endswith(".yaml"))


def load(source: str | os.PathLike, overrides: dict[str, str] | None = None) -> TrainConfig:
    """A configuration from a YAML file, or by the name of one that comes with the package.

    overrides: dotted names and YAML values laid over it, as `{"ppo.updates": "500"}`.
    Raises `ValueError` that names every unknown key and wrong value, and where they stand.
    """
    text = _read(source)
    try:
        content = yaml.load(text, _Loader)
    except yaml.YAMLError as error:
        raise ValueError(f"{source} is not YAML: {error}") from None
    if not isinstance(content, dict):
        raise ValueError(f"{source} must hold keys and values, as `game: {ids()[0]}`")
    for name, value in (overrides or {}).items():
        _lay_over(content, name, value)
    return parse(content, str(source))


def parse(content: dict[str, Any], source: str) -> TrainConfig:
    """A configuration from plain data; `ValueError` as `load`."""
    try:
        return TrainConfig.model_validate(content)
    except ValidationError as error:
        problems = "; ".join(_problem(detail) for detail in error.errors())
        raise ValueError(f"{source}: {problems}") from None


def _shipped():
    return files("stockyard") / "configs"


def _read(source):
    path = pathlib.Path(source)
    if path.is_file():
        try:
            return path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            raise ValueError(f"{source} is not a text file") from None
    shipped = _shipped() / f"{source}.yaml"
    if shipped.is_file():
        return shipped.read_text()
    raise ValueError(f"there is no configuration {str(source)!r}: give a YAML file, or one of {', '.join(names())}")


def _lay_over(content, name, value):
    *path, last = name.split(".")
    for key in path:
        if content.get(key) is None:
            content[key] = {}
        content = content[key]
        if not isinstance(content, dict):
            raise ValueError(f"{name}: {key} holds a value, not further keys")
    try:
        content[last] = yaml.load(value, _Loader)
    except yaml.YAMLError:
        raise ValueError(f"{name}: {value!r} is not a YAML value") from None


def _problem(detail):
    where = ".".join(str(part) for part in detail["loc"])
    if detail["type"] == "extra_forbidden":
        return f"there is no key {where}"
    message = detail["msg"].removeprefix("Value error, ")
    got = "" if isinstance(detail["input"], dict) else f", not {detail['input']!r}"
    return f"{where}: {message}{got}" if where else message
