"""
# 拱猪 with partners (gongzhu_partners_v0)

| | |
|---|---|
| Import | `from stockyard.envs import gongzhu_partners_v0` |
| Actions | Discrete |
| Parallel API | No |
| Manual control | No |
| Agents | 4 |
| Agent names | `['player_0', 'player_1', 'player_2', 'player_3']` |
| Action shape | `()` |
| Action values | `Discrete(55)` |
| Observation shape | `(@D@,)` |
| Observation values | `[-1, 1]` |
| State shape | `(@ALL@,)` |

拱猪 with one deck, seats 0 and 2 against seats 1 and 3. Dealing, sale, play, actions, observations, episodes and arguments are those of
`gongzhu_v0`, where they are described; partners only changes who is scored together, and how a match is settled.

## Rewards

Both seats of a side get the side's score: the sum of what its two seats would score for their own tricks. So all hearts, or everything,
count only for one seat that took them all. All four rewards add up to twice the sum of the two sides' scores, not to zero.

In a match the sides' scores add up, once a hand, until a side's total is 1000 or more, or −1000 or less. The side with the higher total W is the
winner, the other, with total X, the loser: each loser is paid −x and each winner 2x, where x is
min(40, 10 + INT((|W| + |X| − 1000) / 500)) if W is 1000 or more, else min(40, 10 − INT((X + 1000) / 500)); INT cuts off toward zero. Equal totals pay 0.

An illegal action in `env()` ends the episode as in `gongzhu_v0`.

## Version history

* v0: first version.
"""

from . import gongzhu
from .aec import module_functions

env, raw_env = module_functions("gongzhu_partners_v0", gongzhu)
