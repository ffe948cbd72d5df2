"""A client for the tests: it sends commands, keeps all messages, and checks that updates come without gaps."""

from __future__ import annotations

import asyncio
import itertools
import json
from contextlib import suppress
from random import Random
from types import TracebackType
from typing import Any, Self
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from tests.server.contributor import Contributor
from tests.waiting import MAX_WAIT_SECONDS
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

_ids = itertools.count(1)


def ask(url: str, path: str, body: Any = None, token: str | None = None, method: str | None = None) -> Any:
    """Ask the HTTP API; return the status and the answer."""
    data = None if body is None else json.dumps(body).encode()
    request = Request(url + path, data, {"content-type": "application/json"}, method=method)
    if token is not None:
        request.add_header("authorization", f"Bearer {token}")
    try:
        with urlopen(request, timeout=MAX_WAIT_SECONDS) as answer:
            return answer.status, _read(answer.read())
    except HTTPError as error:
        return error.code, _read(error.read())


def _read(body: bytes) -> Any:
    try:
        return json.loads(body)
    except ValueError:
        return body


def new_guest(url: str, name: str = "Anna") -> str:
    status, guest = ask(url, "/api/guests", {"name": name})
    assert status == 201, guest
    return str(guest["token"])


def new_table(url: str, token: str, **setup: Any) -> str:
    status, table = ask(url, "/api/tables", {"setup": setup}, token)
    assert status == 201, table
    return str(table["code"])


class Player:
    """One connection of a guest to a table; without a token, of a spectator."""

    def __init__(
        self,
        socket_url: str,
        code: str,
        token: str | None = None,
        since: int | None = None,
        *,
        contributes: bool = True,
    ) -> None:
        """``contributes``: answer by itself when the table asks for a contribution to the seed of a match."""
        self._url = f"{socket_url}/ws/{code}"
        self._token = token
        self._since = since
        self.received: list[Any] = []  # everything, in order
        self.raw: list[str] = []
        self.view: Any = None
        self.table: dict[str, Any] = {}
        self.you: dict[str, Any] = {}
        self.clock: Any = None
        self.revision = 0
        self.closed: tuple[int, str] | None = None
        self._contributor = Contributor(token) if contributes and token is not None else None
        self._news = asyncio.Condition()
        self._socket: ClientConnection
        self._task: asyncio.Task[None]

    async def __aenter__(self) -> Self:
        self._socket = await connect(
            self._url, max_size=None, compression=None, proxy=None, ping_interval=None, open_timeout=MAX_WAIT_SECONDS
        )
        hello = {"type": "hello", "version": 1}
        if self._token is not None:
            hello["token"] = self._token
        if self._since is not None:
            hello["since"] = self._since
        await self.send(hello)
        self._task = asyncio.create_task(self._listen())
        await self.until(lambda: any(message["type"] in {"welcome", "refused", "bye"} for message in self.received))
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._socket.close()
        await asyncio.gather(self._task, return_exceptions=True)

    async def send(self, message: Any) -> None:
        """Send a message as it is."""
        await self._socket.send(message if isinstance(message, str | bytes) else json.dumps(message))

    def drop(self) -> None:
        """Drop the connection without a close frame."""
        self._socket.transport.abort()

    async def say(self, kind: str, **fields: Any) -> Any:
        """Give a command and wait for its answer."""
        message = {"type": kind, "id": fields.pop("id", None) or f"m{next(_ids)}", **fields}
        start = len(self.received)
        await self.send(message)
        return await self.until(
            lambda: next((each for each in self.received[start:] if each.get("id") == message["id"]), None)
        )

    async def move(self, sentence: str, revision: int | None = None, **fields: Any) -> Any:
        """Send a move for the latest revision, unless another is given."""
        return await self.say("move", move=sentence, revision=self.revision if revision is None else revision, **fields)

    async def until(self, condition: Any) -> Any:
        """Wait until a condition holds or the connection is closed; return the value of the condition."""
        async with self._news:
            try:
                await asyncio.wait_for(self._news.wait_for(lambda: condition() or self.closed), MAX_WAIT_SECONDS)
            except TimeoutError:
                raise AssertionError(f"waited in vain; last received: {self.received[-3:]}") from None
        return condition()

    async def _listen(self) -> None:
        try:
            async for raw in self._socket:
                self.raw.append(raw)
                message = json.loads(raw)
                if str(message.get("id")).startswith(("seal-", "contribute-")):
                    continue  # a reply to the contributor
                self._take(message)
                if message.get("table") is not None:
                    await self._contribute()
                async with self._news:
                    self._news.notify_all()
        except ConnectionClosed:
            pass
        self.closed = (self._socket.close_code or 0, self._socket.close_reason or "")
        async with self._news:
            self._news.notify_all()

    async def _contribute(self) -> None:
        answer = None if self._contributor is None else self._contributor.answer(self.table, self.you.get("seat"))
        if answer is not None:
            with suppress(ConnectionClosed):  # what the server sent before it closed the connection is still to be read
                await self.send(answer)

    def _take(self, message: dict[str, Any]) -> None:
        self.received.append(message)
        if message["type"] == "welcome":
            self.view, self.clock = message["view"], message["clock"]
        elif message["type"] == "update":
            assert message["revision"] == self.revision + 1, f"a gap: {message['revision']} after {self.revision}"
            self.view, self.clock = message.get("view"), message.get("clock")
        else:
            return
        self.revision = message["revision"]
        self.table = message.get("table") or self.table
        self.you = message.get("you") or self.you

    # Playing

    @property
    def asked(self) -> bool:
        """Whether this player has to decide."""
        return self.view is not None and self.view["turn"] == self.view["seat"] and not self.view["over"]

    @property
    def match_over(self) -> bool:
        return self.table.get("status") == "over"

    async def play(self, rng: Random, *, deals: bool = False) -> None:
        """Play at random until the match is over; one player at the table deals the next rounds."""
        while not self.match_over:
            seen = self.revision
            if self.asked:
                answer = await self.move(_choose(self.view["legal"], rng))
                assert (
                    answer is None or answer["type"] == "done" or answer["reason"] in {"stale", "no_match_running"}
                ), answer
            elif deals and self.table["status"] == "round_over":
                await self.say("next_round", revision=self.revision)
            if self.closed:
                return
            await self.until(lambda seen=seen: self.revision > seen or self.match_over)


def _choose(legal: list[str], rng: Random) -> str:
    """Choose an answer, mostly a play, so that rounds come to an end. Claims could go on for ever."""
    answers = [sentence for sentence in legal if sentence.split()[0] not in {"uno", "catch"}]
    plays = [sentence for sentence in answers if sentence.startswith("play ")] if rng.random() < 0.9 else []
    return rng.choice(plays or answers)
