"""The PettingZoo environment, for every ruleset: what an agent is shown, asked and paid, and what is refused."""

import copy
import warnings

import numpy as np
import pytest
from pettingzoo.test import api_test
from rounds import choose, pickled, play, shown

from stockyard import envs
from stockyard.envs.game import IllegalActionError

every_id = pytest.mark.parametrize("id", envs.ids())


@every_id
@pytest.mark.parametrize("wrapped", [True, False])
def test_pettingzoos_api_test(id, wrapped, capsys):
    env = envs.make(id, render_mode="ansi")
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        api_test(env if wrapped else env.unwrapped, num_cycles=1000)
    unexpected = {str(warning.message) for warning in caught} - {
        # Said of every dict observation outside PettingZoo's list of its own games, and of agents who are only paid.
        "Observation is not a NumPy array",
        "Observation space for each agent probably should be gymnasium.spaces.box or gymnasium.spaces.discrete",
        "Action mask numpy array is all zeros (no legal actions).",
    }
    assert {message for message in unexpected if not message.startswith("reset ignores the options 'options'")} == set()


@every_id
def test_metadata(id):
    env = envs.make(id)
    assert env.metadata["name"] == id
    assert set(env.metadata["render_modes"]) == {"ansi", "human"}
    assert env.metadata["render_fps"] > 0
    assert env.metadata["is_parallelizable"] is False


@every_id
def test_only_the_agent_to_act_has_a_mask_and_it_is_what_the_game_allows(id):
    env = envs.make(id)
    rng = np.random.default_rng(2)
    for seed in range(3):
        env.reset(seed=seed)
        while not any(env.terminations.values()):
            game, states = (
                env.unwrapped.game,
                np.frombuffer(env.get_state(), env.unwrapped.game.state_dtype).view(np.recarray),
            )
            masks = {agent: env.observe(agent)["action_mask"] for agent in env.possible_agents}
            assert env.agent_selection == f"player_{game.seat(states)[0]}"
            assert (masks.pop(env.agent_selection) == game.legal(states)[0]).all()
            assert not any(mask.any() for mask in masks.values())
            env.step(choose(env, rng))
        assert not any(env.observe(agent)["action_mask"].any() for agent in env.possible_agents)


@every_id
def test_observations_and_state_are_the_games(id):
    env = envs.make(id)
    rng = np.random.default_rng(3)
    env.reset(seed=3)
    for _ in range(30):
        game, states = (
            env.unwrapped.game,
            np.frombuffer(env.get_state(), env.unwrapped.game.state_dtype).view(np.recarray),
        )
        for seat, agent in enumerate(env.possible_agents):
            observation = env.observe(agent)
            assert env.observation_space(agent).contains(observation)
            assert (observation["observation"] == game.observe(states, [seat])[0]).all()
        assert env.unwrapped.state_space.contains(env.state())
        assert (env.state() == game.observe_all(states, [0])[0]).all()
        env.step(choose(env, rng))


@every_id
def test_arrays_that_were_handed_out_stay_as_they_were(id):
    env = envs.make(id)
    rng = np.random.default_rng(4)
    env.reset(seed=4)
    handed_out = []
    for _ in range(10):
        observation = env.observe(env.agent_selection)
        state = env.state()
        handed_out += [(array, array.copy()) for array in (*observation.values(), state)]
        env.step(choose(env, rng))
    assert all((array == was).all() for array, was in handed_out)
    before = shown(env)
    for array in (*env.observe(env.agent_selection).values(), env.state()):
        array[:] = 0
    assert shown(env) == before


