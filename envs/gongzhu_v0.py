"""拱猪 with one deck, each for themselves, as a PettingZoo environment.

# Gongzhu (gongzhu_v0)

| | |
|---|---|
| Import | `from stockyard.envs import gongzhu_v0` |
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

A trick-taking game for four players with a deck of 52, in which only some cards count, and most of these against
whoever takes them. Everybody is dealt 13 cards; A is high, 2 is low.

**Sale.** A seat that holds the pig 猪 ♠Q, the sheep 羊 ♦J, the transformer 变压器 ♣T or ♥A is asked for each, in this
order, whether it sells it, which raises what the card is worth: *dark* 暗, its back on the table, so that the others
see only how many a seat has sold, or *open* 明, shown to all. Seats are asked one after the other, but nobody sees
what the others sold before all have decided.

**Tricks.** The holder of ♣2 leads any card. The others follow suit if they can, the highest card of the suit led wins,
and the winner leads to the next trick. In the first trick in which a suit is led, a sold card of that suit may not
follow, unless the seat has no other card of it.

**Scores.** Each seat counts what it has taken:

| Taken | Nothing sold | Sold dark | Sold open |
|---|---|---|---|
| pig ♠Q | −100 | −200 | −400 |
| sheep ♦J | +100 | +200 | +400 |
| hearts: 2 3 4 none, 5 … T −10 each, J −20, Q −30, K −40, A −50 | × 1 | × 2, if ♥A was | × 4, if ♥A was |
| instead, all 13 hearts | +200 | +400, if ♥A was | +800, if ♥A was |
| transformer ♣T with other score cards: their sum | × 2 | × 4 | × 8 |
| transformer without | +50 | +100 | +200 |
| instead of all that, everything: 1600, for ♥A and for ♣T | × 1 | × 2 | × 4 |

## Observation space

A dictionary of two arrays. `"action_mask"`, int8, has 1 for each legal action, and is all 0 unless the agent is to
act. `"observation"`, float32, is what the agent knows, in these segments (row-major). Seats are counted from the
agent: 0 is its own, 1 the next in the order of play. Suits are c d h s, cards are ordered by suit and in it by rank 2
… A, and sellable cards are pig, sheep, transformer, ♥A. Where nothing else is said, 1 means yes and 0 no.

| Segment | Start | Shape | Meaning |
|---|---|---|---|
| `hand` | 0 | `(52,)` | cards in the own hand |
| `table` | 52 | `(4, 52)` | seats × cards: played by the seat to the trick in progress |
| `trick_leader` | 260 | `(4,)` | the seat that leads, or led, the trick in progress; none in the sale |
| `winner` | 264 | `(4,)` | the seat whose card is the best in the trick in progress |
| `beats` | 268 | `(52,)` | own cards that would be the best in the trick in progress, legal or not |
| `unbeaten` | 320 | `(52,)` | own cards that no card of their suit in another hand is higher than |
| `club_two` | 372 | `(4,)` | the seat known to hold ♣2, since it led the first trick by it |
| `taken` | 376 | `(4, 16)` | seats × score cards (hearts 2 … A, pig, sheep, transformer): taken in tricks |
| `unseen` | 440 | `(52,)` | cards in the other hands, whichever |
| `voids` | 492 | `(3, 4)` | seats 1 … 3 × suits: the seat has shown that it holds no more of the suit |
| `asked` | 504 | `(4,)` | the sellable card that the agent is asked about |
| `sold_dark` | 508 | `(4, 4)` | seats × sellable cards: sold dark; of other seats, once played |
| `sold_open` | 524 | `(4, 4)` | seats × sellable cards: sold open; of other seats, once the sale is over |
| `backs` | 540 | `(4,)` | seats: a quarter for each card sold dark and not yet played; of others, after the sale |
| `suits_led` | 544 | `(4,)` | suits led in earlier tricks, in which sold cards may follow |
| `tricks_left` | 548 | `(1,)` | tricks not yet over, divided by 13 |
| `playing` | 549 | `(1,)` | the sale is over |
| `totals` | 550 | `(4,)` | seats: in a match, points of the hands before, divided by 1000 |

`state()` is what seat 0 knows and, after it, all that is hidden from it; `env.unwrapped.game.layout_all` names the
parts.

## Action space

| Actions | Text | Meaning |
|---|---|---|
| 0 … 12 | `2c` `3c` … `Kc` `Ac` | play that club |
| 13 … 25 | `2d` … `Ad` | play that diamond |
| 26 … 38 | `2h` … `Ah` | play that heart |
| 39 … 51 | `2s` … `As` | play that spade |
| 52 | `sell keep` | do not sell the card asked about |
| 53 | `sell dark` | sell it dark |
| 54 | `sell open` | sell it open |

`env.unwrapped.game` translates: `game.text(action)`, `game.action(text)`.

## Rewards

Zero until the hand is over, and then each agent's score. Scores of a hand do not add up to zero. In a match
(`episode="match"`) the points of the hands add up until, after one of them, somebody's total is at least 1000 or at
most −1000; the rewards are then the settlement of the match, tens of points at most, and zero before. A match that
`max_hands` cuts off is truncated, with rewards 0.

In `env()` an illegal action ends the episode: the agent that tried it gets −9600 (in a match −40), as little as any
hand (any match) can bring, and the others 0. In `raw_env()` it raises `IllegalActionError`, which names actions that
are legal, and changes nothing.

## Arguments

```python
gongzhu_v0.env(render_mode=None, sale=True, episode="hand", max_hands=None)
```

* `render_mode`: `"ansi"`, `render()` returns text; `"human"`, it is printed at each step; `None`, neither.
* `sale`: False for a game in which nothing is sold.
* `episode`: `"hand"` or `"match"`.
* `max_hands`: the number of hands after which a match that is not over is truncated; None for no limit.

`reset(options=…)` takes a set position, in a match for its first hand: `"hands"`, the 13 cards of each seat as a list
of texts or as one string with spaces, and `"leader"`, the seat that leads instead of the holder of ♣2.

## Version history

* v0: first version.
"""

from . import gongzhu
from .aec import module_functions

env, raw_env = module_functions("gongzhu_v0", gongzhu)
