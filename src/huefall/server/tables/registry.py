"""``TableRegistry``: all live tables of a server. Creates, finds, loads from the store, closes when idle."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager

import structlog

from huefall.protocol.http import AdminTable
from huefall.protocol.tables import LobbyTable, TableSetup, TableShown
from huefall.server.guests.person import Person
from huefall.server.ops.clock import DAY_MS, HOUR_MS, now_ms
from huefall.server.ops.tokens import is_code, new_code
from huefall.server.refusal import Refusal
from huefall.server.settings import Settings
from huefall.server.store import StoreConflict, StoredEntry, StoreError
from huefall.server.store.streams import streams_about_tables, table_stream
from huefall.server.tables import entries
from huefall.server.tables.inbox import Close, EngineChanged
from huefall.server.tables.opening import Opening
from huefall.server.tables.participation import Participations
from huefall.server.tables.services import Services
from huefall.server.tables.state import TableState
from huefall.server.tables.table import Table

log = structlog.get_logger("huefall.tables")

#: While a table is loaded, the event loop gets its turn after this many entries.
ENTRIES_PER_TURN = 50

MAX_IN_LOBBY = 100


class NotReady(Exception):
    """The rules are being compiled: a table with a match cannot be loaded yet."""


class TableRegistry:
    def __init__(self, services: Services, settings: Settings) -> None:
        self._services = services
        self._settings = settings
        self._tables: dict[str, Table] = {}
        self._loading: dict[str, asyncio.Task[Table | None]] = {}
        self._held: dict[str, asyncio.Event] = {}  # tables that are being rewritten
        self.stopping = False
        services.engine.on_change(self._post_engine_changed)

    def __len__(self) -> int:
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
        """Create a table; ``seated`` are the entries that follow its creation, such as ``Sat`` for its first players."""
        if len(self._tables) >= self._settings.max_tables:
            raise Refusal("server_full", f"this server has {len(self._tables)} tables, its maximum: try again later")
        while True:
            state = TableState(new_code())
            stored = _begin(state, [entries.Created(guest=person.guest, setup=setup, opening=opening), *seated])
            participations = Participations()
            stored += participations.take_missing(state, now_ms())
            try:
                await self._services.store.append(stored)
            except StoreConflict:
                continue  # another table, perhaps long closed, has this code
            return self._open(state, participations)

    async def find(self, code: str) -> Table | None:
        """Return a table, loaded if need be; None if there is no open table of this code. Raises ``NotReady``."""
        if not is_code(code) or self.stopping:
            return None
        table = self._tables.get(code)
        if table is not None:
            return table
        if not self._services.engine.is_ready:
            stored = await self._services.store.read(table_stream(code))
            if stored and not isinstance(entries.decode_entry(stored[-1].data), entries.Closed):
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

    async def load_all(self) -> None:
        """Load the tables that were open when the server stopped, the latest first, so that the lobby lists them."""
        infos = await self._services.store.streams("table:")
        for info in sorted(infos, key=lambda info: -info.changed):
            if len(self._tables) >= self._settings.max_tables or self.stopping:
                return
            last = await self._services.store.read(info.stream, info.last - 1)
            if last and not isinstance(entries.decode_entry(last[0].data), entries.Closed):
                await self.find(info.stream.removeprefix("table:"))

    async def _load(self, code: str) -> Table | None:
        while code in self._held:
            await self._held[code].wait()
        stored = await self._services.store.read(table_stream(code))
        state = TableState(code)
        for count, entry in enumerate(stored):
            if count % ENTRIES_PER_TURN == ENTRIES_PER_TURN - 1:
                await asyncio.sleep(0)
            try:
                state.apply(entries.decode_entry(entry.data), entry.at)
            except Exception:
                # The entries stay in the store, so that the cause can be found.
                log.exception("a table cannot be loaded", table=code, number=entry.number)
                return None
        if not stored or state.closed is not None:
            return None
        participations = await Participations.read(self._services.store, state)
        await self._services.store.append(
            participations.take_missing(state, now_ms())
        )  # of a table of an older version
        return None if self.stopping else self._open(state, participations)

    def _open(self, state: TableState, participations: Participations) -> Table:
        table = Table(state, self._services, ended=self._remove, participations=participations)
        self._tables[state.code] = table
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

    def admin_list(self) -> list[AdminTable]:
        return [_show_to_admin(table) for table in self._tables.values()]

    # Ending

    async def close(self, code: str, reason: str) -> bool:
        """Close a table for good; return whether there was one."""
        table = await self.find(code)
        if table is not None:
            table.post(Close(reason))
        return table is not None

    async def close_idle(self) -> None:
        """Close tables that nobody has used for long, and delete records older than the settings say."""
        settings = self._settings
        if settings.idle_table_hours:
            before = now_ms() - settings.idle_table_hours * HOUR_MS
            for table in list(self._tables.values()):
                is_deserted = not table.audience and table.empty_since_ms < before
                if is_deserted and table.state.changed_at_ms < before:
                    table.post(Close("idle"))
        if settings.keep_record_days:
            before = now_ms() - settings.keep_record_days * DAY_MS
            infos = await self._services.store.streams("table:")
            old = [
                info.stream
                for info in infos
                if info.changed < before and info.stream.removeprefix("table:") not in self._tables
            ]
            if old:
                codes = {stream.removeprefix("table:") for stream in old}
                # The tables last: if the server is killed meanwhile, the next sweep finds them again.
                await self._services.store.forget([*await streams_about_tables(self._services.store, codes), *old])

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


def _begin(state: TableState, first: Sequence[entries.TableEntry]) -> list[StoredEntry]:
    """Apply the first entries of a table, and encode them for the store."""
    now = now_ms()
    return [
        StoredEntry(table_stream(state.code), state.apply(entry, now).revision, now, entries.encode_entry(entry))
        for entry in first
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


def _show_to_admin(table: Table) -> AdminTable:
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
        idle=max(0, (now_ms() - table.state.changed_at_ms) // 1000),
    )
