"""掀牛 xianniu, "lifting the cow", and its kin 砍牛腿 kanniutui: three players, a deck of 48, a race for 16 cards.

Words: 天 tian and 虎 hu are K and Q. 牛 niu is two or three 9s of both colours, 喜 xi the same of 5s, 亮子 liang four
of a rank, 鱼 yu sets of A 2 3, 摆 bai sets of 8 T K. The play that wins a trick is *captured* 占牌; 6 cards are
*enough* 够牌, 11 are 刺 ci. A leader may *stop* 扣 and be *lifted* 掀.
"""

from ..layout import Layout
from . import observe, redeal, rules  # noqa: F401  importing them registers the family's verbs
from .plays import make_catalogue
from .position import POSITION_KEYS, card_sets, hand_texts, opening, parse_hands, parse_leader
from .render import describe, public_text
from .ruleset import NUM_SEATS, Ruleset, make_ruleset, sides
from .scores import LOWEST_SCORE
from .state import MAX_COURSE, STATE

__all__ = [
    "NUM_SEATS",
    "POSITION_KEYS",
    "STATE",
    "card_sets",
    "describe",
    "hand_texts",
    "layout",
    "layout_all",
    "lowest_score",
    "make_catalogue",
    "make_ruleset",
    "max_decisions",
    "opening",
    "parse_hands",
    "parse_leader",
    "public_text",
    "sides",
]


def layout(ruleset: Ruleset) -> Layout:
    """Named segments of a seat's observation."""
    return observe.LAYOUT


def layout_all(ruleset: Ruleset) -> Layout:
    """Named segments of the perfect-information vector."""
    return observe.LAYOUT_ALL


def max_decisions(ruleset: Ruleset) -> int:
    """An upper bound on the decisions of one hand."""
    return MAX_COURSE


def lowest_score(ruleset: Ruleset) -> int:
    """The least that the rules can pay a seat for a round."""
    return LOWEST_SCORE
