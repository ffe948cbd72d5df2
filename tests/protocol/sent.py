"""What a server sends, for the tests: real views and events of a table at play, for every seat and for spectators."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import msgspec
from msgspec import Raw

from huefall.game import Match
from huefall.protocol.messages import Did, Update
from huefall.protocol.tables import Clock
from huefall.protocol.views import Cost
from huefall.view import costs_for, events_for, laid_card, view_for


def updates(edition: str, preset: str, seed: int, moves: int = 60) -> Iterator[bytes]:
    """Play at random, and write each update as every seat and a spectator is sent it."""
    chance = Random(seed)
    match = Match(edition, players=3, options={"preset": preset}, seed=seed)
    for revision in range(1, moves + 1):
        if match.over:
            return
        if match.round_over:
            did, events = None, match.next_round()
        else:
            seat = match.asked
            outcome = match.play(seat, chance.choice(match.legal(seat)))
            did, events = Did(seat, str(outcome.move), foul=outcome.foul), outcome.events
        for told in (*range(match.players), None):
            view = Raw(msgspec.json.encode(view_for(match.game, told)))
            seen = Raw(msgspec.json.encode(events_for(events, told)))
            what = "dealt" if did is None else "moved"
            clock = Clock(told, 100, 1000)
            laid, costs = laid_card(match.game), [Cost(**cost) for cost in costs_for(match.game, told)]
            yield msgspec.json.encode(Update(revision, what, did, seen, view, laid, clock=clock, costs=costs))
