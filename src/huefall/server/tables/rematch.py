"""A rematch with whoever is there: who takes the free seats, and for whom a stand-in plays from the first card on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from huefall.server.tables import entries
from huefall.server.tables.late_joining import AboutGuest
from huefall.server.tables.seats import STAND_IN_LEVEL, SeatState
from huefall.server.tables.state import TableState


def fill_seats(state: TableState, is_here: AboutGuest) -> Iterator[entries.TableEntry]:
    """Give the free seats to the people who have asked for one, then to bots of the level used at the table."""
    waiting = [request for request in state.requests if is_here(request.guest)]
    level = usual_level(state.seats)
    for number, seat in enumerate(state.seats):
        if not seat.is_free:
            continue
        if waiting:
            request = waiting.pop(0)
            yield entries.Sat(guest=request.guest, seat=number, name=request.name)
        else:
            yield entries.BotAdded(seat=number, level=level)


def usual_level(seats: list[SeatState]) -> str:
    """Return the level most of the bots have, that of a stand-in if there is no bot.

    >>> usual_level([SeatState(level="hard"), SeatState()])
    'hard'
    """
    levels = Counter(seat.level for seat in seats if seat.level is not None)
    return levels.most_common(1)[0][0] if levels else STAND_IN_LEVEL


def set_stand_ins(state: TableState, is_here: AboutGuest) -> Iterator[entries.TableEntry]:
    """Let stand-ins play for the people who are not connected, so that nobody waits for them, and for nobody else."""
    for number, seat in enumerate(state.seats):
        if seat.guest is not None and seat.stand_in == is_here(seat.guest):
            yield entries.StoodIn(seat=number, on=not seat.stand_in)
