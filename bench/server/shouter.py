"""A seat in a room of the bare echo: it plays in turn with the other three, as at a table."""

from __future__ import annotations

import msgspec

from bench.server.crowd import Crowd, Seat
from bench.server.player import Done, Update, decode
from huefall.protocol import commands

SEATS = 4

encode = msgspec.json.Encoder().encode


class Shouter(Seat):
    """One socket of a room. It reads what it is told as a player does, and goes by the number of updates."""

    def __init__(self, crowd: Crowd, host: str, room: int, seat: int, sentence: str) -> None:
        super().__init__(crowd, host, f"/room/{room}")
        self._seat = seat
        self._sentence = sentence

    def hear(self, text: bytes) -> None:
        """Take a message of the server."""
        message = decode(text)
        if isinstance(message, Done):
            self.take_answer(message.id)
        elif isinstance(message, Update):
            self.crowd.updates += 1
            self.crowd.update_bytes += len(text)
            self.told += 1
            if self.told % SEATS == self._seat:
                self.crowd.is_asked(self)

    def move(self) -> None:
        """Send something of a move's size."""
        message = self.crowd.next_id()
        self.send_move(message, encode(commands.Move(message, self.told, self._sentence)))
