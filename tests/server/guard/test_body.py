from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from starlette.types import Message, Receive, Scope, Send

from huefall.server.guard.body import BodyLimit

MAX_BYTES = 100


class Asked:
    """An application that notes the bodies it gets, and what came after them."""

    def __init__(self) -> None:
        self.bodies: list[bytes] = []
        self.after: list[str] = []

    async def __call__(self, _scope: Scope, receive: Receive, send: Send) -> None:
        body, more = b"", True
        while more:
            message = await receive()
            body += message["body"]
            more = message["more_body"]
        self.bodies.append(body)
        if (await receive())["type"] == "http.disconnect":
            self.after.append("http.disconnect")
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})


def ask(
    app: Asked, chunks: list[bytes], headers: dict[str, str], *, seconds: float = 60, then: str = "http.disconnect"
) -> list[Message]:
    """Send a body in chunks; after them the client leaves, or hangs."""
    waiting: list[Message] = [
        {"type": "http.request", "body": chunk, "more_body": number < len(chunks)}
        for number, chunk in enumerate(chunks, 1)
    ]
    if then == "hang":
        for message in waiting:
            message["more_body"] = True
    sent: list[Message] = []

    async def receive() -> Message:
        if waiting:
            return waiting.pop(0)
        if then == "hang":
            await asyncio.Event().wait()
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        sent.append(message)

    scope: dict[str, Any] = {
        "type": "http",
        "method": "POST",
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
    }
    asyncio.run(BodyLimit(app, max_bytes=MAX_BYTES, seconds=seconds)(scope, receive, send))
    return sent


def answered(sent: list[Message], status: int, reason: str) -> None:
    start, body = sent
    assert start["status"] == status
    headers = dict(start["headers"])
    assert headers[b"content-type"] == b"application/json" and headers[b"connection"] == b"close"
    assert int(headers[b"content-length"]) == len(body["body"])
    fault = json.loads(body["body"])["error"]
    assert fault["reason"] == reason and fault["text"]


CHUNKED = {"transfer-encoding": "chunked"}


@pytest.mark.parametrize("chunks", [[b""], [b"x" * MAX_BYTES], [b"x"] * MAX_BYTES, [b"", b"ab", b"", b"c"]])
def test_a_body_within_the_limit_arrives_whole(chunks: list[bytes]) -> None:
    for headers in (CHUNKED, {"content-length": str(sum(map(len, chunks)))}):
        app = Asked()
        sent = ask(app, list(chunks), headers)
        assert app.bodies == [b"".join(chunks)] and app.after == ["http.disconnect"]
        assert sent[0]["status"] == 200


def test_a_body_that_says_it_is_too_long_is_not_read() -> None:
    app = Asked()
    answered(ask(app, [], {"content-length": str(MAX_BYTES + 1)}, then="hang"), 413, "too_large")
    assert app.bodies == []


@pytest.mark.parametrize(
    "headers", [CHUNKED, {"content-length": "5"}, {"content-length": "x"}, {"content-length": "-1"}]
)
def test_a_body_that_turns_out_too_long_is_refused(headers: dict[str, str]) -> None:
    app = Asked()
    answered(ask(app, [b"x" * 60, b"x" * 60], headers, then="hang"), 413, "too_large")
    assert app.bodies == []


def test_a_length_beyond_all_numbers_is_counted_as_it_comes() -> None:
    app = Asked()
    assert ask(app, [b"abc"], {"content-length": "9" * 5000})[0]["status"] == 200


def test_a_body_that_does_not_come_is_given_up() -> None:
    app = Asked()
    answered(ask(app, [b"abc"], CHUNKED, seconds=0, then="hang"), 408, "too_slow")
    assert app.bodies == []


def test_a_client_that_leaves_in_the_middle_is_not_heard() -> None:
    waiting: list[Message] = [
        {"type": "http.request", "body": b"half", "more_body": True},
        {"type": "http.disconnect"},
    ]

    async def receive() -> Message:
        return waiting.pop(0)

    async def send(message: Message) -> None:
        raise AssertionError(message)

    app = Asked()
    scope: Scope = {"type": "http", "method": "POST", "headers": [(b"transfer-encoding", b"chunked")]}
    asyncio.run(BodyLimit(app, max_bytes=MAX_BYTES)(scope, receive, send))
    assert app.bodies == []


def test_requests_without_a_body_and_sockets_pass_untouched() -> None:
    seen: list[Any] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        seen.append((scope, receive, send))

    async def receive() -> Message:
        raise AssertionError("the body must not be read")

    async def send(message: Message) -> None:
        raise AssertionError(message)

    scopes: list[Scope] = [
        {"type": "http", "method": "GET", "headers": []},
        {"type": "websocket"},
        {"type": "lifespan"},
    ]
    for scope in scopes:
        asyncio.run(BodyLimit(app, max_bytes=MAX_BYTES)(scope, receive, send))
    assert seen == [(scope, receive, send) for scope in scopes]
