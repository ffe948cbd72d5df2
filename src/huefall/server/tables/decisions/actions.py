"""Actions: what a command does apart from entries. None of them is stored.

Tested in tests/server/tables/decisions/test_dispatch.py.
"""

from __future__ import annotations

from msgspec import Struct

from huefall.protocol import commands
from huefall.protocol.messages import Emoted


class SendWelcome(Struct, frozen=True):
    """Send the whole table to the connection again."""

    since: int | None


class ShowEmote(Struct, frozen=True):
    """Send an emote to everybody who has not muted its seat."""

    emoted: Emoted


class SetMuted(Struct, frozen=True):
    """Mute a seat's emotes for the connection, or unmute them."""

    seat: int
    on: bool


class HurryBots(Struct, frozen=True):
    """Let the bots answer with the shortest pause the server allows until a person is asked."""


class ComputeHint(Struct, frozen=True):
    """Rank the moves of a seat in another thread."""

    seat: int
    command: commands.Hint


class KeepSeal(Struct, frozen=True):
    """Keep the seal of the connection's contribution."""

    commitment: str
    seal: str


class KeepContribution(Struct, frozen=True):
    """Keep the contribution of a seat."""

    seat: int
    commitment: str
    contribution: str


class StartWhenReady(Struct, frozen=True):
    """Decide the start again when the rules are compiled, and when the contributions are sealed."""

    command: commands.Start | commands.Rematch


Action = SendWelcome | ShowEmote | SetMuted | HurryBots | ComputeHint | KeepSeal | KeepContribution | StartWhenReady
