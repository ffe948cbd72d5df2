"""What a move is worth to the normal bot, in tenths of a card. The numbers are by feel; their order is what matters."""

from __future__ import annotations

from collections.abc import Callable

from huefall.bots.sight import Choice, Sight
from huefall.bots.suspicion import guess_bluff
from huefall.editions.deck import ROTATE, SWAP, Row

CARD = 10.0  # a card less in the hand
TURN = 8.0  # a turn lost
DRAWN_CARD = 8.0  # a card more in the hand
WIN = 1000.0
LOW = 2  # a hand this small may be gone before the next turn
KEPT_WILD, KEPT_DRAWING_WILD, KEPT_ACTION = 20.0, 25.0, 4.0
BLUFF = 60.0  # more than any Wild Draw Four can gain: it does not bluff while anything else fits


def weigh(sight: Sight, choice: Choice) -> float:
    """Return what an answer to the question is worth."""
    weighing = _WEIGHINGS.get(choice.verb)
    return 0.0 if weighing is None else weighing(sight, choice)


def weigh_play(sight: Sight, choice: Choice) -> float:
    """Return what a play is worth: cards and points gone, what can follow, and whom it hits."""
    left = sight.after(choice)
    if not left:
        return WIN
    row = sight.kinds[choice.cards[0]].row
    threatened = sight.lowest_other() <= LOW
    points = sum(sight.kinds[card].row.points for card in choice.cards)
    weight = CARD * len(choice.cards) + points * (0.3 if threatened else 0.04)
    if not threatened:
        weight -= _worth_keeping(row)
    weight += _follow_up(sight, choice, left)
    weight += _attack(sight, choice, row)
    if row.restricted and sight.rules.challenge and _holds(sight, left, sight.view["color"]):
        weight -= BLUFF
    if sight.rules.seven_zero:
        weight += _gain_of_exchange(sight, choice, row, len(left))
    if row.checks and len(choice.cards) > 1 and sight.rules.gauntlet_self:
        weight -= DRAWN_CARD * row.checks * _holds(sight, left, sight.color_of(choice.cards[1]))
    return weight


def _worth_keeping(row: Row) -> float:
    """Black cards always fit and actions stop somebody who is nearly out, so numbers go first."""
    if row.black:
        return KEPT_DRAWING_WILD if row.draws or row.escapes else KEPT_WILD
    return KEPT_ACTION if row.draws or row.skips or row.reverses else 0.0


def _follow_up(sight: Sight, choice: Choice, left: list[str]) -> float:
    """Like a colour the rest of the hand has much of, and a face it has more of."""
    last = sight.kinds[choice.cards[-1]].row
    color = choice.color or sight.color_of(choice.cards[-1])
    of_color = sum(sight.color_of(card) == color for card in left)
    of_face = sum(not last.black and sight.kinds[card].row.face == last.face for card in left)
    return 2.0 * of_color + of_face


def _attack(sight: Sight, choice: Choice, row: Row) -> float:
    """Hit the next player, the more so the fewer cards that one has."""
    victim, other = sight.sizes[sight.neighbour(1)], sight.sizes[sight.neighbour(-1)]
    boosted = sight.view["boost"] is not None and sight.color_of(choice.cards[-1]) == sight.view["boost"]
    weight = 2.0 * row.draws * len(choice.cards) + 1.0 * row.dares
    if row.draws or row.skips or boosted:
        weight += 12.0 if victim <= LOW else 2.0
    if row.reverses:
        weight += 12.0 if sight.players == 2 else max(-6.0, min(6.0, 2.0 * (other - victim)))
    return weight


def _gain_of_exchange(sight: Sight, choice: Choice, row: Row, left: int) -> float:
    if row.exchanges == SWAP and choice.target is not None:
        return DRAWN_CARD * (left - sight.sizes[choice.target])
    if row.exchanges == ROTATE:
        return DRAWN_CARD * (left - sight.sizes[sight.neighbour(-1)])
    return 0.0


def _gain_of_naming(sight: Sight, choice: Choice) -> float:
    return float(sum(sight.color_of(card) == choice.color for card in sight.hand))


def _cost_of_accepting(sight: Sight, _: Choice) -> float:
    pending = sight.pending
    if pending is None or pending["kind"] == "reverse":
        return -2.0
    lost = 0.0 if pending["kind"] == "dance" and not sight.rules.dance_ends_turn else TURN
    return -(DRAWN_CARD * int(pending["draw"]) + lost)


def _gain_of_challenging(sight: Sight, _: Choice) -> float:
    """CHAL-02, CHAL-03: a normal turn if it was a bluff, two cards more if not."""
    pending = sight.pending
    if pending is None:
        return 0.0
    bluff = guess_bluff(sight, pending["from"])
    at_stake = int(pending["draw"]) + 2
    return bluff * TURN - (1 - bluff) * (DRAWN_CARD * at_stake + TURN)


def _gain_of_rejecting(sight: Sight, _: Choice) -> float:
    """Vote against a dancer who is nearly out; be kind to everybody else, as dances go."""
    pending = sight.pending
    return LOW + 0.5 - sight.sizes[pending["dancer"]] if pending is not None else 0.0


def _holds(sight: Sight, cards: list[str], color: str | None) -> bool:
    return any(sight.color_of(card) == color for card in cards)


def _cost_of_drawing(_: Sight, __: Choice) -> float:
    return -15.0


#: What is not here (keep, pass, dance, approve) costs and gains nothing.
_WEIGHINGS: dict[str, Callable[[Sight, Choice], float]] = {
    "play": weigh_play,
    "color": _gain_of_naming,
    "draw": _cost_of_drawing,
    "accept": _cost_of_accepting,
    "challenge": _gain_of_challenging,
    "reject": _gain_of_rejecting,
}