@every_id
def test_rewards_are_the_scores_paid_once_at_the_end_to_agents_who_all_stay_until_then(id):
    env = envs.make(id)
    rng = np.random.default_rng(5)
    for seed in range(5):
        env.reset(seed=seed)
        while not any(env.terminations.values()):
            assert env.agents == env.possible_agents
            assert set(env.rewards.values()) == {0}
            assert env.last()[1] == 0
            env.step(choose(env, rng))
        game, states = (
            env.unwrapped.game,
            np.frombuffer(env.get_state(), env.unwrapped.game.state_dtype).view(np.recarray),
        )
        scores = dict(zip(env.possible_agents, game.scores(states)[0].tolist(), strict=True))
        assert env.rewards == scores
        assert set(env.terminations.values()) == {True}
        assert set(env.truncations.values()) == {False}
        paid = {}
        for agent in env.agent_iter():
            _, paid[agent], terminated, _, _ = env.last()
            assert terminated
            env.step(None)
        assert paid == scores
        assert env.agents == []


@every_id
def test_an_agent_that_has_terminated_can_only_step_none(id):
    env = envs.make(id).unwrapped
    env.reset(seed=1)
    play(env, np.random.default_rng(1))
    with pytest.raises(ValueError, match="None"):
        env.step(0)
    env.step(None)
    assert len(env.agents) == len(env.possible_agents) - 1


