"""``Sweep``: closes idle tables, and deletes old records and idle guests, again and again.

A mistake here cannot be undone, so it is slow where it may be wrong: it deletes nothing unless the clocks have agreed for a
whole interval (``ClockWatch``), and a part of what is stored at most.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import structlog

from huefall.server.guests.registry import GuestRegistry
from huefall.server.ops.clock import DAY_MS, HOUR_MS, Clock
from huefall.server.ownership import Ownership
from huefall.server.retention.clock_watch import ClockWatch
from huefall.server.settings import Settings
from huefall.server.store import Store, StoreUnavailable, StreamInfo
from huefall.server.store.streams import GUESTS, TABLES, find_orphans
from huefall.server.tables.registry import TableRegistry
from huefall.server.transport.live_connections import LiveConnections

log = structlog.get_logger("huefall.retention")

#: The name of this work among the nodes.
WORK = "sweep"

#: How often the clocks are compared, and how many comparisons lie between two sweeps.
CHECK_SECONDS = 60.0
CHECKS_PER_SWEEP = 10
#: How long the clocks must have agreed: since the sweep before, with some room for late checks.
MIN_AGREED_MS = int(CHECK_SECONDS * (CHECKS_PER_SWEEP - 0.5) * 1000)

#: One sweep deletes at most this share of all guests and of all tables, but this many in any case. If something is wrong, a
#: host who reads the log has hours to stop the server.
MAX_SHARE_PER_SWEEP = 0.02
MIN_PER_SWEEP = 5


async def _no_guests() -> set[str]:
    return set()


class Sweep:
    def __init__(
        self,
        settings: Settings,
        store: Store,
        tables: TableRegistry,
        guests: GuestRegistry,
        connections: LiveConnections,
        clock: Clock,
        ownership: Ownership,
        guests_elsewhere: Callable[[], Awaitable[set[str]]] = _no_guests,
    ) -> None:
        """``guests_elsewhere`` returns the guests who are connected to other nodes, or have a seat at a table there."""
        self._settings = settings
        self._store = store
        self._tables = tables
        self._guests = guests
        self._connections = connections
        self._clock = clock
        self._ownership = ownership
        self._guests_elsewhere = guests_elsewhere
        self.watch = ClockWatch(store, clock)
        self._watches = False  # the clock, since this node sweeps for all
        self._checks = 0

    async def run(self) -> None:
        """Sweep until cancelled. An error is logged, and the next attempt may succeed."""
        while True:
            try:
                await self.check()
            except StoreUnavailable:  # logged by the store
                pass
            except Exception:
                log.exception("idle tables and guests could not be deleted")
            await asyncio.sleep(CHECK_SECONDS)

    async def check(self) -> None:
        """Compare the clocks, and sweep when it is time. Of several nodes one does it, and another one if that one is gone."""
        self._checks += 1
        is_due = self._checks % CHECKS_PER_SWEEP == 0
        if is_due:
            await self._tables.close_idle()
        if not await self._ownership.claim_work(WORK):
            self._watches = False
        elif not self._watches:
            self.watch = ClockWatch(self._store, self._clock)
            await self.watch.start()
            self._watches = True
        else:
            await self.watch.check()
            if is_due:
                await self.sweep()

    async def sweep(self) -> None:
        """Do what one node does for all."""
        if self._ownership.is_shared:
            await self._tables.list_open()
        await self._tables.close_asleep()
        await self._store.forget(await find_orphans(self._store))
        if self.watch.agrees_for_ms() < MIN_AGREED_MS:
            log.warning(
                "nothing old is deleted now: the clock has been set within the last sweep", event_id="sweep_waits"
            )
            return
        if self._settings.keep_record_days:
            await self._delete_records()
        if self._settings.idle_guest_days:
            await self._delete_guests()

    async def _delete_records(self) -> None:
        def is_kept(info: StreamInfo) -> bool:
            return self._tables.is_open(info.stream.removeprefix(TABLES))

        old = await self._find_old(TABLES, self._settings.keep_record_days, is_kept)
        if old:
            await self._tables.forget(old)
            log.info("old records were deleted", event_id="records_deleted", tables=len(old))

    async def _delete_guests(self) -> None:
        """Delete idle guests, except those who have a seat at a table in memory, because the table still writes about them,
        and those who are connected, who are not idle.
        """
        connected: set[str] = set()
        elsewhere = await self._guests_elsewhere()

        def is_kept(info: StreamInfo) -> bool:
            guest = info.stream.removeprefix(GUESTS)
            if self._connections.devices_of(guest):
                connected.add(guest)
            return guest in connected or guest in elsewhere or self._tables.seats(guest)

        idle = await self._find_old(GUESTS, self._settings.idle_guest_days, is_kept)
        for guest in connected:
            for device in self._connections.devices_of(guest):
                await self._guests.note_activity(guest, device)
        if idle:
            await self._guests.forget(idle)
            log.info("idle guests were deleted", event_id="guests_deleted", guests=len(idle))

    async def _find_old(self, prefix: str, days: int, is_kept: Callable[[StreamInfo], bool]) -> list[str]:
        """Return who or what has not changed for this many days, the oldest first, no more than a sweep may delete."""
        infos = await self._store.streams(prefix)
        aged = [(self.watch.age_ms(info.changed), info) for info in infos]
        old = [(age, info) for age, info in aged if age > days * DAY_MS and not is_kept(info)]
        old.sort(key=lambda each: -each[0])
        allowed = max(MIN_PER_SWEEP, int(len(infos) * MAX_SHARE_PER_SWEEP))
        if len(old) > allowed:
            log.warning(
                "much is due for deletion at once, and a part is deleted now: if that is a surprise, stop the server and "
                "check the clock of the machine",
                event_id="sweep_limited",
                kind=prefix.removesuffix(":"),
                due=len(old),
                deleted=allowed,
                oldest_hours=old[0][0] // HOUR_MS,
            )
        return [info.stream.removeprefix(prefix) for _, info in old[:allowed]]
