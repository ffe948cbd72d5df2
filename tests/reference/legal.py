"""The full set of legal sentences: candidates from the hand, each put to the judge (notation.md, Legal)."""

from collections import Counter
from collections.abc import Iterator
from itertools import product

from .cards import Card, in_order
from .fitting import way_to_play
from .judge import REFUSES_CARDS, cards_left, in_good_faith, judge
from .moves import BARE_VERBS, Move, write_move
from .state import State


def legal_sentences(state: State, seat: int) -> list[str]:
    """Sentences accepted now without being a foul, a false or a repeated call; plays first."""
    if state.over:
        return []
    moves = [*candidate_plays(state, seat), *candidate_others(state, seat)]
    return [write_move(move) for move in moves if judge(state, seat, move).status == "accepted"]


def candidate_others(state: State, seat: int) -> Iterator[Move]:
    """Everything that is not a play."""
    if seat == state.turn:
        for verb in BARE_VERBS:
            if verb != "uno":
                yield Move(verb)
        if state.pending is not None and state.pending.kind == "color":
            for color in state.edition.colors:
                yield Move("color", color=color)
    if len(state.hands[seat]) == 1 and seat not in state.called:
        yield Move("uno")
    for other in sorted(state.open):
        yield Move("catch", target=other)


def candidate_plays(state: State, seat: int) -> Iterator[Move]:
    """Every form of every play that the hand allows."""
    asked = seat == state.turn
    if not asked and state.cut is None:
        return
    if asked and state.pending is not None and state.pending.kind in REFUSES_CARDS:
        return
    hand = Counter(in_order(state.hands[seat]))
    for card in hand:
        if card.black and card.checks:
            laid: list[Card | None] = [held for held in hand if not held.black]
            for below in laid or [None]:
                yield from forms(state, seat, Move("play", (card,), laid=below))
        else:
            yield from forms(state, seat, Move("play", (card,)))
    if asked and state.options.same_symbol:
        for cards in several_equal(state, seat, hand):
            yield from forms(state, seat, Move("play", cards))


def several_equal(state: State, seat: int, hand: Counter[Card]) -> Iterator[tuple[Card, ...]]:
    """Two or more of one face: first and last free, those between in the canonical order."""
    for first in hand:
        if first.black or not way_to_play(state, seat, (first, first)):
            continue
        left = Counter({card: count for card, count in hand.items() if card.face == first.face})
        left[first] -= 1
        for last in [card for card in left if left[card]]:
            left[last] -= 1
            between = [[(card,) * times for times in range(count + 1)] for card, count in left.items()]
            for chosen in product(*between):
                yield (first, *(card for group in chosen for card in group), last)
            left[last] += 1


def forms(state: State, seat: int, bare: Move) -> Iterator[Move]:
    """A play with its colours or seats, each with the call where it leaves one card, before or after an exchange."""
    card = bare.cards[0]
    if cards_left(state, seat, bare) == 0:
        yield bare  # a last card in its bare form only
        return
    complete = [bare]
    if card.black:
        complete = [Move("play", bare.cards, bare.laid, color) for color in state.edition.colors]
    elif card.exchanges == "swap" and state.options.seven_zero:
        others = [other for other in range(state.players) if other != seat]
        complete = [Move("play", bare.cards, target=other) for other in others]
    for move in complete:
        yield move
        if state.options.uno == "call" and in_good_faith(state, seat, move):
            yield Move("play", move.cards, move.laid, move.color, move.target, uno=True)
