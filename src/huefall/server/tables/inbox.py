"""What comes into a table's inbox."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from huefall.protocol.commands import Command, Hint
from huefall.protocol.messages import HintMove
from huefall.server.tables.clock import Wait
from huefall.server.transport.connection import Connection


@dataclass(frozen=True, slots=True)
class Joined:
    """Somebody has come, or wants to be told afresh how things stand."""

    connection: Connection
    since: int | None


@dataclass(frozen=True, slots=True)
class Gone:
    """A connection has ended."""

    connection: Connection


@dataclass(frozen=True, slots=True)
class Said:
    """A client has given a command."""

    connection: Connection
    command: Command
    arrived: float = field(default_factory=time.perf_counter)


@dataclass(frozen=True, slots=True)
class BotSaid:
    """A bot has decided, having seen the table at a revision."""

    seat: int
    revision: int
    move: str


@dataclass(frozen=True, slots=True)
class Advised:
    """The search has thought about somebody's moves."""

    connection: Connection
    seat: int
    command: Hint
    moves: list[HintMove] | None  # empty: nobody wanted to know any more; nothing: it has failed


@dataclass(frozen=True, slots=True)
class TimeUp:
    """What the table waited for has not come."""

    wait: Wait


@dataclass(frozen=True, slots=True)
class HostAway:
    """The host has not come back in time."""


@dataclass(frozen=True, slots=True)
class EngineNews:
    """The compilation of the rules has got on."""


@dataclass(frozen=True, slots=True)
class Close:
    """The table shall be no more."""

    reason: str


@dataclass(frozen=True, slots=True)
class Stop:
    """The house stops: the table stays as it is stored."""


Incoming = Joined | Gone | Said | BotSaid | Advised | TimeUp | HostAway | EngineNews | Close | Stop


def turn_away(message: Incoming) -> None:
    """Send somebody back who came to a table that is over: there may be another of the same code by now."""
    if isinstance(message, Joined):
        message.connection.end("table_reloaded", "this table is being loaded again: come back to it", again=True)
