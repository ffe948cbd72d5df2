"""What a table waits for, and until when. Times are in milliseconds since the epoch, as in the entries, so that they go
on after a restart.
"""

from __future__ import annotations

from dataclasses import dataclass

from huefall.protocol.tables import Clock
from huefall.server.table.state import TableState

#: How long the points of a round are looked at before the next one is dealt.
ROUND_PAUSE_MS = 20_000

#: How long whoever is asked has at least when the table wakes up: nobody loses a turn to a restart of the server.
WAKING_MS = 10_000

#: Bots look for claims after this part of their pause, so that people have a chance to be first.
CLAIM_PART = 0.7


@dataclass(frozen=True, slots=True)
class Wait:
    """A thing to be done at a time unless something else happens before: for a seat, or for the table."""

    kind: str  # "person": the time of a person; "bot": its pause; "round": before the next deal
    seat: int | None
    until: int
    limit: int

    def show(self, now: int) -> Clock:
        """Write it for the clients, whose clocks differ from ours: as time left."""
        return Clock(self.seat, max(0, self.until - now), self.limit)


def find_wait(state: TableState, woke_at: int) -> Wait | None:
    """Say what the table waits for; nothing if it waits for people who may take their time."""
    match = state.match
    if match is None or state.closed is not None or match.over:
        return None
    limit = (state.setup.move_seconds or 0) * 1000
    pause = state.setup.bot_pause_ms or 0
    if match.round_over:
        if not limit and any(seat.guest is not None and seat.plays_itself is None for seat in state.seats):
            return None
        length = ROUND_PAUSE_MS if any(seat.guest is not None for seat in state.seats) else pause
        return Wait("round", None, max(state.changed_at + length, woke_at), length)
    asked = match.asked
    if asked is None:
        return None
    if state.seats[asked].plays_itself is not None:
        return Wait("bot", asked, max(state.asked_at, woke_at) + pause, pause)
    if not limit:
        return None
    return Wait("person", asked, max(state.asked_at + limit, woke_at + min(limit, WAKING_MS)), limit)
