"""Files in memory: read once, compressed once, and sent only to browsers without a current copy."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from functools import cached_property

from starlette.requests import Request
from starlette.responses import Response

#: A file whose name changes with its content never expires.
CACHE_FOREVER = "public, max-age=31536000, immutable"
#: A browser must ask whether its copy is current: after an upgrade no old page meets a new server.
REVALIDATE = "no-cache"
#: Pictures, which change at most once per release.
CACHE_FOR_A_DAY = "public, max-age=86400"

#: Compressing smaller files gains nothing.
_MIN_COMPRESSED_BYTES = 1024
_COMPRESSIBLE = ("text/", "image/svg", "application/json", "application/manifest")
# Missing from the type lists of some systems.
mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("application/manifest+json", ".webmanifest")
mimetypes.add_type("image/svg+xml", ".svg")


class StaticFile:
    """A file in memory, with its compressed form and its ETag."""

    def __init__(self, name: str, content: bytes, caching: str) -> None:
        self.content = content
        self.caching = caching
        self.tag = f'"{hashlib.sha256(content).hexdigest()[:20]}"'
        self.type = mimetypes.guess_type(name)[0] or "application/octet-stream"

    @cached_property
    def compressed(self) -> bytes | None:
        """Its gzip form; None where that saves nothing."""
        if len(self.content) < _MIN_COMPRESSED_BYTES or not self.type.startswith(_COMPRESSIBLE):
            return None
        return gzip.compress(self.content, mtime=0)

    def respond(self, request: Request) -> Response:
        """Return the file, or 304 if the browser's copy is current."""
        headers = {"cache-control": self.caching, "etag": self.tag, "vary": "accept-encoding"}
        if self.tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        content = self.content
        if self.compressed is not None and "gzip" in request.headers.get("accept-encoding", ""):
            content = self.compressed
            headers["content-encoding"] = "gzip"
        return Response(content, media_type=self.type, headers=headers)