@every_id
@pytest.mark.parametrize("copied", [copy.deepcopy, pickled], ids=["deepcopy", "pickle"])
@pytest.mark.parametrize("wrapped", [True, False], ids=["wrapped", "raw"])
def test_copies_go_on_equally_and_independently(id, copied, wrapped):
    env = envs.make(id) if wrapped else envs.make(id).unwrapped
    env.reset(seed=9)
    played = play(copy.deepcopy(env), np.random.default_rng(6))
    # The first decisions (in gongzhu, the sale), the middle, the last decision, the end, and amid the agents' leaving.
    for steps in (0, 1, 2, len(played) // 2, len(played) - 1, len(played), len(played) + 1):
        env.reset(seed=9)
        for action in [*played, None][:steps]:
            env.step(action)
        before = shown(env)
        twin = copied(env)
        assert shown(twin) == before
        assert twin.unwrapped.game.options == env.unwrapped.game.options
        for action in [*played, None][steps:]:
            twin.step(action)
        assert shown(env) == before
        for action in [*played, None][steps:]:
            env.step(action)
        assert shown(env) == shown(twin)
        twin.reset()
        env.reset()
        assert shown(env) == shown(twin)


@every_id
def test_copies_sample_the_same_actions(id):
    env = envs.make(id)
    env.reset(seed=1)
    for agent in env.possible_agents:
        env.action_space(agent).seed(7)
    twin = pickled(env)
    for agent in env.possible_agents:
        assert [env.action_space(agent).sample() for _ in range(9)] == [
            twin.action_space(agent).sample() for _ in range(9)
        ]


@every_id
def test_an_environment_not_yet_reset_can_be_copied(id):
    twin = pickled(envs.make(id, render_mode="ansi"))
    twin.reset(seed=1)
    env = envs.make(id)
    env.reset(seed=1)
    assert twin.get_state() == env.get_state()
    assert twin.render_mode == "ansi"


@every_id
def test_set_state_goes_back_and_into_other_environments(id):
    env, other = envs.make(id), envs.make(id)
    rng = np.random.default_rng(7)
    env.reset(seed=2)
    play(env, rng, steps=15)
    middle, before = env.get_state(), shown(env)
    actions = play(env, rng)
    end = shown(env)
    other.reset(seed=3)
    dtype = env.unwrapped.game.state_dtype
    for target, state in (
        (env, middle),
        (other, bytearray(middle)),
        (other, np.frombuffer(middle, dtype)),
        (other, np.frombuffer(middle, dtype)[0]),
    ):
        target.set_state(state)
        assert shown(target) == before
        for action in actions:
            target.last()
            target.step(action)
        assert shown(target) == end
    other.reset(seed=3)
    other.set_state(end[0])
    assert shown(other) == end


@every_id
def test_set_state_of_something_else_is_refused_and_changes_nothing(id):
    env = envs.make(id)
    env.reset(seed=2)
    before = shown(env)
    state = env.get_state()
    with pytest.raises(ValueError, match=rf"{id} has {len(state)} bytes, not {len(state) - 1}"):
        env.set_state(state[:-1])
    with pytest.raises(ValueError, match="dtype"):
        env.set_state(np.zeros(len(state), np.uint8))
    with pytest.raises(ValueError, match="bytes"):
        env.set_state(np.zeros(2, env.unwrapped.game.state_dtype))
    assert shown(env) == before


@every_id
def test_an_illegal_action_raises_in_the_raw_environment_and_changes_nothing(id):
    env = envs.make(id).unwrapped
    rng = np.random.default_rng(8)
    env.reset(seed=4)
    game = env.game
    for _ in range(20):
        mask = env.observe(env.agent_selection)["action_mask"]
        before = shown(env)
        legal = game.text(int(np.flatnonzero(mask)[0]))
        for action in np.flatnonzero(mask == 0)[:3].tolist():
            with pytest.raises(IllegalActionError) as error:
                env.step(action)
            assert f"`{game.text(action)}`" in str(error.value)
            assert f"`{legal}`" in str(error.value)
            assert env.agent_selection.removeprefix("player_") in str(error.value)
        for action in (-1, game.num_actions, None, 0.5, "0"):
            with pytest.raises((IllegalActionError, TypeError)):
                env.step(action)
        assert shown(env) == before
        env.step(choose(env, rng))


@every_id
def test_an_illegal_action_ends_the_wrapped_round_with_less_than_any_score_for_the_culprit_only(id):
    env = envs.make(id)
    env.reset(seed=4)
    culprit = env.agent_selection
    mask = env.last()[0]["action_mask"]
    env.step(int(np.flatnonzero(mask == 0)[0]))
    paid = {}
    for agent in env.agent_iter():
        observation, paid[agent], terminated, _, _ = env.last()
        assert terminated
        assert not observation["action_mask"].any()
        env.step(None)
    assert not any(env.observe(agent)["action_mask"].any() for agent in env.possible_agents)
    illegal = paid.pop(culprit)
    assert set(paid.values()) == {0}
    rng = np.random.default_rng(1)
    for seed in range(20):
        env.reset(seed=seed)
        play(env, rng)
        assert min(env.rewards.values()) >= illegal


@every_id
def test_actions_out_of_the_space_and_steps_before_reset_are_refused_when_wrapped(id):
    env = envs.make(id)
    with pytest.raises(Exception, match="reset"):
        env.step(0)
    with pytest.raises(AttributeError, match="reset"):
        env.agent_selection  # noqa: B018
    env.reset(seed=1)
    env.last()
    with pytest.raises((AssertionError, IndexError)):
        env.step(env.unwrapped.game.num_actions)


@every_id
def test_options_that_the_ruleset_does_not_know_are_ignored_with_a_warning(id):
    env, plain = envs.make(id), envs.make(id)
    with pytest.warns(UserWarning, match="'weather'"):
        env.reset(seed=1, options={"weather": "rain"})
    plain.reset(seed=1, options={})
    assert shown(env) == shown(plain)


@every_id
def test_ansi_renders_a_line_or_more_of_text_and_human_prints_it(id, capsys):
    env, human = envs.make(id, render_mode="ansi"), envs.make(id, render_mode="human")
    env.reset(seed=1)
    human.reset(seed=1)
    assert env.render().strip() in capsys.readouterr().out
    action = choose(env, np.random.default_rng(1))
    dealt = env.render()
    env.step(action)
    human.step(action)
    assert env.render() != dealt
    assert env.render().strip() in capsys.readouterr().out
    assert human.render() is None
    assert env.render().strip() in capsys.readouterr().out
    env.close()


@every_id
def test_without_a_render_mode_render_warns_and_gives_nothing(id):
    env = envs.make(id)
    env.reset(seed=1)
    with pytest.warns(UserWarning, match="render_mode"):
        assert env.render() is None
