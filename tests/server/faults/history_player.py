"""A client that plays, claims, leaves and comes back through a bad network, and notes all it says and hears.

It behaves as the page does: it connects again whenever it is disconnected, names the last revision it has, and sends what
was not answered again, with the same id.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any

from tests.server.faults.history import History, Said
from tests.server.player import Player
from websockets.exceptions import WebSocketException

#: Before it connects again.
RETRY_SECONDS = 0.02

#: Reasons for which a command of an honest client may be refused: others were faster, or the table is in another state.
HONEST_REASONS = {
    *(
        "stale",
        "not_catchable",
        "no_match_running",
        "round_running",
        "match_running",
        "seats_empty",
        "starting",
        "not_seated",
    ),
    *("not_asked", "no_free_seat", "not_host", "seat_taken"),
}

#: Reasons for which the server may end a connection: its disk failed, or it stops.
HONEST_ENDS = {"store_failed", "table_reloaded", "stopping"}

#: The chances of what is not a move, each time there is something to decide.
LEAVES, LEAVES_RUNNING_MATCH, CLAIMS, CALLS_AT_ONCE = 0.3, 0.01, 0.7, 0.3


class NotingPlayer(Player):
    """A connection that notes what it receives."""

    def __init__(self, socket_url: str, code: str, token: str | None, since: int, history: History) -> None:
        super().__init__(socket_url, code, token, since or None)
        self._code = code
        self._history = history
        self._opened = history.now()

    def _take(self, message: dict[str, Any]) -> None:
        super()._take(message)
        if message["type"] in {"welcome", "update"}:
            self._history.see(self._code, message, self._opened, self.you.get("seat"))


class HistoryPlayer:
    """One window of a guest at a table; without a token, a spectator."""

    def __init__(
        self, url: Callable[[], str], code: str, token: str | None, history: History, rng: Random, *, window: str
    ) -> None:
        self._url = url
        self._code = code
        self._token = token
        self._guest = "" if token is None else token.partition(".")[0]
        self._history = history
        self._rng = rng
        self._window = window
        self._count = 0
        self._revision = 0
        self._unanswered: Said | None = None
        self._refused_start = 0  # the revision at which it could not be done
        self.finished = False
        self.unexpected: list[str] = []

    async def play(self) -> None:
        """Play until told to finish, and until the last command is answered."""
        while not self.finished or self._unanswered is not None:
            with suppress(OSError, WebSocketException, EOFError):
                player = NotingPlayer(self._url(), self._code, self._token, self._revision, self._history)
                async with player:
                    await self._play_on(player)
                    self._note_refusals(player)
            await asyncio.sleep(RETRY_SECONDS)

    async def _play_on(self, player: Player) -> None:
        while not player.closed:
            self._revision = max(self._revision, player.revision)
            if self._unanswered is not None:
                await self._send(player, self._unanswered)
            elif self.finished:
                return
            else:
                command = self._decide(player) if player.table else None
                if command is None:
                    seen = player.revision
                    await player.until(lambda seen=seen: player.revision > seen or self.finished)
                    continue
                self._count += 1
                command = {**command, "id": f"{self._window}.{self._count}"}
                self._unanswered = self._history.say(self._code, self._guest, command)

    async def _send(self, player: Player, said: Said) -> None:
        said.times += 1
        answer = await player.say(**{"kind" if name == "type" else name: value for name, value in said.command.items()})
        if answer is None:
            return  # the connection ended: it is sent again on the next one
        self._history.answer(said, answer)
        self._unanswered = None
        if answer["type"] != "done" and said.command["type"] == "start":
            self._refused_start = player.revision
        if answer["type"] != "done" and answer["reason"] not in HONEST_REASONS:
            self.unexpected.append(f"{said.command} was answered with {answer}")

    def _note_refusals(self, player: Player) -> None:
        """Note connections that ended for another reason than a server that ends, or a bad network."""
        for message in player.received:
            if message["type"] == "bye" and message["reason"] not in HONEST_ENDS:
                self.unexpected.append(f"a connection ended with {message}")

    def _decide(self, player: Player) -> dict[str, Any] | None:
        """Choose a command; None to wait for what others do."""
        if self._token is None:
            return None
        status, seat, rng = player.table["status"], player.you.get("seat"), self._rng
        is_host = bool(player.you.get("host"))
        has_left = seat is None or bool(player.table["seats"][seat].get("left"))
        if status in {"open", "over"}:
            if is_host:
                is_full = all(_is_taken(one) for one in player.table["seats"])
                return {"type": "start"} if is_full and player.revision > self._refused_start else None
            if has_left:
                return {"type": "sit"}
            return {"type": "leave"} if rng.random() < LEAVES else None
        if has_left:
            return {"type": "sit"} if seat is not None else None
        if status == "round_over":
            return {"type": "next_round", "revision": player.revision}
        if status != "playing":
            return None
        return self._decide_move(player, is_host=is_host)

    def _decide_move(self, player: Player, *, is_host: bool) -> dict[str, Any] | None:
        rng, legal = self._rng, player.view["legal"]
        if not is_host and rng.random() < LEAVES_RUNNING_MATCH:
            return {"type": "leave"}
        claims = [move for move in legal if move.split()[0] in {"uno", "catch"}]
        move = None
        if claims and rng.random() < CLAIMS:
            move = rng.choice(claims)
        elif player.asked:
            answers = [one for one in legal if one not in claims]
            plays = [one for one in answers if one.startswith("play ")] or answers
            silent = [one for one in plays if not one.endswith(" uno")]
            move = rng.choice(plays if rng.random() < CALLS_AT_ONCE or not silent else silent)
        elif legal and rng.random() < CLAIMS:  # a cut
            move = rng.choice(legal)
        return None if move is None else {"type": "move", "revision": player.revision, "move": move}


def _is_taken(seat: dict[str, Any]) -> bool:
    return bool(seat["kind"] != "empty" and not seat.get("left"))
