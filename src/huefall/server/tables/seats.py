"""The seats of a table. Tested in tests/server/tables/test_state.py."""

from __future__ import annotations

from dataclasses import dataclass

from huefall.protocol.fields import PlayedBy
from huefall.protocol.tables import SeatShown

#: After this many timeouts in a row a stand-in plays for a person until they come back.
MAX_TIMEOUTS = 2

#: The bot level of a stand-in.
STAND_IN_LEVEL = "normal"


@dataclass(slots=True)
class SeatState:
    """A seat: free, a person's (``guest``), or a bot's (``level``)."""

    guest: str | None = None
    name: str | None = None
    level: str | None = None
    stand_in: bool = False
    left: bool = False  # the person has left during the match
    timeouts: int = 0  # in a row

    @property
    def is_free(self) -> bool:
        return self.guest is None and self.level is None

    @property
    def bot_level(self) -> str | None:
        """The level of the bot that plays here now: the seat's own or a stand-in. None if a person plays."""
        if self.level is not None:
            return self.level
        return STAND_IN_LEVEL if self.guest is not None and (self.stand_in or self.left) else None

    def count_timeout(self, by: PlayedBy) -> None:
        """Count a move that the clock made; a move of the person resets the count."""
        if by == "clock":
            self.timeouts += 1
        elif by == "person":
            self.timeouts = 0

    def show(self) -> SeatShown:
        if self.guest is not None:
            return SeatShown("person", name=self.name, stand_in=self.stand_in, left=self.left)
        return SeatShown("bot", level=self.level) if self.level is not None else SeatShown("empty")


def find_absent(seats: list[SeatState]) -> int | None:
    """Return the seat of a person with too many timeouts in a row and no stand-in yet."""
    for number, seat in enumerate(seats):
        if seat.timeouts >= MAX_TIMEOUTS and seat.bot_level is None:
            return number
    return None


def seats_by_guest(seats: list[SeatState]) -> dict[str, int]:
    return {seat.guest: number for number, seat in enumerate(seats) if seat.guest is not None}


def next_host(seats: list[SeatState], after: int) -> str | None:
    """Return the next guest clockwise who has not left, or None."""
    for step in range(1, len(seats) + 1):
        seat = seats[(after + step) % len(seats)]
        if seat.guest is not None and not seat.left:
            return seat.guest
    return None
