"""掀牛 the regional way, with 贴牌, 黄头 and 喜 first, as a PettingZoo environment.

# Xianniu, folk rules (xianniu_folk_v0)

| | |
|---|---|
| Import | `from stockyard.envs import xianniu_folk_v0` |
| Actions | Discrete |
| Parallel API | No |
| Manual control | No |
| Agents | 3 |
| Agent names | `['player_0', 'player_1', 'player_2']` |
| Action shape | `()` |
| Action values | `Discrete(128)` |
| Observation shape | `(324,)` |
| Observation values | `[0, 1]` |
| State shape | `(475,)` |

The observation space and rewards are those of `xianniu_v0`, and so are the rules, described there, but for these:

* **Void** 黄头. Before anything else each seat whose hand has no K, no Q and no two 9s of both colours is asked
  whether it declares the deal void, which ends the round with scores of 0.
* **More plays.** In a yu-liang any of A, 2, 3 may be the four of a rank, in a bai-liang any of 8, T, K; any bai-liang
  beats any yu-liang. 8 T K K K K also beats A 2 3.
* **Paying down** 贴牌. Who responds cuts its hand at once to what the room will be if its play is captured, and who
  lifts to the room, by discards face down.
* **Xi first.** Xi that a seat captures after it has led anything that is neither a xi, nor a xi-bao-liang, nor four
  5s, score nothing.

## Action space

| Actions | Text | Meaning |
|---|---|---|
| 0 … 63 | `A` … | as in `xianniu_v0` |
| 64 … 66 | `A A A A 2 3`, `A 2 2 2 2 3`, `A 2 3 3 3 3` | play a yu-liang |
| 67 … 69 | `8 T K K K K`, `8 8 8 8 T K`, `8 T T T T K` | play a bai-liang |
| 70 … 127 | `8 T K K` … `discard K` | as 66 … 123 in `xianniu_v0` |

## Arguments

```python
xianniu_folk_v0.env(render_mode=None, four_xi=2, mu_pairs="natural")
```

* `render_mode`: `"ansi"`, `render()` returns text; `"human"`, it is printed at each step; `None`, neither.
* `four_xi`: liang points of four 5s in one play, 2 or 5.
* `mu_pairs`: `"natural"`, pairs of 5s or 9s of one colour count as what they are; `"mapped"`, red 9s count as 8s, red
  5s as 3s, and black 5s as 6s that beat 3s.

`reset(options=…)` takes a set position: `"hands"`, the 16 cards of each seat as a list of texts or as one string with
spaces, and `"leader"`, the seat that leads.

## Version history

* v0: first version.
"""

from . import xianniu
from .aec import module_functions

env, raw_env = module_functions("xianniu_folk_v0", xianniu)
