"""A client of Huefall: a guest at a table who plays random legal moves at once."""

from __future__ import annotations

import asyncio
from random import Random

import msgspec
from msgspec import Struct

from bench.server.load_clients import Client, LoadClients
from huefall.protocol import commands
from huefall.protocol.fields import VERSION

#: Out of turn: they could go on forever.
CLAIMS = ("uno", "catch")

encode = msgspec.json.Encoder().encode


class SeatView(Struct):
    """The part of a view that a random player needs."""

    turn: int | None
    seat: int | None
    over: bool
    legal: list[str] = []


class TableStatus(Struct):
    """The part of a table that the dealing client needs."""

    status: str


class Update(Struct, tag_field="type", tag="update"):
    revision: int
    view: SeatView | None = None
    table: TableStatus | None = None


class Welcome(Struct, tag_field="type", tag="welcome"):
    revision: int


class Done(Struct, tag_field="type", tag="done"):
    id: str


class Refused(Struct, tag_field="type", tag="refused"):
    id: str | None
    reason: str


class Presence(Struct, tag_field="type", tag="presence"):
    """Ignored."""


class Preparing(Struct, tag_field="type", tag="preparing"):
    """Ignored."""


class Bye(Struct, tag_field="type", tag="bye"):
    reason: str


decode = msgspec.json.Decoder(Update | Done | Welcome | Presence | Refused | Preparing | Bye).decode


class TableClient(Client):
    """One guest at one table. The client with ``deals`` begins rounds and matches."""

    def __init__(self, load: LoadClients, host: str, code: str, token: str, *, deals: bool, seed: int) -> None:
        super().__init__(load, host, f"/ws/{code}")
        self._token = token
        self._deals = deals
        self._random = Random(seed)
        self._view: SeatView | None = None
        self._status = "open"
        self.welcomed: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def send_hello(self) -> None:
        self.send_text(encode(commands.Hello(VERSION, self._token)))

    def sit(self) -> None:
        self.send_text(encode(commands.Sit(self.load.next_id())))

    def begin(self) -> None:
        self.send_text(encode(commands.Start(self.load.next_id())))

    def on_text(self, text: bytes) -> None:
        message = decode(text)
        if isinstance(message, Update):
            self._on_update(message, len(text))
        elif isinstance(message, Done):
            self.on_reply(message.id)
        elif isinstance(message, Refused):
            self.on_reply(message.id, message.reason)
        elif isinstance(message, Welcome):
            self.last_revision = message.revision
            self.welcomed.set_result(None)
        elif isinstance(message, Bye):
            self.load.refusals[f"bye: {message.reason}"] += 1

    def _on_update(self, update: Update, size: int) -> None:
        load = self.load
        load.updates += 1
        load.update_bytes += size
        load.gaps += update.revision != self.last_revision + 1
        self.last_revision = update.revision
        self._view = view = update.view
        if update.table is not None:
            self._status = update.table.status
            if self._deals and self._status in {"round_over", "over"}:
                load.on_turn(self)
                return
        if view is not None and view.turn is not None and view.turn == view.seat and not view.over:
            load.on_turn(self)

    def move(self) -> None:
        """Send a random legal move, or deal."""
        if self._status == "round_over":
            self.send_text(encode(commands.NextRound(self.load.next_id(), self.last_revision)))
        elif self._status == "over":
            self.begin()
        else:
            self._play()

    def _play(self) -> None:
        assert self._view is not None  # noqa: S101  # a client whose turn it is has a view
        legal = [sentence for sentence in self._view.legal if not sentence.startswith(CLAIMS)]
        message = self.load.next_id()
        self.send_move(message, encode(commands.Move(message, self.last_revision, self._random.choice(legal))))
