"""Snapshots of tables: the result of applying all entries up to a number, so that loading need not apply them again.

A snapshot is a cache. It is read only by the very program that wrote it, found out by a hash of the sources, and whatever is
wrong with it, the entries are applied instead. It is pickled, because it must contain everything that a table consists of,
whatever that will be; the unpickler makes nothing but the classes of a table, and backups contain no snapshots.
"""

from __future__ import annotations

import io
import pickle
import sys
import zlib
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

import structlog

import huefall
from huefall.editions import Edition
from huefall.game import Game
from huefall.game.outcome import restore
from huefall.kernel.layout import clone
from huefall.notation.variant import Variant
from huefall.server.store import Store
from huefall.server.store.streams import table_stream
from huefall.server.tables.state import TableState

log = structlog.get_logger("huefall.tables")

#: A table is saved after this many entries, as soon as a round is dealt: then there is half as much to save. One whose
#: round goes on is saved after the second number of entries, and when the server stops after the third.
ENTRIES_PER_SNAPSHOT = 1000
MAX_ENTRIES_UNSAVED = 1500
MIN_ENTRIES_AT_STOP = 100

#: The fields of a game that follow from the others, or are empty between two moves.
_DERIVED = {"variant", "players", "_state", "_bytes", "_words", "_log", "_reader", "_sentences", "_move", "_hands"}

#: Packages whose sources decide what a snapshot means.
_PACKAGES = ("editions", "game", "kernel", "notation", "protocol", "server/lessons", "server/tables", "vocabulary")

#: What a table contains beside objects of Huefall's classes.
_OTHERS = {("collections", "OrderedDict"), ("collections", "deque"), ("msgspec._core", "UNSET")}


@cache
def program_id() -> str:
    """Return what tells this program from every other that might read its snapshots differently."""
    root = Path(huefall.__file__).parent
    sources = blake2b(digest_size=16)
    for package in _PACKAGES:
        for file in sorted((root / package).rglob("*.py")):
            sources.update(file.read_bytes())
    version = ".".join(map(str, sys.version_info[:2]))
    return f"huefall {huefall.__version__} {sources.hexdigest()} python {version}"


def is_due(state: TableState) -> bool:
    """Return whether a table should be saved now."""
    unsaved = state.revision - state.saved_revision
    is_just_dealt = state.revision == state.dealt_revision
    return unsaved >= (ENTRIES_PER_SNAPSHOT if is_just_dealt else MAX_ENTRIES_UNSAVED)


async def save(store: Store, state: TableState) -> None:
    """Store a snapshot of a table, all of whose entries are stored."""
    state.saved_revision = state.revision
    await store.put_snapshot(table_stream(state.code), state.revision, program_id(), write_snapshot(state))


async def load(store: Store, code: str) -> TableState | None:
    """Return a table as its snapshot has it; None without one that this program can read."""
    found = await store.read_snapshot(table_stream(code), program_id())
    if found is None:
        return None
    number, data = found
    try:
        state = read_snapshot(data)
    except Exception as error:  # noqa: BLE001  # whatever it is, the entries are there
        log.warning("a snapshot cannot be read: the entries are applied", table=code, reason=repr(error))
        return None
    return state if (state.code, state.revision) == (code, number) else None


def write_snapshot(state: TableState) -> bytes:
    buffer = io.BytesIO()
    _Pickler(buffer, protocol=5).dump(state)
    return zlib.compress(buffer.getbuffer(), 1)


def read_snapshot(data: bytes) -> TableState:
    state = _Unpickler(io.BytesIO(zlib.decompress(data))).load()
    if not isinstance(state, TableState):
        raise TypeError(f"expected a table, got {type(state).__name__}")
    return state


class _Pickler(pickle.Pickler):
    def reducer_override(self, obj: Any) -> Any:
        if isinstance(obj, Game):
            fields = {name: value for name, value in vars(obj).items() if name not in _DERIVED}
            return _make_game, (obj.variant, obj.record_of_state.tobytes(), fields)
        if isinstance(obj, Variant):
            return _make_variant, (obj.edition, obj.rules.changes())
        return NotImplemented


class _Unpickler(pickle.Unpickler):
    """Makes objects of Huefall's own classes, and nothing else."""

    def find_class(self, module: str, name: str) -> Any:
        if (module, name) in _OTHERS:
            return super().find_class(module, name)
        if module == __name__ and name in {"_make_game", "_make_variant"}:
            return globals()[name]
        found = super().find_class(module, name) if module.startswith("huefall.") else None
        if isinstance(found, type) and found.__module__ == module:
            return found
        raise pickle.UnpicklingError(f"{module}.{name} is no part of a table")


def _make_game(variant: Variant, state: bytes, fields: dict[str, Any]) -> Game:
    game = Game(variant, clone(restore(state)), undo=fields["_past"] is not None)
    vars(game).update(fields)
    return game


def _make_variant(edition: Edition, options: dict[str, Any]) -> Variant:
    return Variant.of(edition, options)
