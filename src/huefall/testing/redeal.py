"""``redeal``: the same round from another deck. One seat observes the same, and all cards it never saw may differ
(VIEW-01).

A position with shuffled cards (``huefall.testing.hidden``) has no history; a round has one, so the events a seat is shown can be compared.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from huefall.game import Game, Match, Played, Reshuffle
from huefall.game.events import Event
from huefall.game.game import new_table
from huefall.notation.variant import Variant
from huefall.vocabulary.errors import HuefallError

#: How many exchanges of two cards are tried. About one in four touches no card the seat has seen; fewer late in a round.
TRIES = 60

#: Cards are exchanged down to this depth below the drawn ones.
DEPTH = 12

#: If the pile was reshuffled, this share of exchanges is made in the reshuffled order, and not in the deck.
RESHUFFLE_SHARE = 0.3


@dataclass(frozen=True, slots=True)
class Script:
    """A round that can be replayed: its deck, its moves and the order of each reshuffle."""

    variant: Variant
    players: int
    dealer: int
    deck: tuple[int, ...]
    reshuffle: Reshuffle | None  # in the deal itself
    moves: tuple[Played, ...]

    @classmethod
    def of(cls, match: Match) -> Script:
        """The current round of a match, without the move that ended it: that one reveals all hands."""
        played = match.rounds[-1]
        moves = tuple(played.moves[: len(played.moves) - match.round_over])
        return cls(match.variant, match.players, played.dealer, played.deck, played.reshuffle, moves)

    def until(self, step: int) -> Script:
        """The first ``step`` moves of the round."""
        return replace(self, moves=self.moves[:step])

    def play(self) -> Iterator[tuple[Game, Sequence[Event]]]:
        """Replay the round: yield the table and the events after the deal and after each move. The table object is reused."""
        game = new_table(self.variant, self.players, undo=False)
        game.script_reshuffle(_order(self.reshuffle))
        yield game, game.deal(self.deck, self.dealer)
        for move in self.moves:
            game.script_reshuffle(_order(move.reshuffle))
            yield game, game.play(move.seat, move.sentence).events

    def end(self) -> Game:
        """The table after the last move."""
        *_, (game, _) = self.play()
        return game


def redeal(script: Script, seat: int | None, rng: Random, tries: int = TRIES) -> Script:
    """Exchange cards of the deck, and of reshuffles, that a seat has never seen; ``None`` for a spectator.

    An exchange is kept if the round can still be replayed and the seat observes the same. What a seat observes is
    defined here a second time, on purpose: a check by ``huefall.view`` itself would not notice if that revealed too much.
    """
    observed = list(_observe(script, seat))
    drawn = sum(event.kind == "draw" for happened, *_ in observed for event in happened)
    reach = min(script.players * script.variant.rules.hand_size + drawn + DEPTH, len(script.deck))
    for _ in range(tries):
        other = _exchange(script, reach, rng)
        if _agrees(other, seat, observed):
            script = other
    return script


def _observe(script: Script, seat: int | None) -> Iterator[Any]:
    """Yield what a seat observes: its dealt cards and, per step, all events without the cards that others draw, its hand,
    and a hand it is shown.
    """
    for game, events in script.play():
        happened = [replace(event, card=None) if _is_hidden(event, seat) else event for event in events]
        shown = game.shown if game.shown is not None and game.shown.to == seat else None
        yield happened, shown, () if seat is None else (game.dealt(seat), game.hand(seat))


def _is_hidden(event: Event, seat: int | None) -> bool:
    """Whether the event's card is hidden from the seat."""
    return event.kind == "draw" and (seat is None or event.seat != seat)


def _agrees(script: Script, seat: int | None, observed: Sequence[Any]) -> bool:
    try:
        return all(one == other for one, other in zip(observed, _observe(script, seat), strict=True))
    except HuefallError:  # a played card is missing, or a kept card had to be played
        return False


def _exchange(script: Script, reach: int, rng: Random) -> Script:
    """Exchange two cards, at least one of them among those that ``reach`` from the beginning of the deck."""
    reshuffled = [number for number, move in enumerate(script.moves) if move.reshuffle is not None]
    if not reshuffled or rng.random() >= RESHUFFLE_SHARE:
        places = rng.randrange(reach), rng.randrange(rng.choice([reach, len(script.deck)]))
        return replace(script, deck=_swapped(script.deck, *places))
    number = rng.choice(reshuffled)
    move = script.moves[number]
    found = move.reshuffle
    if found is None or not found.order:
        return script
    order = _swapped(found.order, rng.randrange(len(found.order)), rng.randrange(len(found.order)))
    changed = replace(move, reshuffle=replace(found, order=order))
    return replace(script, moves=(*script.moves[:number], changed, *script.moves[number + 1 :]))


def _swapped(cards: tuple[int, ...], one: int, other: int) -> tuple[int, ...]:
    changed = list(cards)
    changed[one], changed[other] = changed[other], changed[one]
    return tuple(changed)


def _order(reshuffle: Reshuffle | None) -> Sequence[int] | None:
    return None if reshuffle is None else reshuffle.order
