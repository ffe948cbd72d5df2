"""What a table does while the disk is full: it is as it is stored, and goes on when there is room."""

from __future__ import annotations

from huefall.server.store import StoreError, StoreFailed
from huefall.server.tables import inbox
from huefall.server.tables.attendance import Attendance
from huefall.server.tables.loading import load_state
from huefall.server.tables.table_parts import TableParts


async def go_back_to_stored(parts: TableParts) -> None:
    """Make the table what it is in the store, because the last entries found no room on the disk."""
    parts.waits_for_room = True
    parts.scheduler.suspend()
    stored = await load_state(parts.services.store, parts.state.code)
    if stored is None:  # its very first entries are stored before there is a task
        raise StoreError(f"table {parts.state.code} is not stored")
    parts.state.become(stored)
    parts.state.give_time_anew(parts.clock.steady_ms())


def follow_store(parts: TableParts, attendance: Attendance) -> None:
    """Wait while the disk is full, and then go on; raise ``StoreFailed`` if nothing can be stored any more."""
    health = parts.services.store.health
    if health.failed is not None:
        raise StoreFailed(health.failed)
    if health.is_full:
        parts.waits_for_room = True
        parts.scheduler.suspend()
    elif parts.waits_for_room:
        parts.waits_for_room = False
        parts.post(inbox.EngineChanged())
        parts.scheduler.resume()
        parts.schedule()
        attendance.watch_seats()
        if parts.audience and not parts.audience.has(parts.state.host):
            attendance.await_host()
