"""What a table waits for, and until when. Times are milliseconds of the steady clock, which nobody can set; after a
restart everybody has their whole time again.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from huefall.protocol.tables import Clock
from huefall.server.tables.state import TableState

#: The points of a round are shown this long before the next one is dealt.
ROUND_PAUSE_MS = 20_000

#: A person who is asked has at least this long after the table resumes.
MIN_AFTER_RESUME_MS = 10_000

#: A person has one time limit per turn. Who draws a card near its end has this long to look at it, but never a second
#: whole limit: the others wait for a turn, not for its questions.
MIN_AFTER_DRAW_MS = 10_000
MIN_SHARE_AFTER_DRAW = 0.5

#: Bots look for claims after this share of their pause, so that people have a chance to be first.
CLAIM_SHARE = 0.7


@dataclass(frozen=True, slots=True)
class Wait:
    """Something that happens at a time unless something else happens first."""

    kind: Literal["person", "bot", "round"]  # a person's time limit, a bot's pause, the pause before the next deal
    seat: int | None  # None for the next deal
    until_ms: int
    limit_ms: int
    question: int  # the revision with which the question was put; tells it from the next one

    def show(self, now_ms: int) -> Clock:
        """Write it for clients: as time left, because their clocks differ from ours."""
        return Clock(self.seat, self.left(now_ms), self.limit_ms)

    def left(self, now_ms: int) -> int:
        """Return the time left in ms; never more than the limit."""
        return min(max(0, self.until_ms - now_ms), self.limit_ms)


def find_wait(state: TableState, resumed_at_ms: int, pause_ms: int | None = None) -> Wait | None:
    """Return what the table waits for; None if it waits for people without a time limit.

    ``pause_ms`` replaces the table's own pause of bots.
    """
    match = state.match
    if match is None or state.closed is not None or state.is_full:
        return None
    limit_ms = (state.setup.move_seconds or 0) * 1000
    pause_ms = (state.setup.bot_pause_ms or 0) if pause_ms is None else pause_ms
    asked = match.asked
    if asked is None:
        if match.over:
            return None
        if not limit_ms and any(seat.guest is not None and seat.bot_level is None for seat in state.seats):
            return None
        length_ms = ROUND_PAUSE_MS if any(seat.guest is not None for seat in state.seats) else pause_ms
        return Wait(
            "round", None, max(state.moved_at_ms + length_ms, resumed_at_ms), length_ms, state.last_answer_revision
        )
    if state.seats[asked].bot_level is not None:
        return Wait(
            "bot", asked, max(state.asked_at_ms, resumed_at_ms) + pause_ms, pause_ms, state.last_answer_revision
        )
    if not limit_ms:
        return None
    until_ms = max(
        state.turn_began_at_ms + limit_ms,
        state.asked_at_ms + min(round(limit_ms * MIN_SHARE_AFTER_DRAW), MIN_AFTER_DRAW_MS),
        resumed_at_ms + min(limit_ms, MIN_AFTER_RESUME_MS),
    )
    return Wait("person", asked, until_ms, limit_ms, state.last_answer_revision)
