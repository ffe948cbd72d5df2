"""Commands are remembered by guest and id."""

from __future__ import annotations

from huefall.server.tables.seen_commands import MAX_COMMANDS_PER_GUEST, MAX_GUESTS, SeenCommands


def test_the_latest_commands_of_each_guest_are_remembered() -> None:
    seen = SeenCommands()
    for number in range(MAX_COMMANDS_PER_GUEST + 1):
        seen.add("anna", f"m{number}", number)
    assert seen.find("anna", "m0") is None
    assert seen.find("anna", "m1") == 1
    assert seen.find("ben", "m1") is None


def test_a_busy_guest_does_not_push_out_anothers_commands() -> None:
    seen = SeenCommands()
    seen.add("ben", "m", 7)
    for number in range(10 * MAX_COMMANDS_PER_GUEST):
        seen.add("anna", f"m{number}", number)
    assert seen.find("ben", "m") == 7


def test_the_number_of_guests_is_bounded() -> None:
    seen = SeenCommands()
    for number in range(MAX_GUESTS + 1):
        seen.add(f"g{number}", "m", number)
    assert seen.find("g0", "m") is None
    assert seen.find("g1", "m") == 1
