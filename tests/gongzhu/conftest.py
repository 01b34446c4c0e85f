"""Games of the one-deck gongzhu family for its tests."""

import pytest

from stockyard import envs

ONE_DECK = ("gongzhu_v0", "gongzhu_partners_v0")


@pytest.fixture(scope="session", params=ONE_DECK)
def game(request):
    """Each one-deck ruleset with the sale, one hand a round."""
    return envs.make_game(request.param)


@pytest.fixture(scope="session", params=ONE_DECK)
def quick(request):
    """Each one-deck ruleset without the sale, one hand a round."""
    return envs.make_game(request.param, sale=False)


@pytest.fixture(scope="session", params=[(name, sale) for name in ONE_DECK for sale in (True, False)])
def any_hand(request):
    """Each one-deck ruleset with and without the sale, one hand a round."""
    name, sale = request.param
    return envs.make_game(name, sale=sale)


@pytest.fixture(scope="session")
def solo():
    """Each for themselves, with the sale, one hand a round."""
    return envs.make_game("gongzhu_v0")


@pytest.fixture(scope="session")
def partners():
    """Partners, with the sale, one hand a round."""
    return envs.make_game("gongzhu_partners_v0")


@pytest.fixture(scope="session", params=ONE_DECK)
def match(request):
    """Each one-deck ruleset with the sale, a match a round."""
    return envs.make_game(request.param, episode="match")


@pytest.fixture(
    scope="session",
    params=[(name, sale, episode) for name in ONE_DECK for sale in (True, False) for episode in ("hand", "match")],
    ids=lambda options: "-".join(map(str, options)),
)
def any_game(request):
    """Each one-deck ruleset with every combination of its options."""
    name, sale, episode = request.param
    return envs.make_game(name, sale=sale, episode=episode)
