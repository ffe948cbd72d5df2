"""Applies entries about the setup of a table.

Tested in tests/server/tables/state/test_table_state.py and tests/server/tables/decisions/.
"""

from __future__ import annotations

import msgspec

from huefall.server.tables import entries
from huefall.server.tables.history import Change
from huefall.server.tables.lesson_script import LessonScript
from huefall.server.tables.seats import SeatState
from huefall.server.tables.state.fields import TableFields


def create(table: TableFields, entry: entries.Created) -> Change:
    table.setup = entry.setup
    table.seats = [SeatState() for _ in range(entry.setup.seats)]
    table.host = entry.guest
    table.opening = entry.opening
    if table.opening is not None and table.opening.lesson is not None:
        table.script = LessonScript(table.opening.lesson)
    return table.make_change(entry)


def configure(table: TableFields, entry: entries.Configured) -> Change:
    table.setup = entry.setup
    taken = [seat for seat in table.seats if not seat.is_free]
    wanted = entry.setup.seats
    if len(table.seats) > wanted:  # people and bots move up rather than lose their seats
        table.seats = taken[:wanted] + [SeatState() for _ in range(wanted - len(taken))]
    else:
        table.seats += [SeatState() for _ in range(wanted - len(table.seats))]
    return table.make_change(entry)


def pace(table: TableFields, entry: entries.Paced) -> Change:
    table.setup = msgspec.structs.replace(table.setup, bot_pause_ms=entry.bot_pause_ms)
    return table.make_change(entry)


def allow_hints(table: TableFields, entry: entries.HintsAllowed) -> Change:
    table.setup = msgspec.structs.replace(table.setup, hints=entry.on)
    return table.make_change(entry)


def set_late_joining(table: TableFields, entry: entries.LateJoiningSet) -> Change:
    table.setup = msgspec.structs.replace(table.setup, late_joining=entry.mode)
    return table.make_change(entry)
