"""``Rejection``: the guard's *no* to a request or connection, and its response as JSON.

Tested in tests/server/guard/test_gate.py and tests/server/guard/test_body.py.
"""

from __future__ import annotations

from dataclasses import dataclass

import msgspec
from starlette.types import Receive, Scope, Send

from huefall.protocol.http import ErrorBody, ErrorDetail


@dataclass(frozen=True, slots=True)
class Rejection:
    status: int  # 429
    reason: str  # "too_fast"
    text: str  # what was expected, what was received, what to do
    retry_after: int | None = None  # in seconds

    def body(self) -> bytes:
        """Return the JSON that every error of the HTTP API has."""
        return msgspec.json.encode(ErrorBody(ErrorDetail(self.reason, self.text, self.retry_after)))


async def answer(rejection: Rejection, scope: Scope, receive: Receive, send: Send) -> None:
    """Answer a request, or the handshake of a socket, with the rejection."""
    kind = "http.response"
    if scope["type"] == "websocket":
        await receive()
        kind = "websocket.http.response"
        if kind not in scope.get("extensions", {}):
            await send({"type": "websocket.close", "code": 1008, "reason": rejection.reason})
            return
    body = rejection.body()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if rejection.retry_after is not None:
        headers.append((b"retry-after", str(rejection.retry_after).encode()))
    if rejection.status in {408, 413}:
        # The rest of the body is still on its way, and will not be read.
        headers.append((b"connection", b"close"))
    await send({"type": f"{kind}.start", "status": rejection.status, "headers": headers})
    await send({"type": f"{kind}.body", "body": body})
