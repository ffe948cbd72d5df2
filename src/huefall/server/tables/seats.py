"""The seats of a table. Tested in tests/server/tables/state/test_table_state.py."""

from __future__ import annotations

from dataclasses import dataclass

from huefall.protocol.fields import PlayedBy
from huefall.protocol.tables import SeatShown

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
    timed_out: bool = False  # the clock has made the person's last move
    wants_rematch: bool = False
    #: The revision with which the person took the seat over: what this seat was told before is not for them (VIEW-01).
    taken_over_at: int = 0
    #: How many events of the current round came before that.
    events_before: int = 0

    @property
    def is_free(self) -> bool:
        return self.guest is None and self.level is None

    @property
    def note(self) -> str:
        """Who plays here, as records write it."""
        return self.name or f"bot ({self.level})"

    @property
    def bot_level(self) -> str | None:
        """The level of the bot that plays here now: the seat's own or a stand-in. None if a person plays."""
        if self.level is not None:
            return self.level
        return STAND_IN_LEVEL if self.guest is not None and (self.stand_in or self.left) else None

    def note_mover(self, by: PlayedBy) -> None:
        """Note whether the clock or the person has made a move of this seat."""
        if by != "bot":
            self.timed_out = by == "clock"

    def show(self) -> SeatShown:
        if self.guest is not None:
            return SeatShown(
                "person",
                name=self.name,
                stand_in=self.stand_in,
                left=self.left,
                wants_rematch=self.wants_rematch,
            )
        return SeatShown("bot", level=self.level) if self.level is not None else SeatShown("empty")


def find_absent(seats: list[SeatState]) -> int | None:
    """Return the seat of a person whose time has run out and who has no stand-in yet: one is enough for the others."""
    for number, seat in enumerate(seats):
        if seat.timed_out and seat.bot_level is None:
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
