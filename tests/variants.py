"""Rulesets with options worth a test of their own, and how many decisions a round has at least."""

from stockyard import envs

GONGZHU = [{}, {"sale": False}, {"episode": "match", "max_hands": 2}]
FOLK = [{}, {"four_xi": 5, "mu_pairs": "mapped"}]


def variants() -> list[tuple[str, dict, int]]:
    """Id, options and fewest decisions of a round, for every ruleset."""
    found = []
    for id in envs.ids():
        gongzhu = id.startswith("gongzhu")
        for options in GONGZHU if gongzhu else FOLK if id == "xianniu_folk_v0" else [{}]:
            found.append((id, options, 52 if gongzhu else 3))  # 3: the leader stops, the others agree
    return found
