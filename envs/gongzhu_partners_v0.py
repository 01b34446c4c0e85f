"""拱猪 with one deck, seats 0 and 2 against seats 1 and 3, as a PettingZoo environment.

# Gongzhu with partners (gongzhu_partners_v0)

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
| Observation shape | `(554,)` |
| Observation values | `[-1, 1]` |
| State shape | `(734,)` |

The rules, observation space, action space and arguments are those of `gongzhu_v0`, and described there. Partners are
scored together, and see and sell no more of each other's cards than opponents do.

## Rewards

Both agents of a side get the side's score: the sum of what each of its seats scores for its own tricks. (All hearts
count as such for a seat that has taken them all, not for a side.) In a match the sides' scores add up, each hand's
once, and it ends as in `gongzhu_v0`. The side with the higher total W is then paid 2x an agent, the side with the
lower total X is paid −x an agent: x = 10 + (|W| + |X| − 1000) / 500 if W is 1000 or more, else x = 10 − (X + 1000) /
500, the fraction cut off toward zero, and at most 40. Equal totals pay nothing.

## Version history

* v0: first version.
"""

from . import gongzhu
from .aec import module_functions

env, raw_env = module_functions("gongzhu_partners_v0", gongzhu)
