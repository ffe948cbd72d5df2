"""The durable store: append-only streams of numbered entries in SQLite (docs/decisions/0006-store.md), or in PostgreSQL (0023)."""

from huefall.server.store.contract import Store, StoredEntry, StreamInfo
from huefall.server.store.errors import (
    NotOwner,
    StoreAway,
    StoreConflict,
    StoreDamaged,
    StoreError,
    StoreFailed,
    StoreFull,
    StoreInUse,
    StoreUnavailable,
    StreamDamaged,
    UnreadableStream,
)
from huefall.server.store.health import Damage, StoreHealth
from huefall.server.store.memory import MemoryStore
from huefall.server.store.sqlite import SqliteStore

__all__ = [
    "Damage",
    "MemoryStore",
    "NotOwner",
    "SqliteStore",
    "Store",
    "StoreAway",
    "StoreConflict",
    "StoreDamaged",
    "StoreError",
    "StoreFailed",
    "StoreFull",
    "StoreHealth",
    "StoreInUse",
    "StoreUnavailable",
    "StoredEntry",
    "StreamDamaged",
    "StreamInfo",
    "UnreadableStream",
]
