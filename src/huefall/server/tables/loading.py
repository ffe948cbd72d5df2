"""Loads a table from the store: its entries are applied in order. Tested in tests/server/tables/test_registry.py."""

from __future__ import annotations

import asyncio

from huefall import __version__
from huefall.server.store import Damage, Store, StoredEntry, UnreadableStream
from huefall.server.store.streams import table_stream
from huefall.server.tables import entries, snapshots
from huefall.server.tables.setup import show_setup
from huefall.server.tables.state import TableState

#: While a table is loaded, the event loop gets its turn after this many entries.
ENTRIES_PER_TURN = 50


async def load_state(store: Store, code: str) -> TableState | None:
    """Return a table as it is stored; None if there is none. Raises ``UnreadableStream``."""
    state = await snapshots.load(store, code)
    if state is not None:
        try:
            return await _apply_rest(store, state)
        except UnreadableStream:
            pass  # the entries alone decide
    try:
        return await _apply_rest(store, TableState(code))
    except UnreadableStream as error:
        store.health.note_damage(Damage(error.stream, error.number, error.problem))
        raise


async def _apply_rest(store: Store, state: TableState) -> TableState | None:
    """Apply the entries that a state lacks; return None if there are none at all."""
    stored = await store.read(table_stream(state.code), state.revision)
    for count, entry in enumerate(stored):
        if count % ENTRIES_PER_TURN == ENTRIES_PER_TURN - 1:
            await asyncio.sleep(0)
        apply_stored(state, entry)
    return state if state.revision else None


def apply_stored(state: TableState, entry: StoredEntry) -> None:
    """Apply a stored entry; raise ``UnreadableStream`` if this program cannot. It stays in the store as it is."""
    try:
        decoded = entries.decode_entry(entry.data)
        state.apply(decoded, entry.at)
        if isinstance(decoded, entries.Created | entries.Configured):
            show_setup(state.setup)  # raises if it has options or an edition that this program does not know
    except Exception as error:
        problem = f"cannot be applied by Huefall {__version__}: {type(error).__name__}: {error}"
        text = (
            f"entry {entry.number} of this table cannot be read by Huefall {__version__}, which this server runs: "
            "a newer version may have written it"
        )
        raise UnreadableStream(entry.stream, entry.number, problem, text) from error
