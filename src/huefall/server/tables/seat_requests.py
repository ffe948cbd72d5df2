"""The people who have asked for a seat at a table, and what became of their requests. Tested in
tests/server/tables/test_late_joining.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from huefall.protocol.fields import RequestStatus
from huefall.protocol.tables import RequestShown

#: At most this many people wait for a seat at once.
MAX_OPEN = 8

#: The outcomes of at most this many requests are kept, the latest.
MAX_ENDED = 64


@dataclass(frozen=True, slots=True)
class SeatRequest:
    """A person who waits for a seat, any seat if None."""

    number: int
    guest: str
    name: str
    seat: int | None
    at_ms: int  # by the steady clock
    granted: bool

    def show(self) -> RequestShown:
        return RequestShown(self.number, self.name, self.seat, self.granted)


class SeatRequests:
    """The open requests of a table, oldest first, one per guest, and how the others of this match have ended."""

    def __init__(self) -> None:
        self._open: dict[str, SeatRequest] = {}
        self._ended: dict[str, RequestStatus] = {}

    def __iter__(self) -> Iterator[SeatRequest]:
        return iter(self._open.values())

    def __len__(self) -> int:
        return len(self._open)

    @property
    def is_full(self) -> bool:
        return len(self._open) >= MAX_OPEN

    def find(self, number: int) -> SeatRequest | None:
        return next((request for request in self if request.number == number), None)

    def of(self, guest: str) -> SeatRequest | None:
        return self._open.get(guest)

    def status_of(self, guest: str) -> RequestStatus | None:
        """Return what a guest is told about their request; None if they have made none in this match."""
        request = self._open.get(guest)
        if request is None:
            return self._ended.get(guest)
        return "granted" if request.granted else "waiting"

    def add(self, request: SeatRequest) -> None:
        self._open[request.guest] = request
        self._ended.pop(request.guest, None)

    def grant(self, number: int) -> None:
        request = self.find(number)
        if request is not None:
            self._open[request.guest] = replace(request, granted=True)

    def end(self, guest: str, status: RequestStatus | None = None) -> None:
        """Remove a guest's request; ``status`` is what they are told from now on."""
        self._open.pop(guest, None)
        self._ended.pop(guest, None)
        if status is not None:
            self._ended[guest] = status
            if len(self._ended) > MAX_ENDED:
                del self._ended[next(iter(self._ended))]

    def give_time_anew(self, steady_ms: int) -> None:
        """Let everybody who waits wait from now on."""
        self._open = {guest: replace(request, at_ms=steady_ms) for guest, request in self._open.items()}

    def forget_ended(self) -> None:
        self._ended.clear()
