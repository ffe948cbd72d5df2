"""``Deletions``: deletes everything about a guest who asks for it.

The wish is stored first, together with the end of the guest's tokens. The rest is a sequence of steps that can be repeated,
so that a restarted server finishes what was begun: table by table, and the guest last.

- A table at which no other person ever sat is deleted, with its records and reviews.
- At any other table the guest leaves, and nothing stored there names them any more: the table's entries, the reviews, and
  what other guests have played. All of it is rewritten in one step, while the table is not in memory.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence

import msgspec
import structlog

from huefall.server.guests.deleted import DELETED_NAME, new_deleted_id
from huefall.server.guests.person import Person
from huefall.server.guests.registry import GuestRegistry
from huefall.server.matches.archive import MatchArchive
from huefall.server.ownership import OwnedElsewhere, Ownership
from huefall.server.reviews.repository import ReviewRepository
from huefall.server.store import Store, StoredEntry, StoreError, StoreUnavailable, StreamDamaged
from huefall.server.store.streams import (
    GUEST_REVIEWS,
    PARTICIPATIONS,
    REVIEW_REQUESTS,
    REVIEWS,
    deletion_stream,
    participation_stream,
    split_guest_stream,
    streams_about_tables,
    table_stream,
)
from huefall.server.tables.deleted_guest import anonymize, guests_named, people_seated
from huefall.server.tables.participation import Played, decode_participation, encode_participation
from huefall.server.tables.registry import TableRegistry
from huefall.server.tables.results import MatchResult, ResultPlayer
from huefall.server.transport.live_connections import LiveConnections
from huefall.vocabulary.errors import HuefallError

log = structlog.get_logger("huefall.history")

#: What nodes tell each other.
TABLE_REWRITTEN = "table_rewritten"
GUEST_DELETED = "guest_deleted"

#: How long to wait after an error, of the store for instance.
RETRY_SECONDS = 10.0

#: A request waits this long for the end of a deletion; it goes on without the request.
MAX_WAIT_SECONDS = 30.0


class Deletions:
    """All deletions of a server. Call ``start`` when the tables are open, and ``stop`` before they are closed."""

    def __init__(
        self,
        store: Store,
        guests: GuestRegistry,
        tables: TableRegistry,
        matches: MatchArchive,
        reviews: ReviewRepository,
        live_connections: LiveConnections,
        ownership: Ownership,
        take_table: Callable[[OwnedElsewhere], Awaitable[None]],
    ) -> None:
        """``take_table`` makes another node give up a table."""
        self._store = store
        self._ownership = ownership
        self._take_table = take_table
        self._guests = guests
        self._tables = tables
        self._matches = matches
        self._reviews = reviews
        self._live_connections = live_connections
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._can_begin = asyncio.Event()
        self._one_at_a_time = asyncio.Lock()
        self._resuming: asyncio.Task[None] | None = None
        ownership.on_told(TABLE_REWRITTEN, matches.drop)
        ownership.on_told(GUEST_DELETED, self._follow_deletion)
        ownership.on_peers_changed(self._take_over)

    async def start(self) -> None:
        """Go on with the deletions from before a restart, and with those that were asked for meanwhile."""
        self._can_begin.set()
        for guest in await self._guests.pending_deletions():
            self._delete_in_background(guest)

    async def stop(self) -> None:
        """Stop at once; what is not done is done after the next start."""
        tasks = [*self._tasks.values(), *([self._resuming] if self._resuming is not None else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def delete(self, person: Person) -> None:
        """Delete everything about a guest. It is certain to happen when this returns, and usually has happened."""
        await self._guests.begin_deletion(person)
        self._live_connections.end_guest(person.guest)
        await self._ownership.tell(GUEST_DELETED, person.guest)
        task = self._delete_in_background(person.guest)
        if self._can_begin.is_set():
            await asyncio.wait([task], timeout=MAX_WAIT_SECONDS)

    def _follow_deletion(self, guest: str) -> None:
        """Note that a guest has been deleted at another node."""
        self._guests.note_deletion(guest)
        self._live_connections.end_guest(guest)

    def _take_over(self) -> None:
        """Go on with what a node that is gone may have left undone."""
        if self._can_begin.is_set() and (self._resuming is None or self._resuming.done()):
            self._resuming = asyncio.create_task(self._resume(), name="deletions")

    async def _resume(self) -> None:
        try:
            await self.start()
        except StoreError as error:
            log.warning("deletions are looked for again when nodes come or go", reason=str(error))

    def _delete_in_background(self, guest: str) -> asyncio.Task[None]:
        task = self._tasks.get(guest)
        if task is None:
            task = self._tasks[guest] = asyncio.create_task(self._delete_until_done(guest), name="deletion")
            task.add_done_callback(lambda _: self._tasks.pop(guest, None))
        return task

    async def _delete_until_done(self, guest: str) -> None:
        await self._can_begin.wait()
        while True:
            try:
                async with self._one_at_a_time:
                    if not await self._ownership.claim_work(deletion_stream(guest)):
                        return  # another node does it
                    await self._delete(guest)
                    await self._ownership.release_work(deletion_stream(guest))
            except OwnedElsewhere as error:
                await self._take_from(error)
            except StoreUnavailable:  # logged by the store
                await asyncio.sleep(RETRY_SECONDS)
            except Exception:  # no code may await this task: unlogged, the error would be lost
                log.exception("a guest could not be deleted: it is tried again")
                await asyncio.sleep(RETRY_SECONDS)
            else:
                log.info("a guest was deleted", event_id="guest_deleted")
                return

    async def _take_from(self, error: OwnedElsewhere) -> None:
        """Take a table from its node: what is rewritten must not be in any memory."""
        try:
            await self._take_table(error)
        except HuefallError as problem:
            log.warning("a node does not give up a table: it is asked again", table=error.code, reason=str(problem))
            await asyncio.sleep(RETRY_SECONDS)

    async def _delete(self, guest: str) -> None:
        # Again, until there is nothing: a table may just have been created.
        while infos := await self._store.streams(f"{PARTICIPATIONS}{guest}:"):
            for info in infos:
                await self._delete_at_table(guest, split_guest_stream(info.stream)[1])
        await self._store.forget(await self._names(f"{GUEST_REVIEWS}{guest}:"))
        await self._guests.end_deletion(guest)

    async def _delete_at_table(self, guest: str, code: str) -> None:
        try:
            await self._rewrite_table(guest, code)
        except StreamDamaged:
            # Nobody can read it any more, and what cannot be read cannot be rewritten.
            log.warning("a damaged table is deleted with a guest who was there", table=code)
            about = await streams_about_tables(self._store, {code})
            await self._store.forget([*about, table_stream(code), participation_stream(guest, code)])

    async def _rewrite_table(self, guest: str, code: str) -> None:
        async with self._tables.without_guest(code, guest), self._reviews.writing(code):
            stored = await self._store.read(table_stream(code))
            others = guests_named(stored) - {guest}
            is_shared = bool(people_seated(stored) - {guest})
            if is_shared:
                await self._store.rewrite(await self._rename(guest, code, stored, others))
            else:
                await self._store.forget([*await self._streams_about(code, others), table_stream(code)])
            self._matches.drop(code)
            await self._ownership.tell(TABLE_REWRITTEN, code)
            # Last, because a restarted server finds the table by it.
            await self._store.forget(
                [*await self._names(f"{GUEST_REVIEWS}{guest}:{code}:"), participation_stream(guest, code)]
            )
        if is_shared:
            await self._tables.find(code)  # it goes on, if it was open

    async def _rename(
        self, guest: str, code: str, stored: Sequence[StoredEntry], others: set[str]
    ) -> list[StoredEntry]:
        """Return everything stored about a table that names a guest, rewritten."""
        rewritten = anonymize(stored, guest, new_deleted_id())
        own = [decode_participation(entry.data) for entry in await self._store.read(participation_stream(guest, code))]
        seats = {entry.result.match: entry.seat for entry in own if isinstance(entry, Played)}
        for other in sorted(others):
            rewritten += _rename_in(await self._store.read(participation_stream(other, code)), seats)
        for match, seat in seats.items():
            rewritten += await self._reviews.rename((code, match), {seat: DELETED_NAME})
        return rewritten

    async def _streams_about(self, code: str, others: set[str]) -> list[str]:
        """Return the streams about a table that no other person ever sat at, except the guest's and the table's own."""
        streams = [*await self._names(f"{REVIEW_REQUESTS}{code}:"), *await self._names(f"{REVIEWS}{code}:")]
        for other in sorted(others):  # somebody may have asked for a seat, for instance
            streams += [*await self._names(f"{GUEST_REVIEWS}{other}:{code}:"), participation_stream(other, code)]
        return streams

    async def _names(self, prefix: str) -> list[str]:
        return [info.stream for info in await self._store.streams(prefix)]


def _rename_in(stored: Sequence[StoredEntry], seats: Mapping[int, int]) -> list[StoredEntry]:
    """Return the entries of a participation that name the player of these seats, by match, rewritten."""
    rewritten = []
    for each in stored:
        entry = decode_participation(each.data)
        if isinstance(entry, Played) and entry.result.match in seats:
            entry = Played(entry.seat, _rename_player(entry.result, seats[entry.result.match]))
            rewritten.append(msgspec.structs.replace(each, data=encode_participation(entry)))
    return rewritten


def _rename_player(result: MatchResult, seat: int) -> MatchResult:
    players = [ResultPlayer(DELETED_NAME) if place == seat else player for place, player in enumerate(result.players)]
    return msgspec.structs.replace(result, players=tuple(players))
