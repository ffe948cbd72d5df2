"""What has happened at a table lately: for clients that come back, for the log of those who come anew, and to say who was
first where several wanted the same.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from huefall.game.events import Event
from huefall.protocol.messages import Did, First

#: How many happenings are remembered for clients that come back.
REMEMBERED = 64

#: How many at most, so that a round can be told from its deal on; longer ones are told from their middle.
MAX_REMEMBERED = 256


@dataclass(frozen=True, slots=True)
class Change:
    """What came of an entry. The events carry secrets."""

    revision: int
    what: str
    did: Did | None = None
    events: Sequence[Event] = ()
    table_changed: bool = False
    #: Whether it was a move that ended a question: no claim, and no wrong card that went back to the hand.
    is_act: bool = False


class History:
    """The latest happenings at a table: those since the last deal, and never fewer than ``REMEMBERED``, if there are."""

    def __init__(self) -> None:
        self._latest: deque[Change] = deque(maxlen=MAX_REMEMBERED)

    @property
    def latest(self) -> list[Change]:
        """List what is remembered, oldest first."""
        return list(self._latest)

    def note(self, happening: Change) -> None:
        """Remember something; a deal lets older rounds be forgotten."""
        if happening.what == "dealt":
            while len(self._latest) >= REMEMBERED:
                self._latest.popleft()
        self._latest.append(happening)

    def missed_since(self, revision: int) -> tuple[list[Change], bool]:
        """List what has happened after ``revision``, and whether that is all of it."""
        behind = (self._latest[-1].revision if self._latest else 0) - revision
        if behind < 0:  # a client that knows more than there is has another table in mind
            return [], False
        known = min(behind, len(self._latest), REMEMBERED)
        return list(islice(self._latest, len(self._latest) - known, None)), known == behind

    def round_so_far(self) -> list[Change]:
        """List what has happened since the last deal, as far as it is remembered; nothing before the first."""
        latest = list(self._latest)
        for place in range(len(latest) - 1, -1, -1):
            if latest[place].what == "dealt":
                return latest[place:]
        return latest if any(happening.what == "moved" for happening in latest) else []

    def first_answer(self, revision: int, seat: int) -> First | None:
        """Find the first move after ``revision`` that was an act, or that a seat itself has made."""
        for happening in self._latest:
            did = happening.did
            if happening.revision > revision and did is not None and (happening.is_act or did.seat == seat):
                return First(happening.revision, did.seat, did.move)
        return None

    def find_move(self, revision: int) -> First | None:
        """Find the move that led to a revision."""
        for happening in reversed(self._latest):
            if happening.revision == revision and happening.did is not None:
                return First(revision, happening.did.seat, happening.did.move)
        return None
