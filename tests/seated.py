"""Learners and opponents for the tests of the environments of one seat."""

from stockyard import envs

GAME = envs.make_game("gongzhu_v0")
PUBLIC = ["stockyard/" + "-v".join(id.rsplit("_v", 1)) for id in envs.ids()]


class LowestLegal:
    """Plays the lowest legal action, and remembers what it was handed."""

    name = "lowest"

    def __init__(self):
        self.seats: list[int] = []
        self.states: list = []

    def act(self, game, states, seeds):
        self.seats += game.seat(states).tolist()
        self.states.append(states.copy())
        return game.legal(states).argmax(1)


def highest(masks):
    """The highest legal action of each mask bool[..., A]."""
    return masks.shape[-1] - 1 - masks[..., ::-1].argmax(-1)


def play_round(env):
    """The rest of a round with the highest legal actions: rewards, whether terminated, truncated, last info."""
    rewards, ended, info = [], (False, False), {}
    while not any(ended):
        _, reward, *ended, info = env.step(highest(env.action_masks()))
        rewards.append(reward)
    return rewards, *ended, info
