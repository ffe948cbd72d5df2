"""The orders that the writer of the database takes, and what they come to. Tested in tests/server/store/test_ledger.py."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from huefall.server.store.contract import StoredEntry
from huefall.server.store.errors import StoreError


class RareOrder(msgspec.Struct, frozen=True):
    """An order that is no append."""


class DeleteStreams(RareOrder, frozen=True):
    """An order to delete streams."""

    streams: Sequence[str]


class ProbeSpace(RareOrder, frozen=True):
    """An order to find out whether a full disk has room again."""


class PutSnapshot(RareOrder, frozen=True):
    """An order to replace the snapshot of a stream."""

    stream: str
    number: int
    program: str
    data: bytes


class RewriteEntries(RareOrder, frozen=True):
    """An order to replace the data of entries."""

    entries: Sequence[StoredEntry]


Order = Sequence[StoredEntry] | RareOrder
Outcome = StoreError | None
