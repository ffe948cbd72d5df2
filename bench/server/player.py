"""A seat at a table of Huefall: a guest who plays a random legal move as soon as it is asked."""

from __future__ import annotations

import asyncio
from random import Random

import msgspec
from msgspec import Struct

from bench.server.crowd import Crowd, Seat
from huefall.protocol import commands
from huefall.protocol.fields import VERSION

#: Beside the turn: they could go on for ever.
CLAIMS = ("uno", "catch")

encode = msgspec.json.Encoder().encode


class SeatView(Struct):
    """Of a view, what a random player looks at."""

    turn: int | None
    seat: int | None
    over: bool
    legal: list[str] = []


class Stand(Struct):
    """Of a table, what the one who deals looks at."""

    status: str


class Update(Struct, tag_field="type", tag="update"):
    """Something happened."""

    revision: int
    view: SeatView | None = None
    table: Stand | None = None


class Welcome(Struct, tag_field="type", tag="welcome"):
    """How things stand."""

    revision: int


class Done(Struct, tag_field="type", tag="done"):
    """A command was carried out."""

    id: str


class Refused(Struct, tag_field="type", tag="refused"):
    """A command was not carried out."""

    id: str | None
    reason: str


class Presence(Struct, tag_field="type", tag="presence"):
    """Who is here."""


class Preparing(Struct, tag_field="type", tag="preparing"):
    """The rules are being compiled."""


class Bye(Struct, tag_field="type", tag="bye"):
    """The server closes the connection."""

    reason: str


decode = msgspec.json.Decoder(Update | Done | Welcome | Presence | Refused | Preparing | Bye).decode


class Player(Seat):
    """One guest at one table. ``deals`` begins rounds and matches."""

    def __init__(self, crowd: Crowd, host: str, code: str, token: str, *, deals: bool, seed: int) -> None:
        super().__init__(crowd, host, f"/ws/{code}")
        self._token = token
        self._deals = deals
        self._random = Random(seed)
        self._view: SeatView | None = None
        self._status = "open"
        self.welcomed: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def greet(self) -> None:
        """Say who it is."""
        self.say(encode(commands.Hello(VERSION, self._token)))

    def sit(self) -> None:
        """Take a free seat."""
        self.say(encode(commands.Sit(self.crowd.next_id())))

    def begin(self) -> None:
        """Begin a match."""
        self.say(encode(commands.Start(self.crowd.next_id())))

    def hear(self, text: bytes) -> None:
        """Take a message of the server."""
        message = decode(text)
        if isinstance(message, Update):
            self._see(message, len(text))
        elif isinstance(message, Done):
            self.take_answer(message.id)
        elif isinstance(message, Refused):
            self.take_answer(message.id, message.reason)
        elif isinstance(message, Welcome):
            self.told = message.revision
            self.welcomed.set_result(None)
        elif isinstance(message, Bye):
            self.crowd.refusals[f"bye: {message.reason}"] += 1

    def _see(self, update: Update, size: int) -> None:
        crowd = self.crowd
        crowd.updates += 1
        crowd.update_bytes += size
        crowd.gaps += update.revision != self.told + 1
        self.told = update.revision
        self._view = view = update.view
        if update.table is not None:
            self._status = update.table.status
            if self._deals and self._status in {"round_over", "over"}:
                crowd.is_asked(self)
                return
        if view is not None and view.turn is not None and view.turn == view.seat and not view.over:
            crowd.is_asked(self)

    def move(self) -> None:
        """Answer what is asked: with a random legal move, or the next deal."""
        if self._status == "round_over":
            self.say(encode(commands.NextRound(self.crowd.next_id(), self.told)))
        elif self._status == "over":
            self.begin()
        else:
            self._play()

    def _play(self) -> None:
        assert self._view is not None  # noqa: S101  # who is asked has a view
        legal = [sentence for sentence in self._view.legal if not sentence.startswith(CLAIMS)]
        message = self.crowd.next_id()
        self.send_move(message, encode(commands.Move(message, self.told, self._random.choice(legal))))
