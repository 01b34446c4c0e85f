"""
# 拱猪 (gongzhu_v0)

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
| Observation shape | `(@D@,)` |
| Observation values | `[-1, 1]` |
| State shape | `(@ALL@,)` |

拱猪 ("chase the pig") with one deck of 52 cards, four players, each for themselves: a trick-taking game in which only some cards count.

Everybody gets 13 cards. A seat that holds the pig ♠Q, the sheep ♦J, the transformer ♣T or the heart ace ♥A may *sell* it before play, which
makes it count for more: *dark* (face down; the others see only how many backs a seat shows) or *open* (shown to all). Seats are asked in turn, but
no seat is shown what others sold before the sale is over.

Then the holder of ♣2 leads any card. The others must follow suit if they can; the highest card of the suit led (A is high) wins the trick and its
winner leads the next. A sold card may not follow in the first trick in which its suit is led, unless the seat has no other card of that suit.

Each seat counts the score cards that it took in tricks:

| Cards | unsold | dark | open |
|---|---|---|---|
| pig ♠Q | −100 | −200 | −400 |
| sheep ♦J | +100 | +200 | +400 |
| hearts: 2–4 count 0, 5–10 count −10 each, J −20, Q −30, K −40, A −50 | × 1 | × 2 (♥A dark) | × 4 (♥A open) |
| all thirteen hearts, instead | +200 | +400 (♥A dark) | +800 (♥A open) |
| transformer ♣T with other score cards: multiplies their sum | × 2 | × 4 | × 8 |
| transformer alone | +50 | +100 | +200 |
| all sixteen, instead: 1600 times the factor of ♥A times that of ♣T | × 1 | × 2 | × 4 |

## Observation space

A dictionary with two arrays:

* `"observation"`, float32: what the agent knows, as the segments below. Seats are counted from the agent's own: 0 itself, 1 the next to act, and so on.
* `"action_mask"`, int8: 1 for each legal action. All 0 unless the agent is to act.

@TABLE@

`env.state()` is the same with all hidden cards, as seat 0 would see it: `env.unwrapped.game.layout_all` names its segments.

## Action space

| Actions | Text | |
|---|---|---|
| 0–12 | `2c` `3c` … `Kc` `Ac` | play a club |
| 13–25 | `2d` … `Ad` | play a diamond |
| 26–38 | `2h` … `Ah` | play a heart |
| 39–51 | `2s` … `As` | play a spade |
| 52 | `sell keep` | do not sell the card asked about |
| 53 | `sell dark` | sell it dark |
| 54 | `sell open` | sell it open |

`env.unwrapped.game.text(action)` and `.action(text)` translate. Cards to sell are asked about in the order pig, sheep, transformer, ♥A.

## Rewards

Zero until the hand is over; then each agent's reward is its score, in whole points (units are never scaled). With `episode="match"` hands are
played until, after one, some seat's total is 1000 or more, or −1000 or less; the reward is then the settlement, a few tens of points
at most, and still zero between hands. A match cut off by `max_hands` is truncated, with rewards 0. Rewards of a hand do not add up to zero.

An illegal action in `env()` ends the episode: the agent that tried it gets the lowest reward that any play could bring (@LOWEST@), the others 0. In
`raw_env()` it raises `IllegalActionError`, which names legal ones, and nothing changes.

## Arguments

```python
gongzhu_v0.env(render_mode=None, sale=True, episode="hand", max_hands=None)
```

* `render_mode`: `"ansi"` (`render()` returns text), `"human"` (it is printed after every step) or `None`.
* `sale`: `False` leaves out the sale: play begins at once, and nothing is sold.
* `episode`: `"hand"` or `"match"`.
* `max_hands`: with `episode="match"`, the number of hands after which an unfinished match is truncated; `None` for no limit.

`reset(options=...)` takes a set position for the first hand: `"hands"`, a list with each seat's 13 cards (a list of texts, or one string with spaces), and
`"leader"`, the seat that leads instead of the holder of ♣2.

## Version history

* v0: first version.
"""

from . import gongzhu
from .aec import module_functions

env, raw_env = module_functions("gongzhu_v0", gongzhu)
