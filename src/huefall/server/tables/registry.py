"""``TableRegistry``: all live tables of a server. Creates, finds, loads from the store, closes when idle."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import AsyncIterator, Collection, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager
from functools import partial
from typing import NamedTuple

import structlog

from huefall.protocol.http import AdminTable
from huefall.protocol.tables import LobbyTable, TableSetup
from huefall.server.guests.person import Person
from huefall.server.ops.clock import HOUR_MS, Clock
from huefall.server.ops.tokens import is_code, new_code
from huefall.server.ownership import OwnedElsewhere
from huefall.server.refusal import Refusal
from huefall.server.settings import Settings
from huefall.server.store import StoreConflict, StoredEntry, StoreError, UnreadableStream
from huefall.server.store.streams import TABLES, streams_about_tables, table_stream
from huefall.server.tables import entries
from huefall.server.tables.entries import is_closing
from huefall.server.tables.inbox import MOVED, Close, EngineChanged, Lost, StoreChanged
from huefall.server.tables.listing import MAX_IN_LOBBY, LobbyOrder, lobby_order, show_in_lobby, show_to_admin
from huefall.server.tables.loading import load_state
from huefall.server.tables.opening import Opening
from huefall.server.tables.participation import Participations
from huefall.server.tables.services import Services
from huefall.server.tables.state import TableState
from huefall.server.tables.table import SERVER_SEED_BYTES, Table

log = structlog.get_logger("huefall.tables")


class _Asleep(NamedTuple):
    """An open table that is not in memory."""

    revision: int
    since_ms: int  # by the steady clock; it has not changed since then


class NotReady(Exception):
    """The rules are being compiled: a table with a match cannot be loaded yet."""


class TableRegistry:
    def __init__(self, services: Services, settings: Settings) -> None:
        self._services = services
        self._settings = settings
        self._tables: dict[str, Table] = {}
        #: Open tables that are not in memory: they are loaded when somebody looks for them, so that a start does not depend
        #: on how much was played. With several nodes some of them are in the memory of another one.
        self._asleep: dict[str, _Asleep] = {}
        self._loading: dict[str, asyncio.Task[Table | None]] = {}
        self._held: dict[str, asyncio.Event] = {}  # tables that are being rewritten, or handed over
        self._releases: set[asyncio.Task[None]] = set()
        self.stopping = False
        services.engine.on_change(self._post_engine_changed)
        services.ownership.on_table_lost(self._lose)
        services.store.health.on_change(self._post_store_changed)

    def __len__(self) -> int:
        """The number of open tables, in memory or not."""
        return len(self._tables) + len(self._asleep)

    @property
    def in_memory(self) -> int:
        """The number of tables in memory."""
        return len(self._tables)

    def __iter__(self) -> Iterator[Table]:
        return iter(self._tables.values())

    # Creating and finding

    async def make(
        self,
        person: Person,
        setup: TableSetup,
        seated: Sequence[entries.TableEntry] = (),
        opening: Opening | None = None,
    ) -> Table:
        """Create a table; ``seated`` are the entries that follow its creation, such as ``Sat`` for its first players.

        Raises ``OwnedElsewhere`` if this node takes no more tables: another one has to create it.
        """
        if len(self) >= self._settings.max_tables:
            raise Refusal("server_full", f"this server has {len(self)} tables, its maximum: try again later")
        while True:
            state = TableState(new_code())
            if self._services.ownership.node.is_draining:
                await self._services.ownership.claim_table(state.code)  # raises if another node can have it
            created = entries.Created(guest=person.guest, setup=setup, opening=opening)
            stored = _begin(state, [created, *seated], self._services.clock)
            if state.lacks_seed:
                drawn = entries.SeedDrawn(seed=secrets.token_hex(SERVER_SEED_BYTES))
                stored += _begin(state, [drawn], self._services.clock)
            participations = Participations()
            stored += participations.take_missing(state, self._services.clock.wall_ms())
            try:
                await self._services.store.append(stored)
            except StoreConflict:
                continue  # another table, perhaps long closed, has this code
            return self._open(state, participations)

    async def find(self, code: str) -> Table | None:
        """Return a table, loaded if need be; None if there is no open table of this code.

        Raises ``NotReady``, ``OwnedElsewhere``, and ``UnreadableStream`` if what is stored cannot be read.
        """
        if not is_code(code) or self.stopping:
            return None
        if self._services.store.health.failed is not None:
            self._services.store.health.check()
        table = self._tables.get(code)
        if table is not None:
            return table
        if not self._services.engine.is_ready:
            stored = await self._services.store.read(table_stream(code))
            if stored and not is_closing(stored[-1].data):
                raise NotReady
            return None
        task = self._loading.get(code)
        if task is None:
            task = self._loading[code] = asyncio.create_task(self._load(code))
            task.add_done_callback(partial(self._note_loaded, code))
        return await asyncio.shield(task)

    def find_loaded(self, code: str) -> Table | None:
        """Return a table if it is in memory, or None."""
        return self._tables.get(code)

    async def list_open(self) -> None:
        """Find out which tables are open and not in memory. Only other nodes change that after the start."""
        now = self._services.clock.steady_ms()
        before, self._asleep = self._asleep, {}
        for last in await self._services.store.last_entries(TABLES):
            code = last.stream.removeprefix(TABLES)
            if code not in self._tables and not is_closing(last.data):
                known = before.get(code)
                is_unchanged = known is not None and known.revision == last.number
                self._asleep[code] = known if known is not None and is_unchanged else _Asleep(last.number, now)

    async def _load_asleep(self, codes: Iterable[str]) -> None:
        """Load tables that are not in memory, as far as they can be read."""
        for code in list(codes):
            with contextlib.suppress(
                UnreadableStream, NotReady, OwnedElsewhere
            ):  # the store has noted what is unreadable
                await self.find(code)

    async def _load(self, code: str) -> Table | None:
        while code in self._held:
            await self._held[code].wait()
        if self._services.ownership.is_shared and not await self._is_stored_open(code):
            return None  # nothing to own
        await self._services.ownership.claim_table(code)
        state = await load_state(self._services.store, code)
        if state is None or state.closed is not None:
            self._asleep.pop(code, None)
            self._release(code)
            return None
        participations = await Participations.read(self._services.store, state)
        missing = participations.take_missing(state, self._services.clock.wall_ms())  # of a table of an older version
        if missing:
            await self._services.store.append(missing)
        return None if self.stopping else self._open(state, participations)

    def _note_loaded(self, code: str, task: asyncio.Task[Table | None]) -> None:
        self._loading.pop(code, None)
        if not task.cancelled():
            # Whoever asked may have gone; asyncio would complain that nobody has looked. The next one gets the error anew.
            task.exception()

    def _open(self, state: TableState, participations: Participations) -> Table:
        table = Table(state, self._services, ended=self._remove, participations=participations)
        self._tables[state.code] = table
        self._asleep.pop(state.code, None)
        return table

    async def _is_stored_open(self, code: str) -> bool:
        last = await self._services.store.last_entries(table_stream(code))
        return bool(last) and not is_closing(last[0].data)

    def _remove(self, table: Table) -> None:
        if self._tables.get(table.state.code) is table:
            del self._tables[table.state.code]
            if table.state.closed is not None:
                self._release(table.state.code)

    def _release(self, code: str) -> None:
        """Give up a table that nobody needs any more, in the background."""
        task = asyncio.create_task(self._services.ownership.release_table(code))
        self._releases.add(task)
        task.add_done_callback(self._note_release)

    def _note_release(self, task: asyncio.Task[None]) -> None:
        self._releases.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.warning("a table was not released: it is when this node ends", reason=str(task.exception()))

    def _lose(self, code: str) -> None:
        """Stop serving a table that another node has taken."""
        table = self._tables.get(code)
        if table is not None:
            table.post(Lost())

    # Listing

    def lobby(self) -> list[tuple[LobbyOrder, LobbyTable]]:
        """List the public tables, each with its place: those with a free seat first, then those that can be joined late; by
        their last change.
        """
        tables = [table for table in self._tables.values() if table.shown.setup.public and table.audience]
        tables.sort(key=lobby_order)
        return [(lobby_order(table), show_in_lobby(table)) for table in tables[:MAX_IN_LOBBY]]

    async def admin_list(self) -> list[AdminTable]:
        """List all open tables; those that are not in memory are loaded for it."""
        await self._load_asleep(self._asleep)
        now = self._services.clock.wall_ms()
        return [show_to_admin(table, now) for table in self._tables.values()]

    # Ending

    async def close(self, code: str, reason: str) -> bool:
        """Close a table for good; return whether there was one."""
        self._services.store.health.check()
        table = await self.find(code)
        if table is not None:
            table.post(Close(reason))
        return table is not None

    async def close_idle(self) -> None:
        """Close tables in memory that nobody has used for long, measured with the steady clock."""
        hours = self._settings.idle_table_hours
        if not hours:
            return
        before = self._services.clock.steady_ms() - hours * HOUR_MS
        for table in list(self._tables.values()):
            if not table.audience and table.empty_since_ms < before:
                table.post(Close("idle"))

    async def close_asleep(self) -> None:
        """Close tables that nobody has looked for since long. One node does that for all."""
        hours = self._settings.idle_table_hours
        if not hours:
            return
        before = self._services.clock.steady_ms() - hours * HOUR_MS
        codes = [code for code, asleep in self._asleep.items() if asleep.since_ms < before]
        await self._load_asleep(codes)
        for code in codes:
            table = self._tables.get(code)
            if table is not None and not table.audience:
                table.post(Close("idle"))

    async def forget(self, codes: Collection[str]) -> None:
        """Delete tables that are not open, with their records and reviews."""
        store = self._services.store
        # The tables last: if the server is killed meanwhile, the next sweep finds them again.
        await store.forget([*await streams_about_tables(store, codes), *map(table_stream, codes)])

    def is_open(self, code: str) -> bool:
        """Return whether a table is open, in memory or not."""
        return code in self._tables or code in self._asleep

    def seats(self, guest: str) -> bool:
        """Return whether a guest has a seat at a table in memory."""
        return any(table.state.seat_of(guest) is not None for table in self._tables.values())

    def seated_guests(self) -> set[str]:
        """Return the guests who have a seat at a table in memory."""
        seats = (seat for table in self._tables.values() for seat in table.state.seats)
        return {seat.guest for seat in seats if seat.guest is not None}

    @asynccontextmanager
    async def without_guest(self, code: str, guest: str) -> AsyncIterator[None]:
        """Take a guest from a table for good, and keep the table out of memory for the time of the context.

        Whoever looks for the table meanwhile waits. Raises ``OwnedElsewhere``, and ``StoreError`` if it cannot be done now.
        """
        table = await self.find(code)
        if self.stopping:
            raise StoreError("the server stops: the guest is deleted after its next start")
        self._services.store.health.check()
        async with self._hold(code):
            if table is not None and not await table.remove_guest(guest):
                raise StoreError(f"that somebody left table {code} could not be stored: try again later")
            await self._services.ownership.claim_table(code)  # a closed one has no owner
            yield
            if table is None:
                await self._services.ownership.release_table(code)

    @asynccontextmanager
    async def _hold(self, code: str) -> AsyncIterator[None]:
        """Keep a table out of memory once its task has ended; whoever looks for it waits."""
        while code in self._held:
            await self._held[code].wait()
        held = self._held[code] = asyncio.Event()
        try:
            yield
        finally:
            del self._held[code]
            held.set()

    async def hand_over(self, code: str) -> None:
        """Give a table up, so that another node can own it; its clients are told to come back."""
        async with self._hold(code):
            table = self._tables.get(code)
            if table is not None:
                await table.stop(*MOVED)
            await self._services.ownership.release_table(code)

    async def hand_over_all(self) -> None:
        """Give up all tables, one by one, so that none is away for longer than it takes to load it elsewhere."""
        for code in list(self._tables):
            await self.hand_over(code)

    async def stop(self) -> None:
        """Stop the task of every table; the tables continue when the server is started again."""
        self.stopping = True
        await asyncio.gather(*(table.stop() for table in list(self._tables.values())))
        await asyncio.gather(*self._releases, return_exceptions=True)

    def _post_engine_changed(self) -> None:
        for table in self._tables.values():
            if table.waits_for_engine:
                table.post(EngineChanged())

    def _post_store_changed(self) -> None:
        for table in self._tables.values():
            table.post(StoreChanged())


def _begin(state: TableState, first: Sequence[entries.TableEntry], clock: Clock) -> list[StoredEntry]:
    """Apply the first entries of a table, and encode them for the store."""
    now, stream = clock.wall_ms(), table_stream(state.code)
    changes = [state.apply(entry, now, clock.steady_ms()) for entry in first]
    return [
        StoredEntry(stream, change.revision, now, entries.encode_entry(entry))
        for entry, change in zip(first, changes, strict=True)
    ]
