"""Who sits where at a table."""

from __future__ import annotations

from dataclasses import dataclass

from huefall.protocol.fields import PlayedBy
from huefall.protocol.tables import SeatShown

#: A person whose time runs out this often in a row is played for by a bot until they are back.
TIMEOUTS_ALLOWED = 2

#: How well a bot plays that sits in for a person.
STAND_IN_LEVEL = "normal"


@dataclass(slots=True)
class SeatState:
    """A seat: free, a person's (``guest``), or a bot's (``level``)."""

    guest: str | None = None
    name: str | None = None
    level: str | None = None
    stand_in: bool = False
    left: bool = False
    timeouts: int = 0  # in a row

    @property
    def free(self) -> bool:
        """Tell whether nobody sits here."""
        return self.guest is None and self.level is None

    @property
    def plays_itself(self) -> str | None:
        """Return the level of the bot that plays here now, whoever the seat belongs to; nothing for a person."""
        if self.level is not None:
            return self.level
        return STAND_IN_LEVEL if self.guest is not None and (self.stand_in or self.left) else None

    def count_timeout(self, by: PlayedBy) -> None:
        """Note by whom a move of this seat was made."""
        if by == "clock":
            self.timeouts += 1
        elif by == "person":
            self.timeouts = 0

    def show(self) -> SeatShown:
        """Write the seat as everybody may see it."""
        if self.guest is not None:
            return SeatShown("person", name=self.name, stand_in=self.stand_in, left=self.left)
        return SeatShown("bot", level=self.level) if self.level is not None else SeatShown("empty")


def find_absent(seats: list[SeatState]) -> int | None:
    """Return a seat whose time has run out too often in a row, and for which no bot plays yet."""
    for number, seat in enumerate(seats):
        if seat.timeouts >= TIMEOUTS_ALLOWED and seat.plays_itself is None:
            return number
    return None


def find_guests(seats: list[SeatState]) -> dict[str, int]:
    """Find out where each guest sits."""
    return {seat.guest: number for number, seat in enumerate(seats) if seat.guest is not None}


def next_host(seats: list[SeatState], after: int) -> str | None:
    """Return the next person round the table who has not left; nobody if there is none."""
    for step in range(1, len(seats) + 1):
        seat = seats[(after + step) % len(seats)]
        if seat.guest is not None and not seat.left:
            return seat.guest
    return None
