"""The durable store: append-only streams of numbered entries in SQLite (docs/decisions/0006-store.md)."""

from huefall.server.store.contract import Store, StoredEntry, StreamInfo
from huefall.server.store.errors import StoreConflict, StoreError, StoreInUse
from huefall.server.store.memory import MemoryStore
from huefall.server.store.sqlite import SqliteStore

__all__ = [
    "MemoryStore",
    "SqliteStore",
    "Store",
    "StoreConflict",
    "StoreError",
    "StoreInUse",
    "StoredEntry",
    "StreamInfo",
]
