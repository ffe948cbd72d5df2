"""What a table waits for, and until when. Times are in milliseconds since the epoch, as in the entries, so that they go
on after a restart.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from huefall.protocol.tables import Clock
from huefall.server.tables.state import TableState

#: How long the points of a round are looked at before the next one is dealt.
ROUND_PAUSE_MS = 20_000

#: How long whoever is asked has at least when the table wakes up: nobody loses a turn to a restart of the server.
WAKING_MS = 10_000

#: Bots look for claims after this part of their pause, so that people have a chance to be first.
CLAIM_PART = 0.7


@dataclass(frozen=True, slots=True)
class Wait:
    """A thing to be done at a time unless something else happens before: for a seat, or for the table."""

    kind: Literal["person", "bot", "round"]  # the time of a person, the pause of a bot, the time before the next deal
    seat: int | None
    until: int
    limit: int
    question: int  # the revision with which it was put, by which it is told from the next one

    def show(self, now: int) -> Clock:
        """Write it for the clients, whose clocks differ from ours: as time left."""
        return Clock(self.seat, self.left(now), self.limit)

    def left(self, now: int) -> int:
        """Return the time left; never more than the limit, though the wall clock may have been set back."""
        return min(max(0, self.until - now), self.limit)


def find_wait(state: TableState, woke_at: int, pause: int | None = None) -> Wait | None:
    """Say what the table waits for; nothing if it waits for people who may take their time. ``pause``: of the bots, where
    it is not the table's.
    """
    match = state.match
    if match is None or state.closed is not None or match.over or state.is_full:
        return None
    limit = (state.setup.move_seconds or 0) * 1000
    pause = (state.setup.bot_pause_ms or 0) if pause is None else pause
    if match.round_over:
        if not limit and any(seat.guest is not None and seat.plays_itself is None for seat in state.seats):
            return None
        length = ROUND_PAUSE_MS if any(seat.guest is not None for seat in state.seats) else pause
        return Wait("round", None, max(state.moved_at + length, woke_at), length, state.last_act)
    asked = match.asked
    if asked is None:
        return None
    if state.seats[asked].plays_itself is not None:
        return Wait("bot", asked, max(state.asked_at, woke_at) + pause, pause, state.last_act)
    if not limit:
        return None
    until = max(state.asked_at + limit, woke_at + min(limit, WAKING_MS))
    return Wait("person", asked, until, limit, state.last_act)
