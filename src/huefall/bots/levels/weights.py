"""What a move is worth to the normal bot, in tenths of a card. The numbers are by feel; their order is what matters."""

from __future__ import annotations

from collections.abc import Callable

from huefall.bots.beliefs.bluff import guess_bluff
from huefall.bots.seat_view import SeatView
from huefall.editions.deck import ROTATE, SWAP, Row
from huefall.vocabulary.moves import Move

CARD = 10.0  # a card less in the hand
TURN = 8.0  # a turn lost
DRAWN_CARD = 8.0  # a card more in the hand
WIN = 1000.0
LOW = 2  # a hand this small may be gone before the next turn
KEPT_WILD, KEPT_DRAWING_WILD, KEPT_ACTION = 20.0, 25.0, 4.0
BLUFF = 60.0  # more than any Wild Draw Four can gain: it does not bluff while anything else fits


def weigh(seat_view: SeatView, move: Move) -> float:
    """Return what an answer to the question is worth."""
    weighing = _WEIGHINGS.get(move.verb)
    return 0.0 if weighing is None else weighing(seat_view, move)


def weigh_play(seat_view: SeatView, move: Move) -> float:
    """Return what a play is worth: cards and points gone, what can follow, and whom it hits."""
    left = seat_view.after(move)
    if not left:
        return WIN
    row = seat_view.kinds[move.cards[0]].row
    threatened = seat_view.lowest_other() <= LOW
    points = sum(seat_view.kinds[card].row.points for card in move.cards)
    weight = CARD * len(move.cards) + points * (0.3 if threatened else 0.04)
    if not threatened:
        weight -= _worth_keeping(row)
    weight += _follow_up(seat_view, move, left)
    weight += _attack(seat_view, move, row)
    if row.restricted and seat_view.rules.challenge and _holds(seat_view, left, seat_view.view["color"]):
        weight -= BLUFF
    if seat_view.rules.seven_zero:
        weight += _gain_of_exchange(seat_view, move, row, len(left))
    if row.checks and len(move.cards) > 1 and seat_view.rules.gauntlet_self:
        weight -= DRAWN_CARD * row.checks * _holds(seat_view, left, seat_view.color_of(move.cards[1]))
    return weight


def _worth_keeping(row: Row) -> float:
    """Black cards always fit and actions stop somebody who is nearly out, so numbers go first."""
    if row.black:
        return KEPT_DRAWING_WILD if row.draws or row.escapes else KEPT_WILD
    return KEPT_ACTION if row.draws or row.skips or row.reverses else 0.0


def _follow_up(seat_view: SeatView, move: Move, left: list[str]) -> float:
    """Like a colour the rest of the hand has much of, and a face it has more of."""
    last = seat_view.kinds[move.cards[-1]].row
    color = move.color or seat_view.color_of(move.cards[-1])
    of_color = sum(seat_view.color_of(card) == color for card in left)
    of_face = sum(not last.black and seat_view.kinds[card].row.face == last.face for card in left)
    return 2.0 * of_color + of_face


def _attack(seat_view: SeatView, move: Move, row: Row) -> float:
    """Hit the next player, the more so the fewer cards that one has."""
    victim, other = seat_view.sizes[seat_view.neighbour(1)], seat_view.sizes[seat_view.neighbour(-1)]
    boosted = seat_view.view["boost"] is not None and seat_view.color_of(move.cards[-1]) == seat_view.view["boost"]
    weight = 2.0 * row.draws * len(move.cards) + 1.0 * row.dares
    if row.draws or row.skips or boosted:
        weight += 12.0 if victim <= LOW else 2.0
    if row.reverses:
        weight += 12.0 if seat_view.players == 2 else max(-6.0, min(6.0, 2.0 * (other - victim)))
    return weight


def _gain_of_exchange(seat_view: SeatView, move: Move, row: Row, left: int) -> float:
    if row.exchanges == SWAP and move.target is not None:
        return DRAWN_CARD * (left - seat_view.sizes[move.target])
    if row.exchanges == ROTATE:
        return DRAWN_CARD * (left - seat_view.sizes[seat_view.neighbour(-1)])
    return 0.0


def _gain_of_naming(seat_view: SeatView, move: Move) -> float:
    return float(sum(seat_view.color_of(card) == move.color for card in seat_view.hand))


def _cost_of_accepting(seat_view: SeatView, _: Move) -> float:
    pending = seat_view.pending
    if pending is None or pending["kind"] == "reverse":
        return -2.0
    lost = 0.0 if pending["kind"] == "dance" and not seat_view.rules.dance_ends_turn else TURN
    return -(DRAWN_CARD * int(pending["draw"]) + lost)


def _gain_of_challenging(seat_view: SeatView, _: Move) -> float:
    """CHAL-02, CHAL-03: a normal turn if it was a bluff, two cards more if not."""
    pending = seat_view.pending
    if pending is None:
        return 0.0
    bluff = guess_bluff(seat_view, pending["from"])
    at_stake = int(pending["draw"]) + 2
    return bluff * TURN - (1 - bluff) * (DRAWN_CARD * at_stake + TURN)


def _gain_of_rejecting(seat_view: SeatView, _: Move) -> float:
    """Vote against a dancer who is nearly out; be kind to everybody else, as dances go."""
    pending = seat_view.pending
    return LOW + 0.5 - seat_view.sizes[pending["dancer"]] if pending is not None else 0.0


def _holds(seat_view: SeatView, cards: list[str], color: str | None) -> bool:
    return any(seat_view.color_of(card) == color for card in cards)


def _cost_of_drawing(_: SeatView, __: Move) -> float:
    return -15.0


#: What is not here (keep, pass, dance, approve) costs and gains nothing.
_WEIGHINGS: dict[str, Callable[[SeatView, Move], float]] = {
    "play": weigh_play,
    "color": _gain_of_naming,
    "draw": _cost_of_drawing,
    "accept": _cost_of_accepting,
    "challenge": _gain_of_challenging,
    "reject": _gain_of_rejecting,
}
