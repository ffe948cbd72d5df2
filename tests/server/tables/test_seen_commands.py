"""Commands are remembered by guest and id."""

from __future__ import annotations

from huefall.server.tables.seen_commands import COMMANDS, GUESTS, SeenCommands


def test_the_latest_commands_of_each_guest_are_remembered() -> None:
    answered = SeenCommands()
    for number in range(COMMANDS + 1):
        answered.note("anna", f"m{number}", number)
    assert answered.find("anna", "m0") is None
    assert answered.find("anna", "m1") == 1
    assert answered.find("ben", "m1") is None


def test_nobody_pushes_out_anothers_commands_by_being_busy() -> None:
    answered = SeenCommands()
    answered.note("ben", "m", 7)
    for number in range(10 * COMMANDS):
        answered.note("anna", f"m{number}", number)
    assert answered.find("ben", "m") == 7


def test_the_number_of_guests_is_bounded() -> None:
    answered = SeenCommands()
    for number in range(GUESTS + 1):
        answered.note(f"g{number}", "m", number)
    assert answered.find("g0", "m") is None
    assert answered.find("g1", "m") == 1
