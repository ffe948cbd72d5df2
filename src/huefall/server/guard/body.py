"""Bodies of requests: not too long and not too slow. A body is read whole before the application hears of the request;
all of ours are small, and no handler ever meets half of one.
"""

from __future__ import annotations

import asyncio

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from huefall.server.guard.rejection import Rejection, answer

#: For the whole body: more than a bad mobile network needs for 64 kB.
BODY_SECONDS = 15.0


class _Gone(Exception):
    """The client left before its body was complete."""


class BodyLimit:
    """Middleware that reads a request's body within limits and hands it on."""

    def __init__(self, app: ASGIApp, *, most: int, seconds: float | None = None) -> None:
        self._app = app
        self._most = most
        self._seconds = BODY_SECONDS if seconds is None else seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on with its body, or answer that it cannot be."""
        if scope["type"] != "http" or not _has_body(scope):
            await self._app(scope, receive, send)
            return
        try:
            async with asyncio.timeout(self._seconds):
                body = await self._read(scope, receive)
        except TimeoutError:
            text = f"the body of a request must be here within {self._seconds:g} s; send it faster or send less"
            await answer(Rejection(408, "too_slow", text), scope, receive, send)
        except _Gone:
            return
        else:
            if body is None:
                text = f"the body of a request may have {self._most} bytes; this one has more"
                await answer(Rejection(413, "too_large", text), scope, receive, send)
            else:
                await self._app(scope, _replay(body, receive), send)

    async def _read(self, scope: Scope, receive: Receive) -> bytes | None:
        """Read the body; None if it is too long, which a good client says beforehand."""
        if _announced(scope) > self._most:
            return None
        body = bytearray()
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise _Gone
            body += message.get("body", b"")
            if len(body) > self._most:
                return None
            if not message.get("more_body", False):
                return bytes(body)


def _has_body(scope: Scope) -> bool:
    # Without either of them there is none in HTTP/1.1; asking would cost every GET a turn.
    return any(name in {b"content-length", b"transfer-encoding"} for name, _ in scope["headers"])


def _announced(scope: Scope) -> int:
    for name, value in scope["headers"]:
        # What is no number, or has more digits than int() takes, is counted as it comes.
        if name == b"content-length" and value.isdigit() and len(value) < 20:
            return int(value)
    return 0


def _replay(body: bytes, receive: Receive) -> Receive:
    """Make a channel that gives the body at once and then what the server says: that the client left."""
    waiting: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive_again() -> Message:
        return waiting.pop() if waiting else await receive()

    return receive_again
