"""A client of the bare echo. The four clients of a room move in turn, as at a table."""

from __future__ import annotations

import msgspec

from bench.server.load_clients import Client, LoadClients
from bench.server.table_client import Done, Update, decode
from huefall.protocol import commands

SEATS = 4

encode = msgspec.json.Encoder().encode


class EchoClient(Client):
    """One socket of a room. It decodes updates as a client of Huefall does, and counts them to know its turn."""

    def __init__(self, load: LoadClients, host: str, room: int, seat: int, sentence: str) -> None:
        super().__init__(load, host, f"/room/{room}")
        self._seat = seat
        self._sentence = sentence

    def on_text(self, text: bytes) -> None:
        message = decode(text)
        if isinstance(message, Done):
            self.on_reply(message.id)
        elif isinstance(message, Update):
            self.load.updates += 1
            self.load.update_bytes += len(text)
            self.last_revision += 1
            if self.last_revision % SEATS == self._seat:
                self.load.on_turn(self)

    def move(self) -> None:
        """Send a message of the size of a move."""
        message = self.load.next_id()
        self.send_move(message, encode(commands.Move(message, self.last_revision, self._sentence)))
