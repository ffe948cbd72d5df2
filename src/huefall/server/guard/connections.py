"""How many sockets are open: in all, per address and per guest. A connection is counted from ``admit`` until it is
released, once, however often it is.
"""

from __future__ import annotations

from collections import Counter

from huefall.server.guard.rejection import Rejection

#: To clients that were turned away because others are there: come back, but not all at once.
RETRY_SECONDS = 30


class Place:
    """One open socket."""

    __slots__ = ("_counts", "address", "guest", "is_open")

    def __init__(self, counts: Connections, address: str) -> None:
        self._counts = counts
        self.address = address
        self.guest = ""  # nobody yet
        self.is_open = True

    def belong_to(self, guest: str) -> Rejection | None:
        """Count it for a guest as well; say why not, if the guest has too many. Another guest's it is no longer."""
        return self._counts._assign(self, guest)  # noqa: SLF001  # the two classes are one thing

    def release(self) -> None:
        """Count it no longer. A second time does nothing."""
        self._counts._release(self)  # noqa: SLF001


class Connections:
    """All open sockets. A limit of 0 per address or guest is none."""

    def __init__(self, most: int, per_address: int, per_guest: int) -> None:
        self._most = most
        self._per_address = per_address
        self._per_guest = per_guest
        self._open = 0
        self._of_address: Counter[str] = Counter()
        self._of_guest: Counter[str] = Counter()

    def __len__(self) -> int:
        return self._open

    def of_address(self, address: str) -> int:
        """Tell how many are open from an address."""
        return self._of_address[address]

    def of_guest(self, guest: str) -> int:
        """Tell how many are open of a guest."""
        return self._of_guest[guest]

    def admit(self, address: str) -> Place | Rejection:
        """Count a new connection, to be released by whoever got it; or say why there is no room."""
        if self._open >= self._most:
            text = f"the server has room for {self._most} connections and is full; try again later"
            return Rejection(503, "server_full", text, RETRY_SECONDS)
        if 0 < self._per_address <= self._of_address[address]:
            return _too_many("your address", self._per_address)
        self._open += 1
        self._of_address[address] += 1
        return Place(self, address)

    def _assign(self, connection: Place, guest: str) -> Rejection | None:
        if not connection.is_open or connection.guest == guest:
            return None
        if 0 < self._per_guest <= self._of_guest[guest]:
            return _too_many("this guest", self._per_guest)
        _count_down(self._of_guest, connection.guest)
        self._of_guest[guest] += 1
        connection.guest = guest
        return None

    def _release(self, connection: Place) -> None:
        if not connection.is_open:
            return
        connection.is_open = False
        self._open -= 1
        _count_down(self._of_address, connection.address)
        _count_down(self._of_guest, connection.guest)


def _too_many(whose: str, most: int) -> Rejection:
    text = f"{whose} may have {most} connections at once and has them; close one and try again"
    return Rejection(429, "too_many_connections", text, RETRY_SECONDS)


def _count_down(counts: Counter[str], key: str) -> None:
    """Take one off and leave no zero behind: the counts must not grow with everybody who was ever here."""
    if counts[key] > 1:
        counts[key] -= 1
    else:
        del counts[key]
