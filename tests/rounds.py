"""Playing PettingZoo environments in tests, and comparing all that they show."""

import copy
import pickle

import numpy as np


def choose(env, rng):
    """A uniformly random legal action of the agent to act; None for one that has terminated."""
    observation, _, terminated, truncated, _ = env.last()
    return None if terminated or truncated else int(rng.choice(np.flatnonzero(observation["action_mask"])))


def play(env, rng, steps=10**6):
    """Play `steps` random actions, or until the round is over; all agents are still there then. Returns the actions."""
    actions = []
    while len(actions) < steps and not (any(env.terminations.values()) or any(env.truncations.values())):
        actions.append(choose(env, rng))
        env.step(actions[-1])
    return actions


def pickled(env):
    """An environment after a way through pickle."""
    return pickle.loads(pickle.dumps(env))


def engine(env):
    """The game of an environment and its round as an array of one."""
    game = env.unwrapped.game
    return game, np.frombuffer(env.get_state(), game.state_dtype).view(np.recarray)


def shown(env):
    """All that an environment shows, as something that compares."""
    seen = {agent: env.observe(agent) for agent in env.possible_agents}
    arrays = [array.tobytes() for observation in seen.values() for array in observation.values()]
    account = (env.rewards, env.terminations, env.truncations, env.infos, env._cumulative_rewards)
    return env.get_state(), env.state().tobytes(), arrays, env.agents[:], env.agent_selection, copy.deepcopy(account)
