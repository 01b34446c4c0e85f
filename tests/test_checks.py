"""What the public methods say of arguments that cannot be, and that numpy's scalars do where Python's do."""

import re

import numpy as np
import pytest

from stockyard import envs
from stockyard.envs.gongzhu_v0 import env as wrapped_env
from stockyard.envs.gongzhu_v0 import raw_env
from stockyard.envs.seat import SeatEnv, SeatVectorEnv

ID = "gongzhu_v0"
GAME = envs.make_game(ID, sale=False)


def dealt(n=2):
    states = GAME.new(n)
    GAME.deal(states, np.arange(n))
    return states


def refuses(sentence):
    return pytest.raises(ValueError, match=re.escape(sentence))


@pytest.mark.parametrize(
    "change",
    [
        lambda states: GAME.deal(states, 5),
        lambda states: GAME.set_up(states, seeds=5),
        lambda states: GAME.apply(states, GAME.legal(states).argmax(1)),
        lambda states: GAME.redeal_hidden(states, 0, 5),
    ],
    ids=["deal", "set_up", "apply", "redeal_hidden"],
)
def test_read_only_rounds_are_not_changed(change):
    before = dealt().tobytes()
    states = np.frombuffer(before, GAME.state_dtype)
    with refuses("states are read-only: copy them first"):
        change(states)
    assert states.tobytes() == before
    copied = states.copy()
    change(copied)
    assert copied.tobytes() != before


def other_field_type():
    fields = GAME.state_dtype.fields
    assert fields is not None
    formats = [np.dtype((np.float64, (4,))) if name == "hands" else fields[name][0] for name in fields]
    offsets = [fields[name][1] for name in fields]
    itemsize = GAME.state_dtype.itemsize
    return np.dtype({"names": list(fields), "formats": formats, "offsets": offsets, "itemsize": itemsize})


@pytest.mark.parametrize("dtype", [GAME.state_dtype.newbyteorder(), other_field_type()], ids=["bytes", "type"])
@pytest.mark.parametrize("kind", [np.ndarray, np.recarray])
def test_records_of_another_dtype_are_refused(dtype, kind):
    with refuses("states must be records of gongzhu_v0"):
        GAME.deal(np.zeros(2, dtype).view(kind), 0)


def test_plain_arrays_of_records_do():
    plain = np.zeros(2, GAME.state_dtype)
    GAME.deal(plain, np.arange(2))
    assert plain.tobytes() == dealt().tobytes()


@pytest.mark.parametrize("seed", [None, -1, 2**64, 1.0, "1", [1], np.array([1]), True, np.True_])
def test_seeds_of_a_batch_are_one_integer(seed):
    with refuses("seed must be one integer from 0 to 2**64 - 1"):
        envs.make_batch(ID, 2, seed=seed)


@pytest.mark.parametrize("seed", [-1, 2**64, 1.0, "1", [1], np.array([1])])
@pytest.mark.parametrize("make", [raw_env, wrapped_env, lambda: SeatEnv(ID), lambda: SeatVectorEnv(ID, 2)])
def test_seeds_of_a_reset_are_one_integer(make, seed):
    with refuses("seed must be one integer from 0 to 2**64 - 1"):
        make().reset(seed=seed)


@pytest.mark.parametrize("options", ["x", "", 5, 0, ["hands"]])
@pytest.mark.parametrize("make", [raw_env, lambda: SeatEnv(ID), lambda: SeatVectorEnv(ID, 2)])
def test_options_of_a_reset_are_a_dictionary(make, options):
    with refuses("options must be a dictionary or None"):
        make().reset(options=options)


@pytest.mark.parametrize("scale", ["1", None, 0, -1.0, np.inf, np.nan, [1.0]])
def test_reward_scale_is_a_positive_number(scale):
    with refuses("reward_scale must be a positive number"):
        SeatEnv(ID, reward_scale=scale)


@pytest.mark.parametrize("actions", [np.zeros(2), [0.0, 1.0], [0], [[0, 1]], [[0], [0, 1]], ["2c", "3c"], None])
def test_actions_are_one_integer_a_round(actions):
    states = dealt()
    batch = envs.make_batch(ID, 2)
    seats = SeatVectorEnv(ID, 2)
    seats.reset(seed=0)
    for take in (
        lambda: GAME.apply(states, actions),
        lambda: GAME.first_illegal(states, actions),
        lambda: batch.step(actions),
        lambda: seats.step(actions),
    ):
        with refuses("actions must be 2 integers"):
            take()
    assert states.tobytes() == dealt().tobytes()


