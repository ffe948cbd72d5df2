"""A player who plays on whatever happens to the nodes: it comes back as the page does, and repeats what was not answered."""

from __future__ import annotations

import asyncio
import itertools
import time
from collections.abc import Callable
from random import Random
from typing import Any

from tests.server.player import Player
from websockets.exceptions import ConnectionClosed, WebSocketException

#: As in web/src/wire/socket.ts: doubled for each further try.
FIRST_RETRY_SECONDS = 0.25
MAX_RETRY_SECONDS = 10.0

#: The server closes with one of these codes if a client must not come back.
FINAL_CODES = {1008, 4000}

#: Refusals of an honest player's commands: somebody else was faster.
RACES = {"stale", "no_match_running", "round_running", "match_running", "starting"}

_windows = itertools.count(1)


class ReturningPlayer:
    """One seat at a table, played at random.

    ``acknowledged`` has the revision by id; ``acknowledgements`` when the connection of each was opened, and when it came;
    ``faults`` whatever a person would have noticed beyond a connection that comes back.
    """

    def __init__(self, url: Callable[[], str], code: str, token: str, rng: Random, *, deals: bool) -> None:
        self.code = code
        self.acknowledged: dict[str, int] = {}
        self.acknowledgements: list[tuple[float, float]] = []
        self._opened_at = 0.0
        self.faults: list[str] = []
        self.ends: list[str] = []  # why connections ended
        self.finished = False
        self.revision = 0
        self._url = url
        self._token = token
        self._rng = rng
        self._deals = deals
        self._window = f"w{next(_windows)}"
        self._said = 0
        self._retries = 0
        self._unanswered: dict[str, Any] | None = None

    async def play(self) -> None:
        """Play until told to finish, and until the last command is answered."""
        while not self.finished or self._unanswered is not None:
            self._opened_at = time.monotonic()
            player = Player(self._url().replace("http", "ws", 1), self.code, self._token, self.revision or None)
            try:
                async with player:
                    await self._play_on(player)
            except ConnectionClosed as error:
                if error.rcvd is None:  # without a word; else the reason came before
                    self.ends.append(f"{type(error).__name__}: {error}")
            except (OSError, WebSocketException, EOFError) as error:
                self.ends.append(f"{type(error).__name__}: {error}")
            self._look_at_end(player)
            if not self.finished or self._unanswered is not None:
                wait = min(FIRST_RETRY_SECONDS * 2**self._retries, MAX_RETRY_SECONDS)
                self._retries += 1
                await asyncio.sleep(wait * (0.5 + self._rng.random() / 2))

    async def _play_on(self, player: Player) -> None:
        while not player.closed:
            if player.revision:
                self._retries = 0
                if player.revision < self.revision:
                    self.faults.append(f"revision {player.revision} after {self.revision}")
                self.revision = player.revision
            if self._unanswered is not None:
                await self._send(player, self._unanswered)
            elif self.finished:
                return
            else:
                command = self._decide(player) if player.table else None
                if command is not None:
                    self._said += 1
                    self._unanswered = {**command, "id": f"{self._window}.{self._said}"}
                    continue
                seen = player.revision
                await player.until(lambda seen=seen: player.revision > seen or self.finished)

    async def _send(self, player: Player, command: dict[str, Any]) -> None:
        answer = await player.say(command["type"], **{name: command[name] for name in command if name != "type"})
        if answer is None:
            return  # the connection ended: it is sent again on the next one
        self._unanswered = None
        if answer["type"] == "done":
            self.acknowledged[command["id"]] = answer["revision"]
            self.acknowledgements.append((self._opened_at, time.monotonic()))
        elif answer["reason"] not in RACES:
            self.faults.append(f"{command} was answered with {answer}")

    def _look_at_end(self, player: Player) -> None:
        for message in player.received:
            if message["type"] == "bye":
                self.ends.append(message["reason"])
                if message.get("again") is False:
                    self.faults.append(f"a connection ended with {message}")
            elif message["type"] == "refused" and message.get("id") is None:
                self.ends.append(f"refused: {message['reason']}")
        if player.closed is not None and player.closed[0] in FINAL_CODES:
            self.faults.append(f"a connection was closed for good: {player.closed}")

    def _decide(self, player: Player) -> dict[str, Any] | None:
        """Choose a command; None to wait for what others do."""
        status = player.table["status"]
        if player.asked:
            legal = [move for move in player.view["legal"] if move.split()[0] not in {"uno", "catch"}]
            plays = [move for move in legal if move.startswith("play ")]
            return {"type": "move", "revision": player.revision, "move": self._rng.choice(plays or legal)}
        if self._deals and status == "round_over":
            return {"type": "next_round", "revision": player.revision}
        return {"type": "start"} if self._deals and status == "over" else None
