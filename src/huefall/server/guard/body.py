"""``BodyLimit``: limits on the size and the duration of request bodies. A body is read completely before the application
sees the request: all of ours are small, and no handler has to deal with a partial one.
"""

from __future__ import annotations

import asyncio

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from huefall.server.guard.rejection import Rejection, answer

#: For the whole body: more than a slow mobile network needs for 64 kB.
BODY_SECONDS = 15.0


class _ClientLeft(Exception):
    """The client left before its body was complete."""


class BodyLimit:
    """Middleware that reads a request's body within limits and hands it on."""

    def __init__(self, app: ASGIApp, *, max_bytes: int, seconds: float | None = None) -> None:
        self._app = app
        self._max_bytes = max_bytes
        self._seconds = BODY_SECONDS if seconds is None else seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not _has_body(scope):
            await self._app(scope, receive, send)
            return
        try:
            async with asyncio.timeout(self._seconds):
                body = await self._read(scope, receive)
        except TimeoutError:
            text = f"the body of a request must arrive within {self._seconds:g} s; send it faster or send less"
            await answer(Rejection(408, "too_slow", text), scope, receive, send)
        except _ClientLeft:
            return
        else:
            if body is None:
                text = f"the body of a request may have at most {self._max_bytes} bytes; this one has more"
                await answer(Rejection(413, "too_large", text), scope, receive, send)
            else:
                await self._app(scope, _replay(body, receive), send)

    async def _read(self, scope: Scope, receive: Receive) -> bytes | None:
        """Return the body; None if it is too long."""
        if _declared_length(scope) > self._max_bytes:
            return None
        body = bytearray()
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise _ClientLeft
            body += message.get("body", b"")
            if len(body) > self._max_bytes:
                return None
            if not message.get("more_body", False):
                return bytes(body)


def _has_body(scope: Scope) -> bool:
    # Without either of them there is no body in HTTP/1.1; receiving would cost every GET a turn of the event loop.
    return any(name in {b"content-length", b"transfer-encoding"} for name, _ in scope["headers"])


def _declared_length(scope: Scope) -> int:
    for name, value in scope["headers"]:
        # A value that is not a number, or too long for int(), is ignored: the body is counted while it arrives.
        if name == b"content-length" and value.isdigit() and len(value) < 20:
            return int(value)
    return 0


def _replay(body: bytes, receive: Receive) -> Receive:
    """Return a ``receive`` that gives the body first and then the server's messages: that the client has left."""
    pending: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive_again() -> Message:
        return pending.pop() if pending else await receive()

    return receive_again
