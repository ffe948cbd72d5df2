"""``NodeCalls``: questions that nodes ask each other, answered by handlers that are registered by name."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import msgspec
import structlog

from huefall.server.nodes.frames import ANSWER, CALL, MAX_FRAME_BYTES, NOT_KNOWN, REFUSED, LinkLost
from huefall.server.nodes.link import Link
from huefall.server.nodes.server import NodeServer
from huefall.server.ownership import Ownership, Peer
from huefall.server.refusal import Refusal

log = structlog.get_logger("huefall.nodes")

CALL_SECONDS = 3.0

#: Calls of one other node that are being answered at once.
MAX_CALLS_AT_ONCE = 1000

#: Answers a call; raises ``Refusal`` instead of answering.
Handler = Callable[[bytes], Awaitable[bytes]]


class _Call(msgspec.Struct, array_like=True):
    name: str
    data: bytes


class _Refused(msgspec.Struct, array_like=True):
    reason: str
    text: str
    retry_after: int | None = None


_encode = msgspec.msgpack.Encoder().encode
_read_call = msgspec.msgpack.Decoder(_Call).decode
_read_refused = msgspec.msgpack.Decoder(_Refused).decode


class _Pending:
    """A call that waits for its answer."""

    __slots__ = ("answer",)

    def __init__(self) -> None:
        self.answer: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()

    def receive(self, kind: int, data: bytes) -> None:
        if self.answer.done():
            return
        if kind == ANSWER:
            self.answer.set_result(data)
        elif kind == REFUSED:
            refused = _read_refused(data)
            self.answer.set_exception(Refusal(refused.reason, refused.text, retry_after=refused.retry_after))
        elif kind == NOT_KNOWN:
            self.answer.set_exception(Refusal("not_supported", "the other machine runs a version without this"))

    def lose(self, why: str) -> None:
        if not self.answer.done():
            self.answer.set_exception(LinkLost(why))


class NodeCalls:
    """Asks other nodes, and answers them."""

    def __init__(self, server: NodeServer, ownership: Ownership) -> None:
        self._server = server
        self._ownership = ownership
        self._handlers: dict[str, Handler] = {}
        self._answering: dict[Link, set[asyncio.Task[None]]] = {}
        server.accept(CALL, self._take)

    def register(self, name: str, handler: Handler) -> None:
        """Let a handler answer all calls of this name."""
        self._handlers[name] = handler

    async def call(self, peer: Peer, name: str, data: bytes = b"", timeout: float = CALL_SECONDS) -> bytes:  # noqa: ASYNC109  # part of what is asked
        """Ask a node; raises ``Refusal`` if it refuses, ``LinkLost`` if it does not answer in time."""
        try:
            async with asyncio.timeout(timeout):
                return await self._ask(peer, name, data)
        except TimeoutError:
            raise LinkLost(f"node {peer.name} did not answer {name} within {timeout:g} s") from None

    async def _ask(self, peer: Peer, name: str, data: bytes) -> bytes:
        question = _encode(_Call(name, data))
        _check_length(question)
        link = await self._server.link_to(peer)
        pending = _Pending()
        number = link.begin(pending)
        try:
            await link.send_long(CALL, number, question)
            return await pending.answer
        finally:
            link.end(number)

    async def call_all(self, name: str, data: bytes = b"", timeout: float = CALL_SECONDS) -> list[bytes]:  # noqa: ASYNC109  # as above
        """Ask all other nodes; return the answers of those that gave one."""
        asked = (self.call(peer, name, data, timeout) for peer in self._ownership.peers)
        answers = await asyncio.gather(*asked, return_exceptions=True)
        for answer in answers:
            if isinstance(answer, BaseException) and not isinstance(answer, Refusal):
                raise answer
        return [answer for answer in answers if isinstance(answer, bytes)]

    # Answering

    def _take(self, link: Link, number: int, data: bytes) -> None:
        tasks = self._answering.setdefault(link, set())
        if len(tasks) >= MAX_CALLS_AT_ONCE:
            link.send(REFUSED, number, _encode(_Refused("server_busy", "this machine has too much to do", 1)))
            return
        task = asyncio.create_task(self._answer(link, number, data))
        tasks.add(task)
        task.add_done_callback(lambda done: self._finish(link, done))

    def _finish(self, link: Link, task: asyncio.Task[None]) -> None:
        tasks = self._answering[link]
        tasks.discard(task)
        if not tasks:
            del self._answering[link]

    async def _answer(self, link: Link, number: int, data: bytes) -> None:
        name = ""
        try:
            question = _read_call(data)
            name = question.name
            handler = self._handlers.get(name)
            if handler is None:
                raise Refusal("not_supported", f"this machine cannot answer {name[:40]!r}: it runs another version")  # noqa: TRY301
            answer = await handler(question.data)
            _check_length(answer)
        except Refusal as error:
            link.send(REFUSED, number, _encode(_Refused(error.reason, error.text, error.retry_after)))
        except Exception:
            log.exception("a call of another node failed", node=link.peer_id, call=name)
            text = "something went wrong on the other machine: it has been noted"
            link.send(REFUSED, number, _encode(_Refused("internal", text)))
        else:
            await link.send_long(ANSWER, number, answer)

    async def stop(self) -> None:
        """End all answers that are under way."""
        tasks = [task for answering in self._answering.values() for task in answering]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _check_length(data: bytes) -> None:
    if len(data) >= MAX_FRAME_BYTES:
        raise Refusal(
            "too_large", f"machines send each other at most {MAX_FRAME_BYTES} bytes, and this has {len(data)}"
        )
