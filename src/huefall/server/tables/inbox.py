"""The messages a table's inbox takes: from clients, bots, hints, timers, the engine and the server.

Tested in tests/server/tables/test_table.py.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from msgspec import Struct, field

from huefall.protocol.commands import Command, Hint
from huefall.protocol.messages import HintMove
from huefall.server.tables.clock import Wait
from huefall.server.transport.connection import Connection


@dataclass(frozen=True, slots=True)
class Connected:
    connection: Connection
    since: int | None  # the last revision the client has; None if it has none


@dataclass(frozen=True, slots=True)
class Disconnected:
    connection: Connection


class CommandReceived(Struct, frozen=True):  # quicker to make than a dataclass, and made for every move
    connection: Connection
    command: Command
    arrived: float = field(default_factory=time.perf_counter)


@dataclass(frozen=True, slots=True)
class BotMoved:
    """A bot has chosen a move, having seen the table at a revision."""

    seat: int
    revision: int
    move: str


@dataclass(frozen=True, slots=True)
class HintReady:
    """The search has ranked a seat's moves."""

    connection: Connection
    seat: int
    command: Hint
    moves: list[HintMove] | None  # empty: the hint was no longer wanted; None: the search failed


@dataclass(frozen=True, slots=True)
class TimeUp:
    """What the table waited for has not happened in time."""

    wait: Wait


@dataclass(frozen=True, slots=True)
class HostAway:
    """The host has been disconnected for too long."""


@dataclass(frozen=True, slots=True)
class SeatsDue:
    """Somebody has been away for the grace period, or a request for a seat has expired."""


@dataclass(frozen=True, slots=True)
class EngineChanged:
    """Compiling the rules has advanced, ended or failed."""


@dataclass(frozen=True, slots=True)
class StoreChanged:
    """The store is full, can write again, or has failed."""


@dataclass(frozen=True, slots=True)
class ContributionsDue:
    """Seals, or contributions (``told``), to the match with this commitment are waited for no longer."""

    commitment: str
    told: bool


@dataclass(frozen=True, slots=True)
class Close:
    """Close the table for good."""

    reason: str


@dataclass(frozen=True, slots=True)
class GuestDeleted:
    """A guest has deleted everything about themselves. The table ends, and is loaded again from its rewritten entries."""

    guest: str


@dataclass(frozen=True, slots=True)
class Stop:
    """The table leaves the memory of this server, and stays in the store; clients are told why, and to come back."""

    reason: str
    text: str


@dataclass(frozen=True, slots=True)
class Lost:
    """Another node owns the table now: nothing more can be stored here."""


Incoming = (
    Connected
    | Disconnected
    | CommandReceived
    | BotMoved
    | HintReady
    | TimeUp
    | HostAway
    | SeatsDue
    | EngineChanged
    | StoreChanged
    | ContributionsDue
    | Close
    | GuestDeleted
    | Stop
    | Lost
)

#: Messages that would only change the table: while nothing can be stored they are dropped, and come again.
CHANGING = (BotMoved, TimeUp, HostAway, SeatsDue, EngineChanged, Close)

#: Why clients must come back to a table: it is loaded again, or another node owns it.
RELOADED = ("table_reloaded", "this table is being loaded again: come back to it")
MOVED = ("table_moved", "this table has moved to another machine: come back to it")

#: Puts a message into a table's inbox.
Post = Callable[[Incoming], None]


def ask_to_reconnect(message: Incoming) -> None:
    """Tell a client that comes to a table whose task has ended to connect again: the table may have been reloaded."""
    if isinstance(message, Connected):
        message.connection.end(*RELOADED, again=True)
