"""A request that is turned away: the reason for programs, a sentence for people, and the answer as JSON."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec
from starlette.types import Receive, Scope, Send

from huefall.protocol.http import Fault, FaultBody


@dataclass(frozen=True, slots=True)
class Rejection:
    """Why somebody is turned away."""

    status: int  # 429
    reason: str  # "too_fast"
    text: str  # what was expected, what came, what to do
    retry_after: int | None = None  # in seconds

    def body(self) -> bytes:
        """Write it as every other fault of the HTTP API."""
        return msgspec.json.encode(FaultBody(Fault(self.reason, self.text, self.retry_after)))


async def answer(refusal: Rejection, scope: Scope, receive: Receive, send: Send) -> None:
    """Answer a request, or a socket's handshake, with the refusal."""
    kind = "http.response"
    if scope["type"] == "websocket":
        await receive()
        kind = "websocket.http.response"
        if kind not in scope.get("extensions", {}):
            await send({"type": "websocket.close", "code": 1008, "reason": refusal.reason})
            return
    body = refusal.body()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if refusal.retry_after is not None:
        headers.append((b"retry-after", str(refusal.retry_after).encode()))
    if refusal.status in {408, 413}:
        # The rest of the body is still under way; nobody will read it.
        headers.append((b"connection", b"close"))
    await send({"type": f"{kind}.start", "status": refusal.status, "headers": headers})
    await send({"type": f"{kind}.body", "body": body})
