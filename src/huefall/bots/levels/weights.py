"""What a move is worth to the normal bot, in tenths of a card. The numbers are by feel; their order is what matters.

Whom a play hits, and with how many cards, comes from a preview (``SeatView.preview``).
"""

from __future__ import annotations

from collections.abc import Callable

from huefall.bots.beliefs.bluff import guess_bluff
from huefall.bots.seat_view import NEARLY_OUT, SeatView
from huefall.editions.deck import NO_EXCHANGE, Row
from huefall.vocabulary.moves import Move

CARD = 10.0  # a card played
TURN = 8.0  # a lost turn
DRAWN_CARD = 8.0
WIN = 1000.0
KEPT_WILD, KEPT_DRAWING_WILD, KEPT_ACTION = 20.0, 25.0, 4.0
BLUFF = 60.0  # more than any Wild Draw Four can gain: normal never bluffs while anything else fits


def weigh(seat_view: SeatView, move: Move) -> float:
    """What an answer is worth."""
    weighing = _WEIGHINGS.get(move.verb)
    return 0.0 if weighing is None else weighing(seat_view, move)


def weigh_play(seat_view: SeatView, move: Move) -> float:
    """What a play is worth: the cards and points played, what can follow, and whom it hits."""
    left = seat_view.after(move)
    if not left:
        return WIN
    row = seat_view.kinds[move.cards[0]].row
    threatened = seat_view.lowest_other() <= NEARLY_OUT
    points = sum(seat_view.kinds[card].row.points for card in move.cards)
    weight = CARD * len(move.cards) + points * (0.3 if threatened else 0.04)
    if not threatened:
        weight -= _worth_keeping(row)
    weight += _follow_up(seat_view, move, left)
    weight += _attack(seat_view, move, row)
    if row.restricted and seat_view.rules.challenge and _holds(seat_view, left, seat_view.view["color"]):
        weight -= BLUFF
    if row.exchanges != NO_EXCHANGE and seat_view.rules.seven_zero:
        weight += DRAWN_CARD * (len(left) - seat_view.preview(move).sizes[seat_view.seat])
    if row.checks and len(move.cards) > 1 and seat_view.rules.gauntlet_self:
        weight -= DRAWN_CARD * row.checks * _holds(seat_view, left, seat_view.color_of(move.cards[1]))
    return weight


def _worth_keeping(row: Row) -> float:
    """Black cards always fit and actions stop a player who is nearly out, so numbers go first."""
    if row.black:
        return KEPT_DRAWING_WILD if row.draws or row.escapes else KEPT_WILD
    return KEPT_ACTION if row.draws or row.skips or row.reverses else 0.0


def _follow_up(seat_view: SeatView, move: Move, left: list[str]) -> float:
    """Prefer the colour and the face of which the rest of the hand has most."""
    last = seat_view.kinds[move.cards[-1]].row
    color = move.color or seat_view.color_of(move.cards[-1])
    of_color = sum(seat_view.color_of(card) == color for card in left)
    of_face = sum(not last.black and seat_view.kinds[card].row.face == last.face for card in left)
    return 2.0 * of_color + of_face


def _attack(seat_view: SeatView, move: Move, row: Row) -> float:
    """Hit another player, the harder the fewer cards that player has."""
    if not (row.draws or row.skips or row.reverses or row.dares or seat_view.view["boost"] is not None):
        return 0.0  # a preview would find nothing, and takes time
    found = seat_view.preview(move)
    turned, target = found.unanswered.turns_direction, found.target
    weight = 2.0 * found.amount + 1.0 * row.dares
    if turned and seat_view.players == 2:
        return weight + 12.0
    if target is not None:
        weight += 12.0 if seat_view.sizes[target] <= NEARLY_OUT else 2.0
    if turned:
        before, following = (seat_view.sizes[seat_view.neighbour(steps)] for steps in (-1, 1))
        weight += max(-6.0, min(6.0, 2.0 * (before - following)))
    return weight


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
    """Positive, a vote against, for a dancer who is nearly out; negative for all others."""
    pending = seat_view.pending
    return NEARLY_OUT + 0.5 - seat_view.sizes[pending["dancer"]] if pending is not None else 0.0


def _holds(seat_view: SeatView, cards: list[str], color: str | None) -> bool:
    return any(seat_view.color_of(card) == color for card in cards)


def _cost_of_drawing(_: SeatView, __: Move) -> float:
    return -15.0


#: By verb; the others (keep, pass, dance, approve) are worth 0.
_WEIGHINGS: dict[str, Callable[[SeatView, Move], float]] = {
    "play": weigh_play,
    "color": _gain_of_naming,
    "draw": _cost_of_drawing,
    "accept": _cost_of_accepting,
    "challenge": _gain_of_challenging,
    "reject": _gain_of_rejecting,
}
