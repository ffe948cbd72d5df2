"""``StoreHealth``: whether a store can write, for everything that must say so: clients, `/readyz`, metrics, logs.

A full disk and a database that cannot be reached are temporary: the store refuses appends and tries again by itself. A failed disk is not: what it holds is
unknown until the database is opened again, so the process ends (`huefall.server.run`).
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple

import structlog

from huefall.server.store.errors import StoreAway, StoreFailed, StoreFull

log = structlog.get_logger("huefall.store")

#: While the disk is full or the database is away, the store tries again after these pauses; the last one is repeated.
RETRY_SECONDS = (1, 2, 4, 8, 15)

#: A full disk is logged at most this often: logs may be on the same disk.
LOG_SECONDS = 60.0


class Damage(NamedTuple):
    """Something stored that is not as it was written."""

    stream: str | None  # None: not of one stream
    number: int  # of the entry, 0 without a stream
    problem: str

    @property
    def sentence(self) -> str:
        return self.problem if self.stream is None else f"{self.stream}: entry {self.number} {self.problem}"


class StoreHealth:
    """The state of one store. Use it only on the event loop."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        #: Why nothing can be stored until the server is started again; None while it can.
        self.failed: str | None = None
        self.is_full = False
        #: What is known to be damaged, by stream, or by the sentence about it if it is not one stream.
        self.damaged: dict[str, Damage] = {}
        #: Acknowledged entries that are missing since the last start, as a sentence.
        self.lost: str | None = None
        #: Whether the database cannot be reached.
        self.is_away = False
        self._tries = 0  # to write since the disk became full, or to reach the database since it is away
        self._clock = clock
        self._logged_at = -LOG_SECONDS
        self._listeners: list[Callable[[], None]] = []

    def on_change(self, listener: Callable[[], None]) -> None:
        """Call ``listener`` whenever the store becomes full, can write again, fails, or goes away or comes back."""
        self._listeners.append(listener)

    @property
    def retry_after(self) -> int:
        """Seconds until the next try to write to a full disk, or to reach the database."""
        return RETRY_SECONDS[min(self._tries, len(RETRY_SECONDS) - 1)]

    def check(self) -> None:
        """Raise if nothing can be stored now."""
        if self.failed is not None:
            raise StoreFailed(self.failed)
        if self.is_away:
            raise StoreAway.now(self.retry_after)
        if self.is_full:
            raise StoreFull.now(self.retry_after)

    def note_full(self, reason: str) -> None:
        """Note that there was no room, for an append or for another try."""
        if self._clock() - self._logged_at >= LOG_SECONDS:
            self._logged_at = self._clock()
            log.error("nothing can be stored: the disk is full", event_id="store_full", reason=reason)
        if self.is_full:
            self._tries += 1
            return
        self.is_full, self._tries = True, 0
        self._tell()

    def note_room(self) -> None:
        """Note that something could be written."""
        if self.is_full:
            self.is_full = False
            self._logged_at = -LOG_SECONDS
            log.info("there is room on the disk again: play goes on", event_id="store_resumed")
            self._tell()

    def note_away(self, reason: str) -> None:
        """Note that the database could not be reached, for an order or for another try; the first is logged."""
        if self.is_away:
            self._tries += 1
            return
        self.is_away, self._tries = True, 0
        log.error("nothing can be stored: the database cannot be reached", event_id="store_away", reason=reason)
        self._tell()

    def note_back(self) -> None:
        """Note that the database can be reached again."""
        if self.is_away:
            self.is_away, self._tries = False, 0
            log.info("the database can be reached again: play goes on", event_id="store_back")
            self._tell()

    def note_failure(self, reason: str) -> None:
        """Note that nothing can be stored any more."""
        if self.failed is None:
            self.failed = reason
            log.critical("nothing can be stored any more: the server ends", event_id="store_failed", reason=reason)
            self._tell()

    def note_damage(self, damage: Damage) -> None:
        """Note that something stored cannot be read; each is logged once."""
        if self.damaged.setdefault(damage.stream or damage.problem, damage) is damage:
            log.error("stored data cannot be read", event_id="damaged", problem=damage.sentence)

    def note_loss(self, sentence: str) -> None:
        """Note that acknowledged entries are missing, and that the server was told to go on without them."""
        self.lost = sentence
        log.error("acknowledged entries are missing", event_id="entries_lost", problem=sentence)

    @property
    def problems(self) -> list[str]:
        """What is wrong, for everybody: sentences that name no table and no guest."""
        problems = []
        if self.lost is not None:
            problems.append("entries that had been acknowledged are missing since the last start: the log says more")
        if self.damaged:
            problems.append(f"{len(self.damaged)} damaged: the log and huefall check say where")
        return problems

    def _tell(self) -> None:
        for listener in self._listeners:
            listener()
