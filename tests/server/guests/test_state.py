"""A guest as its entries say, those of older versions included."""

from __future__ import annotations

from huefall.server.guests.entries import (
    FIRST_DEVICE,
    CodeMade,
    Deleted,
    DeviceAdded,
    DevicesRevoked,
    GuestEntry,
    Made,
    Seen,
    decode_entry,
    encode_entry,
)
from huefall.server.guests.state import GuestState
from huefall.server.ops.clock import DAY_MS
from huefall.server.ops.tokens import hash_secret


def state_of(*entries: GuestEntry, at_ms: int = 0) -> GuestState:
    state = GuestState()
    for entry in entries:
        state.apply(entry, at_ms)
    return state


MADE = Made("Anna", hash_secret("first"), "computer", "firefox")
CODE = CodeMade(hash_secret("code"), until_ms=1000)
ADDED = DeviceAdded(hash_secret("second"), "phone", "safari")


def test_entries_of_older_versions_describe_a_guest_with_one_device() -> None:
    stream = [
        f'{{"what":"made","name":"Anna","hash":"{hash_secret("old")}"}}',
        '{"what":"seen"}',
        '{"what":"renamed","name":"Ann"}',
    ]
    state = state_of(*(decode_entry(text.encode()) for text in stream))
    assert state.name == "Ann" and list(state.devices) == [FIRST_DEVICE]
    device = state.device_of("old")
    assert device is not None and (device.kind, device.browser) == ("unknown", "unknown")


def test_every_entry_is_read_as_it_was_written() -> None:
    for entry in (MADE, Seen(), Seen(3), CODE, ADDED, DevicesRevoked((1, 3))):
        assert decode_entry(encode_entry(entry)) == entry


def test_a_code_is_valid_until_its_time_is_over() -> None:
    state = state_of(MADE, CODE)
    assert state.has_code("code", 999)
    assert not state.has_code("code", 1000)
    assert not state.has_code("other", 999)


def test_a_code_is_void_once_it_is_used_or_replaced_or_a_device_is_revoked() -> None:
    newer = CodeMade(hash_secret("newer"), until_ms=1000)
    assert not state_of(MADE, CODE, ADDED).has_code("code", 0)
    assert not state_of(MADE, CODE, newer).has_code("code", 0)
    assert state_of(MADE, CODE, newer).has_code("newer", 0)
    assert not state_of(MADE, ADDED, CODE, DevicesRevoked((2,))).has_code("code", 0)


def test_a_revoked_device_is_gone_and_its_number_is_not_used_again() -> None:
    state = state_of(MADE, CODE, ADDED, DevicesRevoked((2,)), CODE, ADDED)
    assert list(state.devices) == [1, 3]
    state = state_of(MADE, CODE, ADDED, DevicesRevoked((2,)), Seen(2))
    assert state.device_of("second") is None and state.device_of("first") is not None


def test_the_last_day_is_kept_for_each_device() -> None:
    state = state_of(MADE, CODE, ADDED)
    state.apply(Seen(2), 3 * DAY_MS + 5)
    assert state.devices[1].was_seen_on_day_of(0) and not state.devices[1].was_seen_on_day_of(3 * DAY_MS)
    assert state.devices[2].was_seen_on_day_of(4 * DAY_MS - 1) and not state.devices[2].was_seen_on_day_of(4 * DAY_MS)
    assert state.devices[2].added_at_ms == 0


def test_a_deleted_guest_has_no_devices_and_no_code() -> None:
    state = state_of(MADE, CODE, ADDED, CODE, Deleted())
    assert not state.devices and not state.has_code("code", 0)
    assert state.device_of("first") is None and state.device_of("second") is None
