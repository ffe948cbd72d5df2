"""Files that are kept at hand: read once, compressed once, and sent only to who does not have them yet."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from functools import cached_property

from starlette.requests import Request
from starlette.responses import Response

#: A file whose name changes with its content is kept for good.
FOR_GOOD = "public, max-age=31536000, immutable"
#: A browser may keep it and must ask about it: after an upgrade no old page meets a new server.
ASK_FIRST = "no-cache"
#: Pictures that change once in a release.
FOR_A_DAY = "public, max-age=86400"

#: Compressing less than this gains nothing.
_WORTH_COMPRESSING = 1024
_COMPRESSIBLE = ("text/", "image/svg", "application/json", "application/manifest")
# Not every machine's own list knows these.
mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("application/manifest+json", ".webmanifest")
mimetypes.add_type("image/svg+xml", ".svg")


class StaticFile:
    """A file in memory, with its compressed form and its tag."""

    def __init__(self, name: str, content: bytes, caching: str) -> None:
        self.content = content
        self.caching = caching
        self.tag = f'"{hashlib.sha256(content).hexdigest()[:20]}"'
        self.type = mimetypes.guess_type(name)[0] or "application/octet-stream"

    @cached_property
    def compressed(self) -> bytes | None:
        """Its gzip form, where that is worth it."""
        if len(self.content) < _WORTH_COMPRESSING or not self.type.startswith(_COMPRESSIBLE):
            return None
        return gzip.compress(self.content, mtime=0)

    def answer(self, request: Request) -> Response:
        """Send the file, or say that the browser's copy is still good."""
        headers = {"cache-control": self.caching, "etag": self.tag, "vary": "accept-encoding"}
        if self.tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        content = self.content
        if self.compressed is not None and "gzip" in request.headers.get("accept-encoding", ""):
            content = self.compressed
            headers["content-encoding"] = "gzip"
        return Response(content, media_type=self.type, headers=headers)
