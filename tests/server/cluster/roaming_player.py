"""A client of a service of several nodes: it connects to any of them, and to another one when its connection ends.

Like the page it gives up a connection that owes it a reply for too long, and says again what was not answered.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Self

from tests.server.faults.history import History, Said
from tests.server.faults.history_player import HistoryPlayer, NotingPlayer
from tests.server.player import Player
from websockets.exceptions import WebSocketException

#: As in web/src/wire/socket.ts.
REPLY_SECONDS = 8.0

#: Before it connects again.
RETRY_SECONDS = 0.1

#: How long people think at most: with no pause at all the history is longer and not harder.
THINK_SECONDS = 0.15

#: Why a node may end a connection, or not accept one: each time the client may come back. A table that is just being given
#: up is `table_reloaded` for those who come then; so is one that has failed, which the check of the logs finds.
HONEST_ENDS = {"table_moved", "table_reloaded", "store_away", "stopping"}


class RoamingConnection(NotingPlayer):
    """A connection to one node, which may be paused."""

    async def __aenter__(self) -> Self:
        try:
            async with asyncio.timeout(REPLY_SECONDS):
                return await super().__aenter__()
        except TimeoutError:
            await self.give_up()
            raise

    async def give_up(self) -> None:
        """End the connection without waiting for a node that does not answer."""
        if hasattr(self, "_socket"):
            self.drop()
        if hasattr(self, "_task"):
            await asyncio.gather(self._task, return_exceptions=True)


class RoamingPlayer(HistoryPlayer):
    """One window of a guest at a table; without a token, a spectator."""

    def __init__(
        self, url: Callable[[], str], code: str, token: str | None, history: History, rng: Random, *, window: str
    ) -> None:
        super().__init__(url, code, token, history, rng, window=window)
        self.code = code
        self.token = token
        self.ends: list[str] = []  # why connections ended
        self._connection: RoamingConnection | None = None

    def connect(self, socket_url: str) -> RoamingConnection:
        """Make a connection to a node, as if the page were loaded again."""
        return RoamingConnection(socket_url, self._code, self._token, 0, self._history)

    async def play(self) -> None:
        """Play until told to finish, and until the last command is answered."""
        while not self.finished or self._unanswered is not None:
            player = RoamingConnection(self._url(), self._code, self._token, self._revision, self._history)
            self._connection = player
            with suppress(OSError, WebSocketException, EOFError, TimeoutError):
                async with player:
                    await self._play_on(player)
            self.note_ends(player)
            await asyncio.sleep(RETRY_SECONDS)

    async def leave(self) -> None:
        """Let a player who only waits for others look whether it is finished; a command that is under way is said again."""
        if self._connection is not None:
            await self._connection.give_up()

    async def _send(self, player: Player, said: Said) -> None:
        await asyncio.sleep(self._rng.uniform(0, THINK_SECONDS))
        try:
            async with asyncio.timeout(REPLY_SECONDS):
                await super()._send(player, said)
        except TimeoutError:
            player.drop()
            raise

    def note_ends(self, player: Player) -> None:
        """Note why a connection ended, or was not accepted."""
        for message in player.received:
            if message["type"] == "bye" or (message["type"] == "refused" and message.get("id") is None):
                self.ends.append(message["reason"])
                if message["reason"] not in HONEST_ENDS or message.get("again") is False:
                    self.unexpected.append(f"a connection ended with {message}")
