"""The latest changes of a table: for clients that reconnect, for the log of new ones, and to find which of several
competing moves was first.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from itertools import islice

from msgspec import Struct

from huefall.game.events import Event
from huefall.protocol.messages import Did, First
from huefall.server.tables import entries

#: A client that reconnects is sent at most this many changes it has missed; one that has missed more starts afresh.
MAX_MISSED_CHANGES = 64

#: At most this many changes are kept, so that the log of a round begins with its deal; longer rounds lose their beginning.
MAX_KEPT_CHANGES = 256


class Change(Struct, frozen=True):  # a frozen dataclass takes ten times as long to make
    """What applying one entry did to the table. The events carry secrets."""

    revision: int
    kind: type[entries.TableEntry]  # of the entry; not the entry itself, which may hold a whole edition
    did: Did | None = None
    events: Sequence[Event] = ()
    table_changed: bool = False
    #: Whether it is a move that answered the open question: no claim, and no wrong card that went back to the hand.
    is_answer: bool = False

    @property
    def what(self) -> str:
        """The entry's tag, such as ``moved``, which is its name on the wire and in the store."""
        return entries.tag_of(self.kind)


class History:
    """The changes since the last deal, and some before it: clients may have missed up to ``MAX_MISSED_CHANGES``."""

    def __init__(self) -> None:
        self._latest: deque[Change] = deque(maxlen=MAX_KEPT_CHANGES)

    @property
    def latest(self) -> list[Change]:
        """The kept changes, oldest first."""
        return list(self._latest)

    def add(self, change: Change) -> None:
        if change.kind is entries.Dealt:  # earlier rounds are needed only by clients that reconnect
            while len(self._latest) >= MAX_MISSED_CHANGES:
                self._latest.popleft()
        self._latest.append(change)

    def missed_since(self, revision: int) -> tuple[list[Change], bool]:
        """List the changes after ``revision``, and whether the list is complete."""
        behind = (self._latest[-1].revision if self._latest else 0) - revision
        if behind < 0:  # a revision this table has never had
            return [], False
        known = min(behind, len(self._latest), MAX_MISSED_CHANGES)
        return list(islice(self._latest, len(self._latest) - known, None)), known == behind

    def round_so_far(self) -> list[Change]:
        """List the changes since the last deal, as far as they are kept; empty before the first deal."""
        latest = list(self._latest)
        for place in range(len(latest) - 1, -1, -1):
            if latest[place].kind is entries.Dealt:
                return latest[place:]
        return latest if any(change.kind is entries.Moved for change in latest) else []

    def first_answer(self, revision: int, seat: int) -> First | None:
        """Find the first move after ``revision`` that answered the question or was made by ``seat``."""
        for change in self._latest:
            did = change.did
            if change.revision > revision and did is not None and (change.is_answer or did.seat == seat):
                return First(change.revision, did.seat, did.move)
        return None

    def find_move(self, revision: int) -> First | None:
        """Find the move that led to a revision."""
        for change in reversed(self._latest):
            if change.revision == revision and change.did is not None:
                return First(revision, change.did.seat, change.did.move)
        return None
