"""Compression of what is sent over HTTP. A replay or a catalogue is a tenth as long then; sockets are left alone.

A megabyte takes some ten milliseconds. So what may be long, a replay, is compressed where it is written, beside the event
loop (``pack``); the middleware does the rest and lets pass what is compressed already.
"""

from __future__ import annotations

import gzip

from starlette.datastructures import Headers
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

#: Shorter answers fit one packet anyway.
MIN_BYTES = 1000

#: Level 9 takes ten times as long for a few bytes less.
LEVEL = 4

#: The head of an answer that ``pack`` has compressed.
PACKED = {"content-encoding": "gzip", "vary": "Accept-Encoding"}


def reads_packed(request: Request) -> bool:
    """Tell whether the one who asks can read what is compressed; by the same words as the middleware."""
    return "gzip" in request.headers.get("accept-encoding", "")


def pack(data: bytes) -> bytes:
    """Compress an answer; to be done beside the event loop."""
    return gzip.compress(data, LEVEL, mtime=0)


class Compression:
    """Middleware that compresses answers for those who can read it; parts of a file are sent as they are."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._compressing = GZipMiddleware(app, minimum_size=MIN_BYTES, compresslevel=LEVEL)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass everything on."""
        is_part = scope["type"] == "http" and "range" in Headers(scope=scope)
        await (self._app if is_part else self._compressing)(scope, receive, send)
