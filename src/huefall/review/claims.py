"""Catches and cuts that were let pass: who could have made them, and what they saw.

UNO-02, CUT-01: the time to catch ends with the next card that is played, the time to cut with the next act. A foul, a call
and a catch end neither: after them nobody has missed anything yet. Whoever claims something is quicker than the others,
and spares them the blame.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from huefall.bots.table_view import claimable
from huefall.game import Game, Played
from huefall.view import told_to, view_for
from huefall.vocabulary.moves import CLAIM_VERBS

Told = Sequence[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Claimant:
    """A seat that can claim something."""

    seat: int
    claims: tuple[str, ...]  # "catch 1", or a cut: "play r5", "play r5 uno"
    view: dict[str, Any]  # what it sees
    #: Of the asked seat, which goes on with its own move: what it would see after each claim.
    claimed: Mapping[str, dict[str, Any]]


def find_claimants(game: Game, told: Sequence[Told]) -> list[Claimant]:
    """List who can catch or cut. ``told``: what each seat has been told of the round."""
    found = []
    for seat in range(game.players):
        claims = tuple(said for said in claimable(game, seat) if said.split()[0] != "uno")
        if claims:
            view = {**view_for(game, seat), "told": list(told[seat])}
            after = {said: _see_after(game, seat, said, told[seat]) for said in claims if seat == game.asked}
            found.append(Claimant(seat, claims, view, after))
    return found


def _see_after(game: Game, seat: int, said: str, told: Told) -> dict[str, Any]:
    """Write what a seat would see after a claim: that cards are drawn, not which."""
    after = game.copy()
    after.play(seat, said)
    return {**view_for(after, seat), "told": [*told, *told_to(after, seat)]}


def let_pass(claimants: Sequence[Claimant], before: Game, played: Played, after: Game) -> tuple[Claimant, ...]:
    """Keep what a move was the end of: claims that cannot be made any more."""
    is_claim = played.seat != before.asked or played.sentence.split(maxsplit=1)[0] in CLAIM_VERBS
    if is_claim or played.foul:
        return ()
    found = []
    for each in claimants:
        still = claimable(after, each.seat)
        gone = tuple(said for said in each.claims if said not in still)
        if gone:
            found.append(replace(each, claims=gone))
    return tuple(found)
