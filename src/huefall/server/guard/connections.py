"""How many sockets are open: in all, per address and per guest. A socket counts from ``admit`` until it is released."""

from __future__ import annotations

from collections import Counter

from huefall.server.guard.rejection import Rejection

#: Suggested to clients that are rejected because others are connected.
RETRY_SECONDS = 30


class Admission:
    """One counted socket."""

    __slots__ = ("_connections", "address", "guest", "is_open")

    def __init__(self, connections: Connections, address: str) -> None:
        self._connections = connections
        self.address = address
        self.guest = ""  # unknown until the client says hello
        self.is_open = True

    def assign_to(self, guest: str) -> Rejection | None:
        """Count the socket for this guest, and no longer for another; return why not, if the guest has too many."""
        return self._connections._assign(self, guest)  # noqa: SLF001  # the two classes are one unit

    def release(self) -> None:
        """Stop counting the socket; a second call does nothing."""
        self._connections._release(self)  # noqa: SLF001


class Connections:
    """All open sockets. A limit of 0 per address or guest means no limit."""

    def __init__(self, max_open: int, max_per_address: int, max_per_guest: int) -> None:
        self._max_open = max_open
        self._max_per_address = max_per_address
        self._max_per_guest = max_per_guest
        self._open = 0
        self._per_address: Counter[str] = Counter()
        self._per_guest: Counter[str] = Counter()

    def __len__(self) -> int:
        return self._open

    def admit(self, address: str) -> Admission | Rejection:
        """Count a new socket, which the caller must release; or return why it is rejected."""
        if self._open >= self._max_open:
            text = f"the server has room for {self._max_open} connections and is full; try again later"
            return Rejection(503, "server_full", text, RETRY_SECONDS)
        if 0 < self._max_per_address <= self._per_address[address]:
            return _too_many("your address", self._max_per_address)
        self._open += 1
        self._per_address[address] += 1
        return Admission(self, address)

    def _assign(self, admission: Admission, guest: str) -> Rejection | None:
        if not admission.is_open or admission.guest == guest:
            return None
        if 0 < self._max_per_guest <= self._per_guest[guest]:
            return _too_many("this guest", self._max_per_guest)
        _count_down(self._per_guest, admission.guest)
        self._per_guest[guest] += 1
        admission.guest = guest
        return None

    def _release(self, admission: Admission) -> None:
        if not admission.is_open:
            return
        admission.is_open = False
        self._open -= 1
        _count_down(self._per_address, admission.address)
        _count_down(self._per_guest, admission.guest)


def _too_many(whose: str, limit: int) -> Rejection:
    text = f"{whose} may have {limit} connections at once and has them; close one and try again"
    return Rejection(429, "too_many_connections", text, RETRY_SECONDS)


def _count_down(counts: Counter[str], key: str) -> None:
    """Subtract one and keep no zeros: the counters must not grow with everyone who was ever connected."""
    if counts[key] > 1:
        counts[key] -= 1
    else:
        del counts[key]
