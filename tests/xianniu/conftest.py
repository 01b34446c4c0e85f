"""Games of the xianniu family for its tests."""

import pytest
from xianniu_positions import RULESETS, F, K, X

from stockyard import envs

OPTIONS = [{}, {"four_xi": 5}, {"mu_pairs": "mapped"}, {"four_xi": 5, "mu_pairs": "mapped"}]
ALL = [(X, {}), *((F, options) for options in OPTIONS), (K, {})]


@pytest.fixture(scope="session", params=RULESETS)
def game(request):
    """Each ruleset with its default options."""
    return envs.make_game(request.param)


@pytest.fixture(scope="session", params=[X, F])
def xf(request):
    """The two rulesets with all of the catalogue."""
    return envs.make_game(request.param)


@pytest.fixture(scope="session", params=[X, K])
def unpaid(request):
    """The two rulesets without paying down."""
    return envs.make_game(request.param)


@pytest.fixture(scope="session")
def x():
    """掀牛."""
    return envs.make_game(X)


@pytest.fixture(scope="session")
def f():
    """掀牛, the regional way."""
    return envs.make_game(F)


@pytest.fixture(scope="session")
def k():
    """砍牛腿."""
    return envs.make_game(K)


@pytest.fixture(scope="session")
def mapped():
    """掀牛, the regional way, in which one-colour pairs of 5s and 9s count as pairs of other ranks."""
    return envs.make_game(F, mu_pairs="mapped")


@pytest.fixture(scope="session", params=ALL, ids=lambda given: "-".join(map(str, [given[0], *given[1].values()])))
def any_game(request):
    """Each ruleset with every combination of its options."""
    ruleset, options = request.param
    return envs.make_game(ruleset, **options)
