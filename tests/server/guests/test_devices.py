"""Codes that add a device to a guest, and devices that are revoked."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Sequence

import pytest

from huefall.server.guests.person import Person
from huefall.server.guests.registry import CODE_MINUTES, MAX_DEVICES, GuestRegistry
from huefall.server.ops.clock import DAY_MS, MINUTE_MS
from huefall.server.refusal import Refusal
from huefall.server.store import MemoryStore, StoredEntry, StoreError


class FakeClock:
    def __init__(self) -> None:
        self.now_ms = 20_000 * DAY_MS

    def __call__(self) -> int:
        return self.now_ms


class FailingStore(MemoryStore):
    """A store whose disk fails on demand."""

    fails = False

    async def append(self, entries: Sequence[StoredEntry]) -> None:
        await asyncio.sleep(0)  # like a real disk, it lets others run first
        if self.fails:
            raise StoreError("the disk is full")
        await super().append(entries)


async def refused(asked: Awaitable[object]) -> str:
    with pytest.raises(Refusal) as caught:
        await asked
    return caught.value.reason


def run(test: Callable[[], Coroutine[None, None, None]]) -> None:
    asyncio.run(test())


def test_a_code_adds_a_device_with_a_token_of_its_own() -> None:
    async def test() -> None:
        guests = GuestRegistry(FailingStore())
        anna, first = await guests.make("Anna", "computer", "firefox")
        code = await guests.make_code(anna)
        assert (await guests.look_up_code(code)).name == "Anna"
        there, second = await guests.add_device(code, "phone", "safari")
        assert there == Person(anna.guest, "Anna", 2) and second not in (first, code)
        assert await guests.find(first) == anna
        assert await guests.find(second) == there
        shown = [(device.number, device.kind, device.browser) for device in await guests.devices(anna)]
        assert shown == [(1, "computer", "firefox"), (2, "phone", "safari")]

    run(test)


def test_a_code_is_no_token_and_a_token_no_code() -> None:
    async def test() -> None:
        guests = GuestRegistry(FailingStore())
        anna, token = await guests.make("Anna")
        code = await guests.make_code(anna)
        assert await guests.find(code) is None
        assert await refused(guests.add_device(token, "phone", "safari")) == "no_such_code"

    run(test)


def test_a_code_works_once() -> None:
    async def test() -> None:
        guests = GuestRegistry(FailingStore())
        anna, _ = await guests.make("Anna")
        code = await guests.make_code(anna)
        await guests.add_device(code, "phone", "safari")
        assert await refused(guests.add_device(code, "phone", "safari")) == "no_such_code"
        assert await refused(guests.look_up_code(code)) == "no_such_code"

    run(test)


def test_of_many_who_use_a_code_at_the_same_time_one_succeeds() -> None:
    async def test() -> None:
        guests = GuestRegistry(FailingStore())
        anna, _ = await guests.make("Anna")
        code = await guests.make_code(anna)
        tries = [guests.add_device(code, "phone", "safari") for _ in range(20)]
        answers = await asyncio.gather(*tries, return_exceptions=True)
        assert sum(isinstance(answer, tuple) for answer in answers) == 1
        refusals = [answer for answer in answers if isinstance(answer, Refusal)]
        assert [refusal.reason for refusal in refusals] == ["no_such_code"] * 19
        assert len(await guests.devices(anna)) == 2

    run(test)


def test_two_processes_over_one_store_cannot_both_use_a_code() -> None:
    async def test() -> None:
        store = FailingStore()
        guests = GuestRegistry(store)
        anna, _ = await guests.make("Anna")
        code = await guests.make_code(anna)
        other = GuestRegistry(store)
        await other.look_up_code(code)  # both have read the guest
        answers = await asyncio.gather(
            *(registry.add_device(code, "phone", "safari") for registry in (guests, other)), return_exceptions=True
        )
        assert sum(isinstance(answer, tuple) for answer in answers) == 1
        assert len(await GuestRegistry(store).devices(anna)) == 2

    run(test)


def test_a_code_expires() -> None:
    async def test() -> None:
        clock = FakeClock()
        guests = GuestRegistry(FailingStore(), clock=clock)
        anna, _ = await guests.make("Anna")
        code = await guests.make_code(anna)
        clock.now_ms += CODE_MINUTES * MINUTE_MS - 1
        await guests.look_up_code(code)
        clock.now_ms += 1
        assert await refused(guests.look_up_code(code)) == "no_such_code"
        assert await refused(guests.add_device(code, "phone", "safari")) == "no_such_code"

    run(test)


def test_a_new_code_makes_the_old_one_void() -> None:
    async def test() -> None:
        guests = GuestRegistry(FailingStore())
        anna, _ = await guests.make("Anna")
        old, new = await guests.make_code(anna), await guests.make_code(anna)
        assert await refused(guests.add_device(old, "phone", "safari")) == "no_such_code"
        await guests.add_device(new, "phone", "safari")

    run(test)


def test_codes_devices_and_revocations_survive_a_restart() -> None:
    async def test() -> None:
        store = FailingStore()
        anna, first = await GuestRegistry(store).make("Anna")
        code = await GuestRegistry(store).make_code(anna)
        there, second = await GuestRegistry(store).add_device(code, "tablet", "chrome")
        again = GuestRegistry(store)
        assert await again.find(second) == there
        assert await refused(again.add_device(code, "tablet", "chrome")) == "no_such_code"
        await again.revoke(there, [1])
        again = GuestRegistry(store)
        assert await again.find(first) is None and await again.find(second) == there

    run(test)


def test_no_secret_is_stored() -> None:
    async def test() -> None:
        store = FailingStore()
        guests = GuestRegistry(store)
        anna, _ = await guests.make("Anna")
        code = await guests.make_code(anna)
        _, token = await guests.add_device(code, "phone", "safari")
        stored = b"".join(entry.data for entry in await store.read(f"guest:{anna.guest}"))
        for text in (code, token):
            assert text.partition(".")[2].encode() not in stored

    run(test)


def test_a_device_that_could_not_be_stored_does_not_exist_and_its_code_can_be_used_again() -> None:
    async def test() -> None:
        store = FailingStore()
        guests = GuestRegistry(store)
        anna, _ = await guests.make("Anna")
        code = await guests.make_code(anna)
        store.fails = True
        with pytest.raises(StoreError):
            await guests.add_device(code, "phone", "safari")
        store.fails = False
        assert len(await guests.devices(anna)) == 1
        await guests.add_device(code, "phone", "safari")

    run(test)


def test_a_revocation_that_could_not_be_stored_is_not_acknowledged() -> None:
    async def test() -> None:
        store = FailingStore()
        guests = GuestRegistry(store)
        anna, _ = await guests.make("Anna")
        _, token = await guests.add_device(await guests.make_code(anna), "phone", "safari")
        store.fails = True
        with pytest.raises(StoreError):
            await guests.revoke(anna)
        assert await guests.find(token) is not None

    run(test)


def test_the_code_of_a_deleted_guest_is_void() -> None:
    async def test() -> None:
        clock = FakeClock()
        guests = GuestRegistry(FailingStore(), clock=clock)
        anna, _ = await guests.make("Anna")
        code = await guests.make_code(anna)
        await guests.forget([anna.guest])
        assert await refused(guests.add_device(code, "phone", "safari")) == "no_such_code"
        assert await refused(guests.look_up_code(code)) == "no_such_code"

    run(test)


@pytest.mark.parametrize("code", ["", "x", "g.", "gabcdefghjkmn." + "A" * 43, "gabcdefghjkmn." + "A" * 44])
def test_a_made_up_code_is_refused(code: str) -> None:
    async def test() -> None:
        guests = GuestRegistry(FailingStore())
        assert await refused(guests.add_device(code, "phone", "safari")) == "no_such_code"
        assert await refused(guests.look_up_code(code)) == "no_such_code"

    run(test)


def test_a_guest_has_a_limited_number_of_devices() -> None:
    async def test() -> None:
        guests = GuestRegistry(FailingStore())
        anna, _ = await guests.make("Anna")
        for _ in range(MAX_DEVICES - 2):
            await guests.add_device(await guests.make_code(anna), "phone", "safari")
        code = await guests.make_code(anna)
        await guests.add_device(code, "phone", "safari")
        assert await refused(guests.make_code(anna)) == "too_many_devices"
        await guests.revoke(anna, [3])
        await guests.make_code(anna)

    run(test)


def test_one_or_all_other_devices_can_be_revoked_but_not_the_one_in_use() -> None:
    async def test() -> None:
        guests = GuestRegistry(FailingStore())
        anna, first = await guests.make("Anna")
        added = [await guests.add_device(await guests.make_code(anna), "phone", "safari") for _ in range(3)]
        tokens = [first, *(token for _, token in added)]
        there = await guests.find(tokens[1])
        assert there is not None
        assert await refused(guests.revoke(there, [2])) == "this_device"
        assert await refused(guests.revoke(there, [9])) == "no_such_device"
        assert await guests.revoke(there, [3]) == (3,)
        assert await refused(guests.revoke(there, [3])) == "no_such_device"
        assert await guests.revoke(there) == (1, 4)
        assert [await guests.find(token) is not None for token in tokens] == [False, True, False, False]

    run(test)


def test_a_revoked_device_can_neither_revoke_nor_add_devices() -> None:
    """Its request may have been accepted just before: nothing of it comes after the revocation."""

    async def test() -> None:
        guests = GuestRegistry(FailingStore())
        anna, _ = await guests.make("Anna")
        thief, _ = await guests.add_device(await guests.make_code(anna), "phone", "safari")
        code = await guests.make_code(thief)
        answers = await asyncio.gather(
            guests.revoke(anna), guests.revoke(thief), guests.make_code(thief), return_exceptions=True
        )
        assert answers[0] == (2,)
        assert [getattr(answer, "reason", None) for answer in answers[1:]] == ["no_such_guest"] * 2
        assert await refused(guests.add_device(code, "phone", "safari")) == "no_such_code"

    run(test)


def test_the_last_active_day_of_a_device_is_stored_once_a_day() -> None:
    async def test() -> None:
        store, clock = FailingStore(), FakeClock()
        guests = GuestRegistry(store, clock=clock)
        anna, first = await guests.make("Anna")
        _, second = await guests.add_device(await guests.make_code(anna), "phone", "safari")
        clock.now_ms += DAY_MS
        before = len(await store.read(f"guest:{anna.guest}"))
        assert all(await asyncio.gather(*(guests.find(second) for _ in range(5))))
        assert len(await store.read(f"guest:{anna.guest}")) == before + 1
        days = [device.seen_at_ms // DAY_MS for device in await GuestRegistry(store).devices(anna)]
        assert days == [20_000, 20_001]
        store.fails = True
        assert await guests.find(first) == anna, "a visit that cannot be noted is still a visit"

    run(test)


def test_a_device_revoked_while_its_visit_is_noted_is_not_found() -> None:
    async def test() -> None:
        clock = FakeClock()
        guests = GuestRegistry(FailingStore(), clock=clock)
        anna, _ = await guests.make("Anna")
        _, token = await guests.add_device(await guests.make_code(anna), "phone", "safari")
        clock.now_ms += DAY_MS
        revoked, found = await asyncio.gather(guests.revoke(anna), guests.find(token))
        assert revoked == (2,) and found is None

    run(test)
