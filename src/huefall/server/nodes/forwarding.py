"""Forwards an HTTP request to the node that owns a table. Limits have been enforced where the client came in."""

from __future__ import annotations

import asyncio
from collections.abc import MutableMapping
from typing import Any

import msgspec
import structlog
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Scope

from huefall.server.nodes.calls import NodeCalls
from huefall.server.nodes.frames import MAX_FRAME_BYTES
from huefall.server.ownership import Peer
from huefall.server.refusal import Refusal

log = structlog.get_logger("huefall.nodes")

#: The name of the call.
HTTP_CALL = "http"

#: Some answers are computed, such as a replay.
FORWARD_SECONDS = 30.0

#: In the scope of a request that another node has forwarded.
FORWARDED_KEY = "huefall.forwarded"


class _Question(msgspec.Struct, array_like=True):
    """A request, as ASGI describes it."""

    method: str
    path: str
    raw_path: bytes
    query: bytes
    headers: list[tuple[bytes, bytes]]
    client: tuple[str, int] | None
    server: tuple[str, int | None] | None
    scheme: str
    http_version: str
    body: bytes


class _Answer(msgspec.Struct, array_like=True):
    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes


_encode = msgspec.msgpack.Encoder().encode
_read_question = msgspec.msgpack.Decoder(_Question).decode
_read_answer = msgspec.msgpack.Decoder(_Answer).decode


def is_forwarded(request: Request) -> bool:
    """Return whether another node has forwarded a request: it must not be forwarded again."""
    return FORWARDED_KEY in request.scope


class Forwarding:
    """Forwards requests, and answers those that other nodes forward once it has the ``app`` to ask."""

    def __init__(self, calls: NodeCalls) -> None:
        self._calls = calls

    async def forward(self, peer: Peer, request: Request) -> Response:
        """Return what another node answers to a request; raises ``LinkLost`` if it does not."""
        scope = request.scope
        question = _Question(
            method=scope["method"],
            path=scope["path"],
            raw_path=scope.get("raw_path") or b"",
            query=scope["query_string"],
            headers=scope["headers"],
            client=scope.get("client"),
            server=scope.get("server"),
            scheme=scope.get("scheme", "http"),
            http_version=scope.get("http_version", "1.1"),
            body=await request.body(),
        )
        answer = _read_answer(await self._calls.call(peer, HTTP_CALL, _encode(question), FORWARD_SECONDS))
        response = Response(answer.body, answer.status)
        response.raw_headers = answer.headers
        return response

    def serve(self, app: ASGIApp) -> None:
        """Answer requests of other nodes by an application without limits and without the headers of every response."""

        async def answer(data: bytes) -> bytes:
            return _encode(await _run(app, _read_question(data)))

        self._calls.register(HTTP_CALL, answer)


async def _run(app: ASGIApp, question: _Question) -> _Answer:
    answer = _Answer(0, [], b"")
    pieces: list[bytes] = []
    asked = [question.body]
    length = 0

    async def receive() -> MutableMapping[str, Any]:
        if asked:
            return {"type": "http.request", "body": asked.pop(), "more_body": False}
        await asyncio.Event().wait()  # the client is not watched from here
        raise AssertionError

    async def send(message: Message) -> None:
        nonlocal length
        if message["type"] == "http.response.start":
            answer.status = message["status"]
            answer.headers = [(bytes(name), bytes(value)) for name, value in message.get("headers", ())]
        elif message["type"] == "http.response.body":
            piece = message.get("body", b"")
            length += len(piece)
            if length <= MAX_FRAME_BYTES:
                pieces.append(piece)

    try:
        await app(_scope_of(question), receive, send)
    except Exception:
        if not answer.status:
            raise
        log.exception("a forwarded request failed", method=question.method, path=question.path)
    if length > MAX_FRAME_BYTES:
        raise Refusal("too_large", f"an answer of more than {MAX_FRAME_BYTES} bytes cannot be forwarded")
    answer.body = b"".join(pieces)
    return answer


def _scope_of(question: _Question) -> Scope:
    return {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": question.http_version,
        "method": question.method,
        "scheme": question.scheme,
        "path": question.path,
        "raw_path": question.raw_path,
        "root_path": "",
        "query_string": question.query,
        "headers": question.headers,
        "client": question.client,
        "server": question.server,
        "state": {},
        FORWARDED_KEY: True,
    }
