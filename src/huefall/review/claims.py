"""Catches and cuts that nobody made: which seats could have made them, and what those seats saw.

UNO-02, CUT-01: the time to catch ends with the next card that is played, the time to cut with the next act. A foul, a call
and a catch end neither, so nothing has been missed after them. If one seat claims first, the others have missed nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from huefall.bots.table_view import legal_claims
from huefall.game import Game, Played
from huefall.view import told_to, view_for
from huefall.vocabulary.moves import Move

#: The events of a round as one seat may see them.
History = Sequence[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Claimant:
    """A seat that can catch or cut."""

    seat: int
    claims: tuple[str, ...]  # "catch 1", or a cut: "play r5", "play r5 uno"
    view: dict[str, Any]
    #: The views after each claim. Only for the asked seat, which goes on with its own move then.
    views_after: Mapping[str, dict[str, Any]]


def find_claimants(game: Game, histories: Sequence[History]) -> list[Claimant]:
    """List the seats that can catch or cut; ``histories`` are by seat."""
    found = []
    for seat, history in enumerate(histories):
        claims = tuple(said for said in legal_claims(game, seat) if not Move.parse(said).is_call)
        if claims:
            view = {**view_for(game, seat), "told": list(history)}
            after = {said: _view_after(game, seat, said, history) for said in claims if seat == game.asked}
            found.append(Claimant(seat, claims, view, after))
    return found


def _view_after(game: Game, seat: int, claim: str, history: History) -> dict[str, Any]:
    """What a seat would see after its claim: that cards are drawn, but not which."""
    after = game.copy()
    after.play(seat, claim)
    return {**view_for(after, seat), "told": [*history, *told_to(after, seat)]}


def find_missed(claimants: Sequence[Claimant], before: Game, played: Played, after: Game) -> tuple[Claimant, ...]:
    """List the claims that cannot be made any more after a move, by claimant."""
    is_claim = played.seat != before.asked or Move.parse(played.sentence).is_claim
    if is_claim or played.foul:
        return ()
    found = []
    for claimant in claimants:
        possible = legal_claims(after, claimant.seat)
        missed = tuple(claim for claim in claimant.claims if claim not in possible)
        if missed:
            found.append(replace(claimant, claims=missed))
    return tuple(found)
