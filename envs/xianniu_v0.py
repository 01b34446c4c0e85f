"""掀牛 as a PettingZoo environment.

# Xianniu (xianniu_v0)

| | |
|---|---|
| Import | `from stockyard.envs import xianniu_v0` |
| Actions | Discrete |
| Parallel API | No |
| Manual control | No |
| Agents | 3 |
| Agent names | `['player_0', 'player_1', 'player_2']` |
| Action shape | `()` |
| Action values | `Discrete(124)` |
| Observation shape | `(324,)` |
| Observation values | `[0, 1]` |
| State shape | `(475,)` |

A race for three players with a deck of 48, the 52 cards without the 4s. Everybody is dealt 16 cards; in each trick the
best play is *captured* 占牌, and only 16 cards can be captured in a round by all three together. Six are *enough* 够牌,
eleven are 刺 ci. What is left of the 16 is the *room*.

**Plays.** Suits matter only as the colour of 5s and 9s, so cards fall into 14 classes: A 2 3 5r 5b 6 7 8 9r 9b T J Q
K (r red, b black). A play is one card; a pair, a triple or four of a rank (亮子 liang); two or three 9s of both
colours (牛 niu) or 5s (喜 xi); sets of A 2 3 (鱼 yu) or of 8 T K (摆 bai); A A A A 2 3 (yu-liang); 8 T K K K K
(bai-liang); 8 T with two or three K; or a xi with a liang (xi-bao-liang). Two more only serve to *grab* 抢刺 before
the first lead: A A 2 2 3 3 8 8 T T K K (龙凤 longfeng), and all 16 cards as eight pairs (八对 badui).

**What beats what.** Sets of a rank beat lower ones of the same number: A 2 3 5 6 7 8 9 T Q K ascend, J is equal to T,
and 6 and 3 do not beat each other. A niu beats any pair or triple but Ks. A bai beats a yu of as many sets, a
bai-liang a yu-liang, and a xi-bao-liang one of the same size with a lower liang. Nothing else beats or is beaten.

**Course.** The leader leads a play that fits the room, or *stops* 扣. The two others respond in order: who can beat
the best play must, who cannot is passed over. The best play is captured, and its seat leads next, until 16 cards are
captured. When the leader stops, the others are asked in turn whether they *lift* 掀 it, so that it must lead once
more, or *agree*, which gives up lifting for the rest of the round; if nobody lifts, the round is over. With 8 cards
captured the leader may *tighten* 紧牌: the others discard, face down, what they hold above the room.

**Scores.** Every seat without enough pays every seat with enough v points: 2 or 3 for each niu and each xi captured
(its number of cards), and 2 for each liang, yu-liang, bai-liang and xi-bao-liang. With n, eleven cards or more, v is
n − 7 and the points for niu and xi. If such a seat had been lifted while it had fewer than eleven, who lifted it last
before that pays v for both. A loser pays 2 for each time that it lifted a winner.

## Observation space

A dictionary of two arrays. `"action_mask"`, int8, has 1 for each legal action, and is all 0 unless the agent is to
act. `"observation"`, float32, is what the agent knows, in these segments (row-major). Seats are counted from the
agent: 0 is its own, 1 the next in the order of play, 2 the one before. Classes are in the order above. Where nothing
else is said, 1 means yes and 0 no.

| Segment | Start | Shape | Meaning |
|---|---|---|---|
| `hand` | 0 | `(14, 4)` | classes × 1 … 4: the agent holds that many or more |
| `discarded` | 56 | `(14,)` | classes: own discards, divided by 4 |
| `unseen` | 70 | `(14, 4)` | classes × 1 … 4: that many or more are in other hands or among what others discarded |
| `table` | 126 | `(3, 14)` | seats × classes: the seat's play to the trick in progress, divided by 4 |
| `to_beat` | 168 | `(14,)` | classes: the best of these plays, divided by 4 |
| `to_beat_kind` | 182 | `(12,)` | its kind, in the order of the actions below: single … xi-bao-liang |
| `leader` | 194 | `(3,)` | the seat that leads, or led, the trick in progress |
| `winner` | 197 | `(3,)` | the seat whose play is the best of the trick in progress |
| `turn` | 200 | `(3,)` | the seat to act; the leader while another seat is asked before the first lead |
| `phase` | 203 | `(8,)` | what it is asked: void, grab, lead, tighten, respond, pay down, lift, pay down to lift |
| `sizes` | 211 | `(3,)` | seats: cards in hand, divided by 16 |
| `captured` | 214 | `(3,)` | seats: cards captured, divided by 16 |
| `enough` | 217 | `(3,)` | seats: 6 or more captured |
| `ci` | 220 | `(3,)` | seats: 11 or more captured |
| `room` | 223 | `(16,)` | 1 … 16: the room, before the trick in progress, is that or more |
| `points` | 239 | `(3, 3)` | seats × niu, xi, liang: points captured, divided by 12 |
| `worth` | 248 | `(3,)` | seats: v as it stands, whether the seat has enough or not, divided by 24 |
| `kings` | 251 | `(3, 2)` | seats × the plays K K K and 8 T K: captured |
| `late` | 257 | `(3,)` | seats: xi count nothing from now on (`xianniu_folk_v0`) |
| `may_lift` | 260 | `(3,)` | seats with the right to lift |
| `lifts` | 263 | `(3, 3)` | seats × seats: how often the first has lifted the second, divided by 4, at most 1 |
| `last_lifter` | 272 | `(3, 3)` | seats × seats: the second lifted the first last before it had 11 |
| `lifted` | 281 | `(1,)` | the leader has been lifted and must lead |
| `may_tighten` | 282 | `(1,)` | the leader is asked and may tighten |
| `to_discard` | 283 | `(1,)` | cards that the seat to act still has to discard, divided by 16 |
| `at_most` | 284 | `(2, 14)` | seats 1, 2 × classes: the most that it can hold where it was passed over, divided by 4 |
| `lacks` | 312 | `(2, 5)` | seats 1, 2 × niu of two, of three, `8 T K`, twice that, bai-liang: known to lack that |
| `options` | 322 | `(2,)` | points of four 5s, divided by 5; `mu_pairs` is `"mapped"` (`xianniu_folk_v0`) |

`state()` is what seat 0 knows and, after it, all that is hidden from it; `env.unwrapped.game.layout_all` names the
parts.

## Action space

| Actions | Text | Meaning |
|---|---|---|
| 0 … 13 | `A` `2` … `K` | play one card, by class |
| 14 … 27 | `A A` … `K K` | play a pair of one class |
| 28 … 37 | `A A A` … `K K K` | play a triple |
| 38 … 49 | `A A A A` … `K K K K` | play a liang |
| 50 … 52 | `9r 9b`, `9r 9r 9b`, `9r 9b 9b` | play a niu |
| 53 … 55 | `5r 5b`, `5r 5r 5b`, `5r 5b 5b` | play a xi |
| 56 … 59 | `A 2 3` … | play a yu of 1 … 4 sets |
| 60 … 63 | `8 T K` … | play a bai of 1 … 4 sets |
| 64, 65 | `A A A A 2 3`, `8 T K K K K` | play a yu-liang, a bai-liang |
| 66, 67 | `8 T K K`, `8 T K K K` | play 8 T with two or three K |
| 68 … 100 | `A A A A 5r 5b` … | play a xi-bao-liang, by its xi and then by its liang |
| 101, 102 | `A A 2 2 3 3 8 8 T T K K`, `badui` | grab |
| 103 … 106 | `stop`, `lift`, `agree`, `tighten` | |
| 107 | `decline` | do not grab |
| 108, 109 | `void`, `keep` | declare the deal void, or not (never legal here) |
| 110 … 123 | `discard A` … `discard K` | discard a card, by class |

`env.unwrapped.game` translates: `game.text(action)`, `game.action(text)`.

## Rewards

Zero until the round is over, and then each agent's score; scores add up to zero.

In `env()` an illegal action ends the episode: the agent that tried it gets −58, as little as any round can bring, and
the others 0. In `raw_env()` it raises `IllegalActionError`, which names actions that are legal, and changes nothing.

## Arguments

```python
xianniu_v0.env(render_mode=None)
```

* `render_mode`: `"ansi"`, `render()` returns text; `"human"`, it is printed at each step; `None`, neither.

`reset(options=…)` takes a set position: `"hands"`, the 16 cards of each seat as a list of texts or as one string with
spaces, and `"leader"`, the seat that leads.

## Version history

* v0: first version.
"""

from . import xianniu
from .aec import module_functions

env, raw_env = module_functions("xianniu_v0", xianniu)
