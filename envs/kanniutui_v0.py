"""砍牛腿 as a PettingZoo environment.

# Kanniutui (kanniutui_v0)

| | |
|---|---|
| Import | `from stockyard.envs import kanniutui_v0` |
| Actions | Discrete |
| Parallel API | No |
| Manual control | No |
| Agents | 3 |
| Agent names | `['player_0', 'player_1', 'player_2']` |
| Action shape | `()` |
| Action values | `Discrete(85)` |
| Observation shape | `(324,)` |
| Observation values | `[0, 1]` |
| State shape | `(475,)` |

The observation space is that of `xianniu_v0`, and so are the rules, described there, but for these:

* **Fewer plays.** Yu and bai have one set or two; there is no 8 T K K (K) and no xi-bao-liang.
* **What beats what.** A single 6 beats a single 3. 8 T K K K K also beats any liang but K K K K.
* **Grab.** It must be made. In a badui any two cards of a rank are a pair.
* **Tighten** from 9 captured cards on; the leader discards too.
* **Lift.** A seat that has stopped may not lift any more.

**Scores.** Every loser pays every winner b points: niu, xi and liang points as in `xianniu_v0`, with eleven cards or
more too; 2 for having captured both K K K and 8 T K; and in a badui 2 for each couple of both colours among its 9s and
its 5s. With n, eleven cards or more, every loser pays n − 7 besides; but if the winner had been lifted while it had
fewer, who lifted it last before that pays 2 × (b + n − 7) and the other b. A loser pays 2 for each time that it lifted
anybody.

## Action space

| Actions | Text | Meaning |
|---|---|---|
| 0 … 55 | `A` … | as in `xianniu_v0` |
| 56, 57 | `A 2 3`, `A A 2 2 3 3` | play a yu |
| 58, 59 | `8 T K`, `8 8 T T K K` | play a bai |
| 60, 61 | `A A A A 2 3`, `8 T K K K K` | play a yu-liang, a bai-liang |
| 62 … 84 | `A A 2 2 3 3 8 8 T T K K` … `discard K` | as 101 … 123 in `xianniu_v0` (`decline` is never legal either) |

## Rewards

Zero until the round is over, and then each agent's score; scores add up to zero. An illegal action costs 58, as in
`xianniu_v0`.

## Arguments

```python
kanniutui_v0.env(render_mode=None)
```

* `render_mode`: `"ansi"`, `render()` returns text; `"human"`, it is printed at each step; `None`, neither.

`reset(options=…)` takes a set position: `"hands"`, the 16 cards of each seat as a list of texts or as one string with
spaces, and `"leader"`, the seat that leads.

## Version history

* v0: first version.
"""

from . import xianniu
from .aec import module_functions

env, raw_env = module_functions("kanniutui_v0", xianniu)
