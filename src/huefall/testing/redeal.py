"""A round played again from another deck: it goes the same way as far as one seat can know, and has other cards where that seat
never saw any (VIEW-01).

A position dealt anew (``huefall.testing.hidden``) has no past. A round has one, so that what was told of it can be compared.
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

#: How many exchanges of two cards are tried. One in four or so touches nothing that the seat has seen; late in a round it is fewer.
TRIES = 60

#: How far below the cards that are drawn already others are taken from the pile.
DEPTH = 12

#: How often two cards of a reshuffle are exchanged, where there was one, and not two of the deck.
SHARE_OF_RESHUFFLES = 0.3


@dataclass(frozen=True, slots=True)
class Script:
    """A round so that it can be played again: its deck, its moves and the order of each reshuffle."""

    variant: Variant
    players: int
    dealer: int
    deck: tuple[int, ...]
    reshuffle: Reshuffle | None  # in the deal itself
    moves: tuple[Played, ...]

    @classmethod
    def of(cls, match: Match) -> Script:
        """Take the current round of a match, without the move that ended it: that one lays all hands open."""
        played = match.rounds[-1]
        moves = tuple(played.moves[: len(played.moves) - match.round_over])
        return cls(match.variant, match.players, played.dealer, played.deck, played.reshuffle, moves)

    def until(self, step: int) -> Script:
        """Return the round up to a step: so many moves."""
        return replace(self, moves=self.moves[:step])

    def play(self) -> Iterator[tuple[Game, Sequence[Event]]]:
        """Play the round: yield the table after the deal and after each move, and what happened. It is always the same table."""
        game = new_table(self.variant, self.players, undo=False)
        game.script_reshuffle(_order(self.reshuffle))
        yield game, game.deal(self.deck, self.dealer)
        for move in self.moves:
            game.script_reshuffle(_order(move.reshuffle))
            yield game, game.play(move.seat, move.sentence).events

    def end(self) -> Game:
        """Return the table as it stands after the last move."""
        *_, (game, _) = self.play()
        return game


def redeal(script: Script, seat: int | None, rng: Random, tries: int = TRIES) -> Script:
    """Exchange cards of the deck, and of reshuffles, that a seat has never seen; ``None`` for a spectator.

    An exchange stays if the round can still be played to its end and the seat witnesses the same. What that is, is said here once more:
    whoever asked ``huefall.view`` would not notice if that told too much.
    """
    witnessed = list(_witness(script, seat))
    drawn = sum(event.kind == "draw" for happened, *_ in witnessed for event in happened)
    reach = min(script.players * script.variant.rules.hand_size + drawn + DEPTH, len(script.deck))
    for _ in range(tries):
        other = _exchange(script, reach, rng)
        if _agrees(other, seat, witnessed):
            script = other
    return script


def _witness(script: Script, seat: int | None) -> Iterator[Any]:
    """Yield what a seat witnesses: its cards as dealt; of each step all that happens but for the cards others draw, its hand, a hand it
    is shown.
    """
    for game, events in script.play():
        happened = [replace(event, card=None) if _is_hidden(event, seat) else event for event in events]
        shown = game.shown if game.shown is not None and game.shown.to == seat else None
        yield happened, shown, () if seat is None else (game.dealt(seat), game.hand(seat))


def _is_hidden(event: Event, seat: int | None) -> bool:
    return event.kind == "draw" and (seat is None or event.seat != seat)


def _agrees(script: Script, seat: int | None, witnessed: Sequence[Any]) -> bool:
    try:
        return all(one == other for one, other in zip(witnessed, _witness(script, seat), strict=True))
    except HuefallError:  # somebody does not have the card that was played, or had to play the one that was kept
        return False


def _exchange(script: Script, reach: int, rng: Random) -> Script:
    """Exchange two cards, at least one of them among those that ``reach`` from the beginning of the deck."""
    reshuffled = [number for number, move in enumerate(script.moves) if move.reshuffle is not None]
    if not reshuffled or rng.random() >= SHARE_OF_RESHUFFLES:
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