def test_first_illegal_takes_lists_and_any_integer_type():
    states = dealt()
    legal = GAME.legal(states).argmax(1)
    assert GAME.first_illegal(states, legal.tolist()) == -1
    assert GAME.first_illegal(states, legal.astype(np.uint8)) == -1
    assert GAME.first_illegal(states, np.array([legal[0], 2**64 - 1], np.uint64)) == 1


def test_huge_actions_are_named_as_they_are():
    huge = np.full(2, 2**64 - 1, np.uint64)
    batch = envs.make_batch(ID, 2)
    for take in (lambda: GAME.apply(dealt(), huge), lambda: batch.step(huge)):
        with refuses("there is no action 18446744073709551615"):
            take()


def test_unsigned_actions_are_played():
    one, other = dealt(), dealt()
    actions = GAME.legal(one).argmax(1)
    GAME.apply(one, actions)
    GAME.apply(other, actions.astype(np.uint64))
    assert one.tobytes() == other.tobytes()
    batch = envs.make_batch(ID, 2)
    mask = batch.mask.copy()
    batch.step(mask.argmax(1).astype(np.uint64))


@pytest.mark.parametrize("action", [1.0, None, "2c"])
def test_text_is_that_of_an_integer(action):
    with refuses("an action is an integer"):
        GAME.text(action)


@pytest.mark.parametrize("text", [None, 3, ["2c"]])
def test_action_is_that_of_a_string(text):
    with refuses("the text of an action is a string"):
        GAME.action(text)


def test_text_takes_numpy_integers():
    assert GAME.text(np.int32(1)) == GAME.text(1)  # pyright: ignore[reportArgumentType]


@pytest.mark.parametrize("ask", [GAME.hands, GAME.describe])
def test_one_record_is_asked_for(ask):
    states = dealt()
    for given in (states, states[:1], None, 3):
        with refuses("give states[i]"):
            ask(given)
    expected = ask(states[0])
    assert ask(states[:1].reshape(())) == expected
    assert ask(states.view(np.ndarray)[0]) == expected


@pytest.mark.parametrize("n", [-1, 1.5, None, "2", True])
def test_number_of_rounds_is_whole(n):
    with refuses("the number of rounds must be a whole number of at least 0"):
        GAME.new(n)
    assert len(GAME.new(0)) == 0


@pytest.mark.parametrize("make", [raw_env, wrapped_env])
@pytest.mark.parametrize("agent", ["player_9", None, []])
def test_unknown_agents_are_named(make, agent):
    env = make()
    env.reset(seed=0)
    for ask in (env.observe, env.observation_space, env.action_space):
        with refuses("agents are player_0, player_1, player_2, player_3"):
            ask(agent)


def test_numpy_scalars_do_as_options():
    game = envs.make_game(ID, sale=np.True_, episode="match", max_hands=np.int64(3))
    assert repr(game) == repr(envs.make_game(ID, sale=True, episode="match", max_hands=3))
    assert type(game.options["sale"]) is bool
    assert type(game.options["max_hands"]) is int


def test_numpy_integers_do_as_numbers_of_environments_and_seats():
    assert envs.make_batch(ID, np.int64(4)).num_envs == 4  # pyright: ignore[reportArgumentType]
    many = SeatVectorEnv(ID, np.int64(4), seat=np.int64(1))  # pyright: ignore[reportArgumentType]
    many.reset(seed=np.int64(1))  # pyright: ignore[reportArgumentType]
    assert many.num_envs == 4
    assert type(many.num_envs) is int
    assert many.seats.tolist() == [1] * 4


def test_hands_may_be_arrays():
    hands = GAME.hands(dealt()[0])
    for given in (np.array(hands), np.array([" ".join(hand) for hand in hands]), [np.array(hand) for hand in hands]):
        states = GAME.new(1)
        GAME.set_up(states, hands=given)
        assert GAME.hands(states[0]) == hands
    with refuses("hands must be a list of 4 hands"):
        GAME.set_up(GAME.new(1), hands=np.array("2c"))


@pytest.mark.parametrize("opponents", ["heuristic", [None, "heuristic", None]])
def test_names_of_opponents_are_to_be_loaded(opponents):
    with refuses('pass agents.load("heuristic")'):
        SeatEnv(ID, opponents=opponents)


def test_a_name_of_another_kind_is_no_ruleset():
    with pytest.raises(ValueError, match="there is no ruleset"):
        envs.make_game([])
