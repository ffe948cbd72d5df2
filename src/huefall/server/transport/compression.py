"""Compression of HTTP responses. It makes a replay or a catalogue ten times smaller; sockets are not compressed.

A megabyte takes some ten milliseconds. Long responses, such as replays, are therefore compressed in a worker thread
(``pack``); the middleware compresses the others and passes on what is already compressed. Tested in
tests/server/matches/test_replays.py.
"""

from __future__ import annotations

import gzip

from starlette.datastructures import Headers
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

#: Shorter responses fit into one packet anyway.
MIN_BYTES = 1000

#: Level 9 takes ten times as long and saves only a few bytes.
LEVEL = 4

#: The headers of a response that ``pack`` has compressed.
PACKED_HEADERS = {"content-encoding": "gzip", "vary": "Accept-Encoding"}


def accepts_packed(request: Request) -> bool:
    """Whether the client can read gzip, by the same test as the middleware."""
    return "gzip" in request.headers.get("accept-encoding", "")


def pack(data: bytes) -> bytes:
    """Compress a response. Slow: call it in a worker thread."""
    return gzip.compress(data, LEVEL, mtime=0)


class Compression:
    """Middleware that compresses responses; partial responses (``Range``) are not compressed."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._compressed_app = GZipMiddleware(app, minimum_size=MIN_BYTES, compresslevel=LEVEL)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_partial = scope["type"] == "http" and "range" in Headers(scope=scope)
        await (self._app if is_partial else self._compressed_app)(scope, receive, send)
