"""``TableRegistry``: all live tables of a server. Creates, finds, loads from the store, closes when idle."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import AsyncIterator, Collection, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager

import structlog

from huefall.protocol.http import AdminTable
from huefall.protocol.tables import LobbyTable, TableSetup, TableShown
from huefall.server.guests.person import Person
from huefall.server.ops.clock import HOUR_MS, Clock
from huefall.server.ops.tokens import is_code, new_code
from huefall.server.refusal import Refusal
from huefall.server.settings import Settings
from huefall.server.store import StoreConflict, StoredEntry, StoreError, UnreadableStream
from huefall.server.store.streams import TABLES, streams_about_tables, table_stream
from huefall.server.tables import entries
from huefall.server.tables.entries import is_closing
from huefall.server.tables.inbox import Close, EngineChanged, StoreChanged
from huefall.server.tables.loading import load_state
from huefall.server.tables.opening import Opening
from huefall.server.tables.participation import Participations
from huefall.server.tables.services import Services
from huefall.server.tables.state import TableState
from huefall.server.tables.table import SERVER_SEED_BYTES, Table

log = structlog.get_logger("huefall.tables")

MAX_IN_LOBBY = 100


class NotReady(Exception):
    """The rules are being compiled: a table with a match cannot be loaded yet."""


class TableRegistry:
    def __init__(self, services: Services, settings: Settings) -> None:
        self._services = services
        self._settings = settings
        self._tables: dict[str, Table] = {}
        #: Open tables that are not in memory: they are loaded when somebody looks for them, so that a start does not depend
        #: on how much was played.
        self._asleep: set[str] = set()
        self._asleep_since_ms = services.clock.steady_ms()
        self._loading: dict[str, asyncio.Task[Table | None]] = {}
        self._held: dict[str, asyncio.Event] = {}  # tables that are being rewritten
        self.stopping = False
        services.engine.on_change(self._post_engine_changed)
        services.store.health.on_change(self._post_store_changed)

    def __len__(self) -> int:
        """The number of open tables, in memory or not."""
        return len(self._tables) + len(self._asleep)

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
        """Create a table; ``seated`` are the entries that follow its creation, such as ``Sat`` for its first players."""
        if len(self) >= self._settings.max_tables:
            raise Refusal("server_full", f"this server has {len(self)} tables, its maximum: try again later")
        while True:
            state = TableState(new_code())
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

        Raises ``NotReady``, and ``UnreadableStream`` if what is stored cannot be read.
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
            task.add_done_callback(lambda _: self._loading.pop(code, None))
        return await asyncio.shield(task)

    def find_loaded(self, code: str) -> Table | None:
        """Return a table if it is in memory, or None."""
        return self._tables.get(code)

    async def list_open(self) -> None:
        """Find out which tables were open when the server stopped."""
        self._asleep_since_ms = self._services.clock.steady_ms()
        for last in await self._services.store.last_entries(TABLES):
            code = last.stream.removeprefix(TABLES)
            if code not in self._tables and not is_closing(last.data):
                self._asleep.add(code)

    async def _load_asleep(self, codes: Iterable[str]) -> None:
        """Load tables that are not in memory, as far as they can be read."""
        for code in list(codes):
            with contextlib.suppress(UnreadableStream, NotReady):  # the store has noted it
                await self.find(code)

    async def _load(self, code: str) -> Table | None:
        while code in self._held:
            await self._held[code].wait()
        state = await load_state(self._services.store, code)
        if state is None or state.closed is not None:
            self._asleep.discard(code)
            return None
        participations = await Participations.read(self._services.store, state)
        missing = participations.take_missing(state, self._services.clock.wall_ms())  # of a table of an older version
        if missing:
            await self._services.store.append(missing)
        return None if self.stopping else self._open(state, participations)

    def _open(self, state: TableState, participations: Participations) -> Table:
        table = Table(state, self._services, ended=self._remove, participations=participations)
        self._tables[state.code] = table
        self._asleep.discard(state.code)
        return table

    def _remove(self, table: Table) -> None:
        if self._tables.get(table.state.code) is table:
            del self._tables[table.state.code]

    # Listing

    def lobby(self) -> list[LobbyTable]:
        """List the public tables: those with a free seat first, then those that can be joined late; by their last change."""
        tables = [table for table in self._tables.values() if table.shown.setup.public and table.audience]
        tables.sort(key=_lobby_order)
        return [_show_in_lobby(table) for table in tables[:MAX_IN_LOBBY]]

    async def admin_list(self) -> list[AdminTable]:
        """List all open tables; those that are not in memory are loaded for it."""
        await self._load_asleep(self._asleep)
        now = self._services.clock.wall_ms()
        return [_show_to_admin(table, now) for table in self._tables.values()]

    # Ending

    async def close(self, code: str, reason: str) -> bool:
        """Close a table for good; return whether there was one."""
        self._services.store.health.check()
        table = await self.find(code)
        if table is not None:
            table.post(Close(reason))
        return table is not None

    async def close_idle(self) -> None:
        """Close tables that nobody has used for long, measured with the steady clock."""
        hours = self._settings.idle_table_hours
        if not hours:
            return
        before = self._services.clock.steady_ms() - hours * HOUR_MS
        for table in list(self._tables.values()):
            if not table.audience and table.empty_since_ms < before:
                table.post(Close("idle"))
        if self._asleep_since_ms < before:
            await self._close_asleep()

    async def forget(self, codes: Collection[str]) -> None:
        """Delete tables that are not open, with their records and reviews."""
        store = self._services.store
        # The tables last: if the server is killed meanwhile, the next sweep finds them again.
        await store.forget([*await streams_about_tables(store, codes), *map(table_stream, codes)])

    async def _close_asleep(self) -> None:
        codes = list(self._asleep)
        await self._load_asleep(codes)
        for code in codes:
            table = self._tables.get(code)
            if table is not None and not table.audience:
                table.post(Close("idle"))

    def is_open(self, code: str) -> bool:
        """Return whether a table is open, in memory or not."""
        return code in self._tables or code in self._asleep

    def seats(self, guest: str) -> bool:
        """Return whether a guest has a seat at a table in memory."""
        return any(table.state.seat_of(guest) is not None for table in self._tables.values())

    @asynccontextmanager
    async def without_guest(self, code: str, guest: str) -> AsyncIterator[None]:
        """Take a guest from a table for good, and keep the table out of memory for the time of the context.

        Whoever looks for the table meanwhile waits. Raises ``StoreError`` if it cannot be done now.
        """
        table = await self.find(code)
        if self.stopping:
            raise StoreError("the server stops: the guest is deleted after its next start")
        self._services.store.health.check()
        held = self._held[code] = asyncio.Event()
        try:
            if table is not None and not await table.remove_guest(guest):
                raise StoreError(f"that somebody left table {code} could not be stored: try again later")
            yield
        finally:
            del self._held[code]
            held.set()

    async def stop(self) -> None:
        """Stop the task of every table; the tables continue when the server is started again."""
        self.stopping = True
        await asyncio.gather(*(table.stop() for table in list(self._tables.values())))

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


def _free_seats(shown: TableShown) -> int:
    return sum(seat.kind == "empty" for seat in shown.seats)


def _lobby_order(table: Table) -> tuple[bool, bool, int]:
    return not _free_seats(table.shown), not table.shown_joinable, -table.state.changed_at_ms


def _persons(shown: TableShown) -> list[str]:
    return [seat.name or "" for seat in shown.seats if seat.kind == "person" and not seat.left]


def _bots(shown: TableShown) -> int:
    return sum(seat.kind == "bot" for seat in shown.seats)


def _show_in_lobby(table: Table) -> LobbyTable:
    shown = table.shown
    return LobbyTable(
        code=shown.code,
        status=shown.status,
        edition=shown.setup.edition,
        own_edition=shown.setup.own_edition,
        preset=shown.setup.preset,
        options=shown.setup.options,
        seats=len(shown.seats),
        free=_free_seats(shown),
        persons=_persons(shown),
        bots=_bots(shown),
        spectators=table.audience.spectators,
        joinable=len(table.shown_joinable),
    )


def _show_to_admin(table: Table, now_ms: int) -> AdminTable:
    shown = table.shown
    return AdminTable(
        code=shown.code,
        status=shown.status,
        public=shown.setup.public,
        edition=shown.setup.edition,
        persons=_persons(shown),
        bots=_bots(shown),
        connections=len(table.audience),
        revision=table.state.revision,
        idle=max(0, (now_ms - table.state.changed_at_ms) // 1000),
    )
