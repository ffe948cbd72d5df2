"""What is old is deleted with everything about it, and a wrong clock deletes nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from structlog.testing import capture_logs
from tests.server.history.guests_at_tables import GuestServer
from tests.server.moved_clock import MovedClock

from huefall.server.guests.person import Person
from huefall.server.ops.clock import DAY_MS, MINUTE_MS
from huefall.server.retention.sweep import CHECKS_PER_SWEEP, MIN_PER_SWEEP
from huefall.server.store import Damage, MemoryStore, StoredEntry
from huefall.server.store.streams import GUESTS, TABLES, find_orphans
from huefall.server.tables.inbox import Close


class House:
    """A server whose clock a test moves; guests are idle after 90 days, records are kept for 365."""

    def __init__(self) -> None:
        self.store = MemoryStore()
        self.clock = MovedClock()
        self.server = GuestServer(self.store, self.clock.clock)

    async def start(self) -> None:
        self.clock.restart()
        self.server = GuestServer(self.store, self.clock.clock)
        await self.server.sweep.watch.start()

    async def pass_days(self, days: int) -> None:
        for _ in range(days):
            self.clock.pass_ms(DAY_MS)
            await self.server.sweep.watch.check()

    async def sweep(self, times: int = 1) -> None:
        """Let the time until the next sweep pass, and sweep."""
        for _ in range(times):
            for _ in range(CHECKS_PER_SWEEP):
                self.clock.pass_ms(MINUTE_MS)
                await self.server.sweep.watch.check()
            await self.server.sweep.sweep()

    async def names(self, prefix: str = "") -> set[str]:
        return {info.stream.removeprefix(prefix) for info in await self.store.streams(prefix)}

    async def close_table(self, code: str) -> None:
        table = self.server.tables.find_loaded(code)
        assert table is not None
        table.post(Close("idle"))
        await table._task

    async def guests(self, count: int) -> list[Person]:
        return [(await self.server.guests.make(f"Guest {number}"))[0] for number in range(count)]


def in_house(test: Callable[[House], Awaitable[None]]) -> None:
    async def run() -> None:
        house = House()
        await house.start()
        await test(house)
        await house.server.close()

    asyncio.run(run())


def test_with_an_old_table_go_its_reviews_and_what_guests_played_there() -> None:
    async def test(house: House) -> None:
        server = house.server
        anna, ben = await house.guests(2)
        old = await server.play(anna, ben, reviewed=True)
        await house.close_table(old)
        await house.pass_days(366)
        recent = await server.play(anna, ben, reviewed=True)
        await house.close_table(recent)
        for guest in (anna, ben):
            await server.guests.note_activity(guest.guest, 1)
        await house.sweep()
        assert not [name for name in await house.names() if old in name]
        assert [each.shown.table for each in (await server.history.games(anna.guest)).finished] == [recent]

    in_house(test)


def test_with_an_idle_guest_goes_what_they_played_but_not_what_others_did() -> None:
    async def test(house: House) -> None:
        server = house.server
        anna, ben = await house.guests(2)
        table, clients = await server.seat(anna, ben)
        await house.pass_days(91)
        await server.guests.note_activity(ben.guest, 1)
        for client in clients:
            server.live.remove(client.connection)
        await house.sweep()
        assert anna.guest in await house.names(GUESTS), "they still have a seat"
        await house.close_table(table.state.code)
        await house.sweep()
        assert not [name for name in await house.names() if anna.guest in name]
        assert ben.guest in await house.names(GUESTS)

    in_house(test)


def test_a_guest_whose_socket_is_open_is_not_idle_and_has_their_days_when_it_closes() -> None:
    async def test(house: House) -> None:
        (anna,) = await house.guests(1)
        connection, _ = house.server.connection(anna)
        await house.pass_days(91)
        await house.sweep()
        house.server.live.remove(connection)
        await house.sweep()
        assert await house.names(GUESTS) == {anna.guest}
        await house.pass_days(91)
        await house.sweep()
        assert not await house.names(GUESTS)

    in_house(test)


@pytest.mark.parametrize("days", [500, 1, -1])
def test_a_clock_that_is_set_deletes_nobody_at_once_and_nobody_later_before_their_time(days: int) -> None:
    async def test(house: House) -> None:
        guests = {guest.guest for guest in await house.guests(21)}
        anna, ben = await house.guests(2)
        code = await house.server.play(anna, ben)
        await house.close_table(code)
        await house.pass_days(89)
        house.clock.set_wall(days * DAY_MS)
        await house.server.sweep.watch.check()
        with capture_logs() as logs:
            await house.server.sweep.sweep()
        assert "nothing old is deleted" in str(logs)
        await house.sweep(times=20)
        assert await house.names(GUESTS) >= guests
        assert await house.names(TABLES) == {code}
        await house.pass_days(3)
        await house.sweep(times=20)
        assert not await house.names(GUESTS) & guests, "but who stays away is forgotten after all"

    in_house(test)


def test_guests_of_a_machine_that_started_in_the_past_are_kept_when_its_clock_is_set() -> None:
    async def test(house: House) -> None:
        years = 5 * 365 * DAY_MS
        (regular,) = await house.guests(1)
        house.clock.set_wall(-years)
        await house.start()
        newcomers = {guest.guest for guest in await house.guests(8)}
        house.clock.pass_ms(2 * MINUTE_MS)
        house.clock.set_wall(years)
        await house.sweep(times=30)
        assert await house.names(GUESTS) == {regular.guest, *newcomers}
        await house.start()
        await house.sweep(times=30)
        assert await house.names(GUESTS) == {regular.guest, *newcomers}

    in_house(test)


def test_one_sweep_deletes_a_part_and_says_that_more_is_due() -> None:
    async def test(house: House) -> None:
        await house.guests(3 * MIN_PER_SWEEP)
        await house.pass_days(91)
        with capture_logs() as logs:
            await house.sweep()
        assert len(await house.names(GUESTS)) == 2 * MIN_PER_SWEEP
        (limited,) = [line for line in logs if line.get("event_id") == "sweep_limited"]
        assert (limited["due"], limited["deleted"]) == (3 * MIN_PER_SWEEP, MIN_PER_SWEEP)
        await house.sweep(times=2)
        assert not await house.names(GUESTS)

    in_house(test)


def test_streams_about_a_table_that_is_gone_are_orphans_unless_something_is_damaged() -> None:
    async def work() -> None:
        store = MemoryStore()
        kept = ["table:aaaaaaaa", "review:aaaaaaaa:1", "participation:g1:aaaaaaaa", "guest:g1"]
        orphans = [
            "review-asked:bbbbbbbb:1",
            "review:bbbbbbbb:1",
            "guest-review:g1:bbbbbbbb:1",
            "participation:g1:bbbbbbbb",
        ]
        await store.append([StoredEntry(stream, 1, 0, b"{}") for stream in [*kept, *orphans]])
        assert sorted(await find_orphans(store)) == sorted(orphans)
        store.health.note_damage(Damage("table:bbbbbbbb", 1, "is missing"))
        assert await find_orphans(store) == []

    asyncio.run(work())
