"""``Appender``: checks entry numbers, and sends many appends as one call of ``append_1``.

It believes that streams end where it has last seen them, and that this node owns the tables in ``epochs``. The database
compares; if anything differs, nothing is stored, and ``Writer`` lets the appender look again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, Protocol

from huefall.server.store.chain import ENTRY_VERSION, begin_chain, hash_entry
from huefall.server.store.contract import StoredEntry
from huefall.server.store.errors import NotOwner, StoreConflict, StoreError
from huefall.server.store.orders import Outcome
from huefall.server.store.postgres.session import Connection, transaction
from huefall.server.store.streams import TABLES

#: Streams whose ends are cached; bounded, because the number of streams is not.
MAX_CACHED = 100_000

#: How long an append may take. Then the database counts as away, and the outcome as unknown.
APPEND_SECONDS = 5.0

_LOOK_UP = "SELECT id, name, last, hash, epoch FROM huefall.streams WHERE name = ANY($1::text[])"
_LOCK = f"{_LOOK_UP} ORDER BY name FOR UPDATE"
_APPEND = """
    SELECT huefall.append_1($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)
"""

#: A stream that does not exist has this id.
_NEW = 0


class Fencing(Protocol):
    """Which node this is, and what it owns."""

    node_id: int  # 0: nothing is fenced
    epochs: dict[str, int]  # of the tables it owns, by the names of their streams


class _End(NamedTuple):
    """Where a stream ends."""

    id: int
    last: int
    hash: bytes


class _Batch:
    """The arguments of one call, as lists."""

    def __init__(self) -> None:
        self.before: dict[str, _End] = {}  # the ends of its streams before it
        self.entries: list[tuple[str, int, int, bytes, bytes]] = []  # stream, number, at, data, hash


class Appender:
    """Writes entries, and caches where the streams end."""

    def __init__(self, fencing: Fencing) -> None:
        self._fencing = fencing
        self._ends: dict[str, _End] = {}
        self._found_epochs: dict[str, int] = {}  # of tables that were looked up since the last call

    async def append(self, connection: Connection, appends: Sequence[Sequence[StoredEntry]]) -> list[Outcome]:
        """Append all in one transaction; return None or an error for each. If the transaction fails, raise that."""
        names = {entry.stream for entries in appends for entry in entries}
        is_cached = await self._look_up(connection, names)
        batch = _Batch()
        outcomes = [self._take(entries, batch) for entries in appends]
        if is_cached and any(isinstance(outcome, StoreConflict) for outcome in outcomes):
            # Another node may have appended what the caller has read meanwhile: only a fresh look can blame anybody.
            self.forget(names)
            await self._look_up(connection, names)
            batch = _Batch()
            outcomes = [self._take(entries, batch) for entries in appends]
        self._found_epochs.clear()
        if batch.entries:
            await self._send(connection, batch)
        for name in names:
            if not self._ends[name].last:  # all its entries were invalid
                del self._ends[name]
        return outcomes

    async def append_locked(self, connection: Connection, appends: Sequence[Sequence[StoredEntry]]) -> list[Outcome]:
        """Append like ``append``, with a lock on the streams before they are looked at: nobody can come in between."""
        async with transaction(connection):
            self.forget_all()
            await self._look_up(connection, {entry.stream for entries in appends for entry in entries}, _LOCK)
            return await self.append(connection, appends)

    async def _look_up(self, connection: Connection, names: set[str], statement: str = _LOOK_UP) -> bool:
        """Cache the ends of streams; return whether any of them was cached before."""
        if len(self._ends) > MAX_CACHED:
            self.forget_all()
        unknown = names.difference(self._ends)
        if not unknown:
            return True
        for row in await connection.fetch(statement, list(unknown), timeout=APPEND_SECONDS):
            name = row["name"]
            self._ends[name] = _End(row["id"], row["last"], row["hash"])
            self._found_epochs[name] = row["epoch"]
        for name in unknown.difference(self._ends):
            self._ends[name] = _End(_NEW, 0, begin_chain(name))
        return len(unknown) < len(names)

    def _take(self, entries: Sequence[StoredEntry], batch: _Batch) -> Outcome:
        """Add one append to the batch, or nothing of it and return why."""
        ends, taken = self._ends, len(batch.entries)
        ends_before: dict[str, _End] = {}
        error: StoreError | None = None
        for entry in entries:
            name, number, data = entry.stream, entry.number, entry.data
            end = ends[name]
            if name not in ends_before:
                if end.id and not self._may_append(name):
                    error = NotOwner.of_stream(name)
                    break
                ends_before[name] = end
            if number != end.last + 1:
                error = StoreConflict.of(name, number, end.last)
                break
            try:
                data.decode()
            except UnicodeDecodeError:
                error = StoreError(f"the data of entry {number} of {name} is not JSON in UTF-8")
                break
            entry_hash = hash_entry(end.hash, number, entry.at, ENTRY_VERSION, data)
            batch.entries.append((name, number, entry.at, data, entry_hash))
            ends[name] = _End(end.id, number, entry_hash)
        if error is not None:
            ends.update(ends_before)
            del batch.entries[taken:]
            return error
        for name, end in ends_before.items():
            batch.before.setdefault(name, end)
        return None

    def _may_append(self, name: str) -> bool:
        """Return whether this node owns the table of a stream, as far as it knows; other streams belong to all."""
        fencing = self._fencing
        if not fencing.node_id or not name.startswith(TABLES):
            return True
        held = fencing.epochs.get(name)
        # A lower epoch was found before this node got the table: the database decides.
        if held is not None and self._found_epochs.get(name, held) <= held:
            return True
        fencing.epochs.pop(name, None)
        return False

    async def _send(self, connection: Connection, batch: _Batch) -> None:
        fencing, ends = self._fencing, self._ends
        node = fencing.node_id
        names = sorted(batch.before)  # as PostgreSQL sorts them by their bytes
        old = [name for name in names if batch.before[name].id]
        new = [name for name in names if not batch.before[name].id]
        streams, numbers, times, contents, hashes = zip(*batch.entries, strict=True)
        first_times = dict(zip(reversed(streams), reversed(times), strict=True))
        last_times = dict(zip(streams, times, strict=True))
        place = {name: number for number, name in enumerate([*old, *new], 1)}
        fenced = {name for name in names if node and name.startswith(TABLES)}
        new_ids = await connection.fetchval(
            _APPEND,
            [batch.before[name].id for name in old],
            [batch.before[name].last for name in old],
            [batch.before[name].hash for name in old],
            [fencing.epochs.get(name, -1) if name in fenced else None for name in old],
            [ends[name].last for name in old],
            [ends[name].hash for name in old],
            [last_times[name] for name in old],
            new,
            [ends[name].last for name in new],
            [ends[name].hash for name in new],
            [first_times[name] for name in new],
            [last_times[name] for name in new],
            [node if name in fenced else None for name in new],
            [place[name] for name in streams],
            numbers,
            times,
            [ENTRY_VERSION] * len(numbers),
            contents,
            hashes,
            timeout=APPEND_SECONDS,
        )
        for name, identity in zip(new, new_ids, strict=True):
            ends[name] = ends[name]._replace(id=identity)
            if name in fenced:
                fencing.epochs[name] = 1

    def forget(self, streams: Iterable[str]) -> None:
        """Drop streams from the cache: their ends are read from the database again."""
        for name in streams:
            self._ends.pop(name, None)

    def forget_all(self) -> None:
        self._ends.clear()
        self._found_epochs.clear()
