"""What `stockyard.envs` hands out, and what it says when asked for something that it does not have."""

import importlib
import subprocess
import sys

import gymnasium
import numpy as np
import pettingzoo
import pytest

from stockyard import envs


def public(id: str) -> str:
    name, version = id.rsplit("_v", 1)
    return f"stockyard/{name}-v{version}"


def module(id: str):
    return importlib.import_module(f"stockyard.envs.{id}")


def cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def tables(text: str) -> list[list[list[str]]]:
    """The Markdown tables of `text`: for each, the cells of its rows, without the ruler."""
    found: list[list[list[str]]] = [[]]
    for line in text.splitlines():
        if line.strip().startswith("|"):
            found[-1].append(cells(line))
        elif found[-1]:
            found.append([])
    return [[row for row in table if not set("".join(row)) <= set("-:")] for table in found if table]


@pytest.mark.parametrize("id", envs.ids())
def test_every_id_makes_an_environment_a_game_and_a_batch(id):
    game = envs.make_game(id)
    assert game.id == id
    env = envs.make(id)
    assert env.unwrapped.game.id == id
    assert env.metadata["name"] == id
    assert str(env) == id
    batch = envs.make_batch(id, num_envs=2)
    assert batch.game.id == id
    assert batch.num_envs == 2


@pytest.mark.parametrize("id", envs.ids())
def test_module_functions_are_what_make_gives(id):
    env = module(id).env(render_mode="ansi")
    raw = module(id).raw_env(render_mode="ansi")
    assert type(env) is type(envs.make(id))
    assert raw.unwrapped is raw
    assert type(raw) is type(env.unwrapped)
    assert env.unwrapped.render_mode == raw.render_mode == "ansi"
    assert env.unwrapped.game.options == raw.game.options == envs.make_game(id).options


@pytest.mark.parametrize("make", [envs.make, envs.make_game, lambda id: envs.make_batch(id, 1)])
def test_an_unknown_id_is_refused_with_the_known_ones(make):
    with pytest.raises(ValueError, match="did you mean 'gongzhu_v0'") as error:
        make("gongzu_v0")
    assert all(id in str(error.value) for id in envs.ids())
    with pytest.raises(ValueError, match="no ruleset 'chess'"):
        make("chess")


@pytest.mark.parametrize("id", envs.ids())
@pytest.mark.parametrize("make", [envs.make, envs.make_game, lambda id, **options: envs.make_batch(id, 1, **options)])
def test_an_unknown_option_is_refused_with_the_known_ones(id, make):
    known = envs.make_game(id).options
    with pytest.raises(ValueError, match="jokers") as error:
        make(id, jokers=True)
    assert all(name in str(error.value) for name in known or ["none"])


@pytest.mark.parametrize("id", envs.ids())
def test_options_reach_the_game(id):
    game = envs.make_game(id)
    for name, value in game.options.items():
        assert envs.make(id, **{name: value}).unwrapped.game.options == game.options


GONGZHU = [id for id in envs.ids() if id.startswith("gongzhu")]


@pytest.mark.parametrize(
    ("id", "options"),
    [
        *((id, {"sale": "yes"}) for id in GONGZHU),
        *((id, {"episode": "year"}) for id in GONGZHU),
        *((id, {"max_hands": 3}) for id in GONGZHU),
        *((id, {"episode": "match", "max_hands": 0}) for id in GONGZHU),
        *((id, {"episode": "match", "max_hands": 1.5}) for id in GONGZHU),
        *(("xianniu_folk_v0", {"four_xi": value}) for value in (3, True, "2", 2.0, None)),
        *(("xianniu_folk_v0", {"mu_pairs": value}) for value in ("plain", True, [])),
        ("xianniu_v0", {"four_xi": 2}),
        ("kanniutui_v0", {"mu_pairs": "natural"}),
    ],
    ids=str,
)
def test_options_that_cannot_be_are_refused(id, options):
    with pytest.raises(ValueError, match=list(options)[-1]):
        envs.make(id, **options)


@pytest.mark.parametrize("id", envs.ids())
def test_an_unknown_render_mode_is_refused(id):
    with pytest.raises(ValueError, match="'rgb_array'"):
        envs.make(id, render_mode="rgb_array")


@pytest.mark.skipif(not hasattr(pettingzoo, "make"), reason="this release of PettingZoo has no registry")
@pytest.mark.parametrize("id", envs.ids())
def test_pettingzoo_makes_every_id(id):
    env = pettingzoo.make("aec", public(id), render_mode="ansi")
    env.reset(seed=1)
    same = envs.make(id)
    same.reset(seed=1)
    assert env.metadata["name"] == id
    assert env.get_state() == same.get_state()


@pytest.mark.parametrize("id", envs.ids())
def test_gymnasium_makes_every_id(id):
    env = gymnasium.make(public(id))
    observation, _ = env.reset(seed=1)
    assert env.observation_space.contains(observation)
    game = envs.make_game(id)
    assert env.action_space == gymnasium.spaces.Discrete(game.num_actions)
    many = gymnasium.make_vec(public(id), num_envs=3)
    observations, _ = many.reset(seed=1)
    assert observations.shape == (3, game.observation_size)
    assert type(many.unwrapped).__module__ == "stockyard.envs.seat"


def test_importing_the_package_loads_no_rules_and_no_learning():
    script = "import sys, stockyard.envs; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert not {"torch", "numba", "matplotlib", "stable_baselines3"} & set(loaded.stdout.split())


@pytest.mark.parametrize("id", envs.ids())
def test_the_reference_pages_front_table_is_true(id):
    front = dict(row for row in tables(module(id).__doc__)[0] if row[0])
    game = envs.make_game(id)
    env = envs.make(id)
    assert front["Import"] == f"`from stockyard.envs import {id}`"
    assert front["Agents"] == str(game.num_seats)
    assert front["Agent names"] == f"`{env.possible_agents}`"
    assert front["Action values"] == f"`Discrete({game.num_actions})`"
    assert front["Observation shape"] == f"`({game.observation_size},)`"
    assert front["State shape"] == f"`({game.layout_all.size},)`"


@pytest.mark.parametrize("id", envs.ids())
def test_the_reference_page_lists_the_segments_of_the_observation(id):
    """Or names the page of a game with the same ones that does."""
    game = envs.make_game(id)
    found = [table for table in tables(module(id).__doc__) if table[0][0] == "Segment"]
    if not found:
        same = [other for other in envs.ids() if f"`{other}`" in module(id).__doc__ and other != id]
        assert [envs.make_game(other).layout.digest for other in same] == [game.layout.digest]
        found = [table for table in tables(module(same[0]).__doc__) if table[0][0] == "Segment"]
    (table,) = found
    listed = [(name.strip("`"), start, shape.strip("`")) for name, start, shape, *_ in table[1:]]
    assert listed == [(segment.name, str(segment.start), str(segment.shape)) for segment in game.layout]
    assert all(row[-1] for row in table[1:])


@pytest.mark.parametrize("id", envs.ids())
def test_spaces_agree_with_the_game(id):
    env = envs.make(id)
    game = env.unwrapped.game
    for agent in env.possible_agents:
        space = env.observation_space(agent)
        assert space is env.observation_space(agent)
        assert env.action_space(agent) is env.action_space(agent)
        assert space["observation"].shape == (game.observation_size,)
        assert space["observation"].dtype == np.float32
        assert space["action_mask"].shape == (game.num_actions,)
        assert space["action_mask"].dtype == np.int8
        assert env.action_space(agent).n == game.num_actions
