"""Tables in lists: in the lobby, and for the admin. Tested in tests/server/tables/test_registry.py."""

from __future__ import annotations

from huefall.protocol.http import AdminTable
from huefall.protocol.tables import LobbyTable, TableShown
from huefall.server.tables.table import Table

MAX_IN_LOBBY = 100

#: The place of a table in the lobby; the lowest comes first.
LobbyOrder = tuple[bool, bool, int]


def _free_seats(shown: TableShown) -> int:
    return sum(seat.kind == "empty" for seat in shown.seats)


def lobby_order(table: Table) -> LobbyOrder:
    return not _free_seats(table.shown), not table.shown_joinable, -table.shown_changed_at_ms


def _persons(shown: TableShown) -> list[str]:
    return [seat.name or "" for seat in shown.seats if seat.kind == "person" and not seat.left]


def _bots(shown: TableShown) -> int:
    return sum(seat.kind == "bot" for seat in shown.seats)


def show_in_lobby(table: Table) -> LobbyTable:
    shown = table.shown
    return LobbyTable(
        code=shown.code,
        status=shown.status,
        edition=shown.setup.edition,
        own_edition=shown.setup.own_edition,
        preset=shown.setup.preset,
        options=shown.setup.options,
        seats=len(shown.seats),
        free=_free_seats(shown),
        persons=_persons(shown),
        bots=_bots(shown),
        spectators=table.audience.spectators,
        joinable=len(table.shown_joinable),
    )


def show_to_admin(table: Table, now_ms: int) -> AdminTable:
    shown = table.shown
    return AdminTable(
        code=shown.code,
        status=shown.status,
        public=shown.setup.public,
        edition=shown.setup.edition,
        persons=_persons(shown),
        bots=_bots(shown),
        connections=len(table.audience),
        revision=table.state.revision,
        idle=max(0, (now_ms - table.state.changed_at_ms) // 1000),
    )
