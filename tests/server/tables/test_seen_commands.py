"""Commands are remembered by guest and id, and told apart by their digest."""

from __future__ import annotations

from huefall.protocol import commands
from huefall.protocol.tables import TableSetup
from huefall.server.tables.seen_commands import (
    MAX_COMMANDS_PER_GUEST,
    MAX_GUESTS,
    SeenCommand,
    SeenCommands,
    digest_command,
)


def test_the_latest_commands_of_each_guest_are_remembered() -> None:
    seen = SeenCommands()
    for number in range(MAX_COMMANDS_PER_GUEST + 1):
        seen.add("anna", f"m{number}", SeenCommand(number, "d"))
    assert seen.find("anna", "m0") is None
    assert seen.find("anna", "m1") == SeenCommand(1, "d")
    assert seen.find("ben", "m1") is None


def test_a_busy_guest_does_not_push_out_anothers_commands() -> None:
    seen = SeenCommands()
    seen.add("ben", "m", SeenCommand(7, "d"))
    for number in range(10 * MAX_COMMANDS_PER_GUEST):
        seen.add("anna", f"m{number}", SeenCommand(number, "d"))
    assert seen.find("ben", "m") == SeenCommand(7, "d")


def test_the_number_of_guests_is_bounded() -> None:
    seen = SeenCommands()
    for number in range(MAX_GUESTS + 1):
        seen.add(f"g{number}", "m", SeenCommand(number, "d"))
    assert seen.find("g0", "m") is None
    assert seen.find("g1", "m") == SeenCommand(1, "d")


def test_a_digest_differs_with_everything_a_command_says() -> None:
    said = [
        commands.Move(id="x", revision=5, move="draw"),
        commands.Move(id="x", revision=6, move="draw"),
        commands.Move(id="x", revision=5, move="keep"),
        commands.NextRound(id="x", revision=5),
        commands.Sit(id="x"),
        commands.Sit(id="x", seat=0),
    ]
    assert len({digest_command(command) for command in said}) == len(said)


def test_a_digest_is_the_same_for_every_order_of_options_and_in_every_version() -> None:
    one, other = ({"stacking": True, "cards": 5}, {"cards": 5, "stacking": True})
    first = commands.Configure(id="x", setup=TableSetup(options=one))
    assert digest_command(first) == digest_command(commands.Configure(id="x", setup=TableSetup(options=other)))
    # Digests are in databases.
    assert digest_command(commands.Move(id="x5q8w2.3", revision=5, move="play g6")) == "7dd9d804ec423837"


def test_a_command_of_a_version_without_digests_is_the_same_as_any() -> None:
    assert SeenCommand(3, None).is_same("d")
    assert SeenCommand(3, "d").is_same("d")
    assert not SeenCommand(3, "d").is_same("e")
