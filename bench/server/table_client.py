"""A client of Huefall: a guest at a table who plays random legal moves at once."""

from __future__ import annotations

import asyncio
from random import Random

import msgspec
from msgspec import Struct

from bench.server.load_clients import Client, LoadClients
from huefall.game.shared_seed import CONTRIBUTION_BYTES, seal_of
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


class Upcoming(Struct):
    commitment: str
    seals: list[str] | None = None


class TableStatus(Struct):
    """The part of a table that the dealing client needs, and what the next match's seed is mixed from."""

    status: str
    upcoming: Upcoming | None = None


class You(Struct):
    seat: int | None


class Update(Struct, tag_field="type", tag="update"):
    revision: int
    view: SeatView | None = None
    table: TableStatus | None = None
    you: You | None = None


class Welcome(Struct, tag_field="type", tag="welcome"):
    revision: int
    table: TableStatus
    you: You
    view: SeatView | None = None


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
        self._code = code
        self._token = token
        self._deals = deals
        self._random = Random(seed)
        self._view: SeatView | None = None
        self._status = "open"
        self._seat: int | None = None
        self._contributed: tuple[str, bool] | None = None  # the last commitment, and whether the contribution was told
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
            self._contribute(message.table, message.you)
            self.welcomed.set_result(None)
            self._resume(message)
        elif isinstance(message, Bye):
            self.load.refusals[f"bye: {message.reason}"] += 1

    def replacement(self) -> TableClient:
        """Return a client that takes this one's place, as a page that is loaded again."""
        client = TableClient(self.load, self.host, self._code, self._token, deals=self._deals, seed=0)
        client._random = self._random
        return client

    @property
    def can_be_replaced(self) -> bool:
        """Whether nothing waits for this client, and it waits for nothing."""
        return not self._deals and not self._sent and not self.load.is_ready(self)

    def _resume(self, welcome: Welcome) -> None:
        """Go on with a match that is running when this client comes."""
        self._view, self._status = welcome.view, welcome.table.status
        if self._is_asked:
            self.load.on_turn(self)

    @property
    def _is_asked(self) -> bool:
        view = self._view
        return view is not None and view.turn is not None and view.turn == view.seat and not view.over

    def _on_update(self, update: Update, size: int) -> None:
        load = self.load
        load.updates += 1
        load.update_bytes += size
        load.gaps += update.revision != self.last_revision + 1
        self.last_revision = update.revision
        self._view = update.view
        if update.table is not None:
            before, self._status = self._status, update.table.status
            self._contribute(update.table, update.you)
            if self._deals and self._status != before and self._status in {"round_over", "over"}:
                load.on_turn(self)
                return
        if self._is_asked:
            load.on_turn(self)

    def _contribute(self, table: TableStatus, you: You | None) -> None:
        """Contribute to the seed of the next match, so that its start waits for nobody."""
        self._seat = self._seat if you is None else you.seat
        upcoming = table.upcoming
        if upcoming is None or self._seat is None:
            return
        stage = (upcoming.commitment, upcoming.seals is not None)
        if self._contributed == stage:
            return
        self._contributed = stage
        contribution = f"{id(self):0{2 * CONTRIBUTION_BYTES}x}"
        command: commands.Seal | commands.Contribute
        if upcoming.seals is None:
            seal = seal_of(contribution, upcoming.commitment)
            command = commands.Seal(self.load.next_id(), upcoming.commitment, seal)
        else:
            command = commands.Contribute(self.load.next_id(), upcoming.commitment, contribution)
        self.send_text(encode(command))

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
