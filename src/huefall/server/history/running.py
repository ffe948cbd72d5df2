"""The tables at which a guest has a seat, as the list of their games shows them."""

from __future__ import annotations

from huefall.protocol.me import MyPlayer, MyRunningGame
from huefall.protocol.tables import SeatShown
from huefall.server.tables.participation import has_seat
from huefall.server.tables.setup import edition_of, rules_of
from huefall.server.tables.table import Table


def show_running(table: Table, guest: str) -> MyRunningGame | None:
    """Return a table as one of its guests sees it in a list; None if they have no seat there, or it is a lesson.

    Everything in it is public at the table, apart from who the guest is.
    """
    state, shown = table.state, table.shown
    seat = state.seat_of(guest)
    if seat is None or seat >= len(shown.seats) or not has_seat(state, guest) or shown.lesson is not None:
        return None
    edition = edition_of(state.setup)
    rules = rules_of(state.setup) if state.match is None else state.match.variant.rules
    return MyRunningGame(
        table=shown.code,
        match=shown.match,
        edition=edition.name,
        theme=shown.setup.theme,
        title=dict(edition.title),
        status=shown.status,
        players=[_show_player(each) for each in shown.seats],
        seat=seat,
        host=shown.host == seat,
        turn=table.shown_asked == seat,
        round=shown.round,
        scores=list(table.shown_scores),
        target=rules.target,
        stood_in=shown.seats[seat].stand_in,
        left=shown.seats[seat].left,
    )


def _show_player(seat: SeatShown) -> MyPlayer:
    return MyPlayer(seat.name or "", seat.kind, seat.level)
