"""Compression of what is sent over HTTP. A replay or a catalogue is a tenth as long then; sockets are left alone."""

from __future__ import annotations

from starlette.datastructures import Headers
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp, Receive, Scope, Send

#: Shorter answers fit one packet anyway.
LEAST_BYTES = 1000

#: Level 9 takes ten times as long for a few bytes less, and the event loop waits for it.
LEVEL = 4


class Compression:
    """Middleware that compresses answers for those who can read it; parts of a file are sent as they are."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._compressing = GZipMiddleware(app, minimum_size=LEAST_BYTES, compresslevel=LEVEL)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass everything on."""
        is_part = scope["type"] == "http" and "range" in Headers(scope=scope)
        await (self._app if is_part else self._compressing)(scope, receive, send)
