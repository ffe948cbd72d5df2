"""What the deletion of a guest changes at a table that others share with them: they leave, and their entries name nobody.

These functions change nothing themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from huefall.server.guests.deleted import DELETED_NAME, is_deleted_id
from huefall.server.store import StoredEntry
from huefall.server.tables import entries
from huefall.server.tables.state import TableState


def leave_for_good(state: TableState, guest: str) -> Iterable[entries.TableEntry]:
    """Return the entries with which a guest withdraws their request for a seat and gives up their seat."""
    if state.closed is not None:
        return
    request = state.requests.of(guest)
    if request is not None:
        yield entries.RequestEnded(guest=guest, request=request.number, why="withdrawn")
    seat = state.seat_of(guest)
    if seat is not None and not state.seats[seat].left:
        yield entries.Left(guest=guest, seat=seat)


def people_seated(stored: Sequence[StoredEntry]) -> set[str]:
    """Return everybody who ever sat at a table, apart from those who have deleted everything about themselves."""
    decoded = (entries.decode_entry(entry.data) for entry in stored)
    seated = {entry.guest for entry in decoded if isinstance(entry, entries.Sat | entries.TakenOver)}
    return {guest for guest in seated if guest is not None and not is_deleted_id(guest)}


def guests_named(stored: Sequence[StoredEntry]) -> set[str]:
    """Return everybody whom the entries of a table name, apart from those who have deleted everything."""
    named = {entries.decode_entry(entry.data).guest for entry in stored}
    return {guest for guest in named if guest is not None and not is_deleted_id(guest)}


def anonymize(stored: Sequence[StoredEntry], guest: str, replacement: str) -> list[StoredEntry]:
    """Return the entries of a table that name a guest, with another id and ``DELETED_NAME`` instead.

    The id is replaced everywhere, so that the entries lead to the same table as before.
    """
    rewritten = []
    for each in stored:
        entry = entries.decode_entry(each.data)
        if entry.guest != guest:
            continue
        names = {"name": DELETED_NAME} if hasattr(entry, "name") else {}
        entry = msgspec.structs.replace(entry, guest=replacement, **names)
        rewritten.append(msgspec.structs.replace(each, data=entries.encode_entry(entry)))
    return rewritten
