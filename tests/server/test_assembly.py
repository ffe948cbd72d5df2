"""The background tasks of a server. How its parts are wired is tested by every test with a real server."""

from __future__ import annotations

import asyncio
from typing import Any, cast

from structlog.testing import capture_logs

from huefall.server import assembly
from huefall.server.assembly import Server


class _Broken:
    """A server whose engine is ready, and whose store cannot be read."""

    engine_ready = engine = metrics = tables = property(lambda self: self)

    async def wait_ready(self) -> None:
        pass

    def set(self, value: float) -> None:
        pass

    async def list_open(self) -> None:
        raise OSError("the disk is gone")


def test_tables_that_cannot_be_opened_are_logged() -> None:
    with capture_logs() as logs:
        asyncio.run(assembly._open_tables(cast("Server", _Broken())))
    (line,) = cast("list[dict[str, Any]]", logs)
    assert line["log_level"] == "error" and line["exc_info"] is True
    assert "could not be opened" in line["event"]
