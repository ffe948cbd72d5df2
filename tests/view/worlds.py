"""Other worlds: tables that look the same from one seat and differ in everything that is hidden from it (VIEW-01).

A world is made from a position by shuffling the hidden cards among the hands and the pile. ``Known`` says which of them a seat has come to
know, or will with the next move, and which of their properties the rules make public.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from huefall.game import Game, Outcome
from huefall.kernel import entry
from huefall.notation.position import read_position
from huefall.vocabulary.moves import Move

#: A hidden card's place: (seat, index in its hand), or (None, index in the pile).
Place = tuple[int | None, int]


@dataclass
class Known:
    """What must be the same in the other world."""

    places: set[Place] = field(default_factory=set)
    kind_of: Callable[[str], Hashable] = lambda _card: None  # cards change places only with cards of the same kind
    seed: bool = False
    guilty: bool = False
    drawn: bool = False


def other_world(game: Game, seat: int | None, rng: Random, known: Known | None = None) -> Game:
    """Make a table that differs from this one in what the seat (``None``: a spectator) does not know."""
    known = known or Known()
    position = game.position()
    piles: dict[int | None, list[str]] = {None: position["pile"], **dict(enumerate(position["hands"]))}
    hidden = [
        (owner, index)
        for owner, cards in piles.items()
        if owner is None or owner != seat
        for index in range(len(cards))
        if (owner, index) not in known.places
    ]
    drawn_place = _place_of_drawn(position)
    if known.drawn and drawn_place in hidden:
        hidden.remove(drawn_place)
    for kind in {known.kind_of(piles[owner][index]) for owner, index in hidden}:
        places = [place for place in hidden if known.kind_of(piles[place[0]][place[1]]) == kind]
        cards = [piles[owner][index] for owner, index in places]
        rng.shuffle(cards)
        for (owner, index), card in zip(places, cards, strict=True):
            piles[owner][index] = card
    if drawn_place is not None:
        owner, index = drawn_place
        position["drawn"] = piles[owner][index]
    pending = position["pending"]
    if pending and pending["guilty"] is not None and not known.guilty:
        pending["guilty"] = rng.random() < 0.5
    world = Game(game.variant, read_position(game.variant, position))
    entry.seed_table(world.record_of_state, rng.getrandbits(40), 0)
    if known.seed:
        for name in ("seed", "ticks", "chance"):
            world.record_of_state[0][name] = game.record_of_state[0][name]
    world.shown = game.shown
    return world


def _place_of_drawn(position: dict[str, Any]) -> Place | None:
    drawn, turn = position["drawn"], position["turn"]
    return None if drawn is None else (turn, position["hands"][turn].index(drawn))


def known_after(game: Game, seat: int | None, mover: int, move: Move, outcome: Outcome) -> Known:
    """Return what a seat learns by a move played in this position, so that the other world agrees in exactly that."""
    rules, position = game.variant.rules, game.position()
    known = Known()
    if mover != seat:  # the cards played or wrongly played, which are public
        hand = list(position["hands"][mover])
        for card in move.cards:
            index = hand.index(card)
            hand[index] = ""
            known.places.add((mover, index))
    draws = [event for event in outcome.events if event.kind == "draw"]
    for place, event in enumerate(draws):
        if event.seat == seat or (move.verb == "draw" and rules.draw == "until_playable"):
            known.places.add((None, place))  # the seat's own draw, or the card that ended a long draw
    known.seed = any(event.kind == "reshuffle" for event in outcome.events)
    known.guilty = move.verb == "challenge"
    known.drawn = rules.drawn == "forced" or move.verb == "play"
    if move.verb == "challenge" and mover == seat:
        known.places |= whole_hand(position, position["pending"]["from"])
    # A player who must play a fitting drawn card but keeps a Wild Draw Four reveals that the hand has the colour.
    tells_hand = move.verb == "keep" and rules.drawn == "forced"
    if move.verb == "pass" or tells_hand or _lays_no_card(game, move):
        known.places |= whole_hand(position, mover)
    for event in outcome.events:
        if seat is not None and event.kind == "swap" and seat in (event.seat, event.other):
            known.places |= whole_hand(position, int(str(event.other if seat == event.seat else event.seat)))
        if seat is not None and event.kind == "rotate":
            known.places |= whole_hand(position, (seat - int(event.amount or 0)) % game.players)
    known.kind_of = _public_kind(game, outcome)
    return known


def _lays_no_card(game: Game, move: Move) -> bool:
    """Whether a Gauntlet is played alone, which reveals that the rest of the hand is black (AVG-03)."""
    checks = {kind.text for kind in game.variant.kinds if kind.row.checks}
    return len(move.cards) == 1 and move.cards[0] in checks


def whole_hand(position: dict[str, Any], seat: int) -> set[Place]:
    return {(seat, index) for index in range(len(position["hands"][seat]))}


def _public_kind(game: Game, outcome: Outcome) -> Callable[[str], Hashable]:
    """What the rules make public of every card: points when the round is over, a colour that was checked or enforced."""
    kinds = {kind.text: kind for kind in game.variant.kinds}
    laid = next((event.card for event in outcome.events if event.kind == "lay"), None)
    ended = any(event.kind == "out" for event in outcome.events)
    enforced = game.position()["color"] if game.variant.rules.wild4 == "enforce" else None

    def kind_of(card: str) -> Hashable:
        return (
            kinds[card].row.points if ended else None,
            card[0] == laid[0] if laid else None,
            card[0] == enforced if enforced else None,
        )

    return kind_of
