"""Which protocols the server runs on. Listening and stopping are tested in tests/server/test_restart.py."""

from __future__ import annotations

import asyncio
import sys

import pytest
from structlog.testing import capture_logs

from huefall.server.run import PLAIN_ASGI_VARIABLE, choose_protocols
from huefall.server.transport import uvicorn_protocols
from huefall.server.transport.uvicorn_protocols import NEEDED_NAMES, DirectProtocol, HeaderTimeoutProtocol

PLAIN = ("h11", "auto")


async def _choose() -> object:
    return choose_protocols()


def test_the_installed_uvicorn_is_served_directly() -> None:
    with capture_logs() as lines:
        assert asyncio.run(_choose()) == (HeaderTimeoutProtocol, DirectProtocol)
    assert lines == []


def test_a_uvicorn_that_has_changed_is_served_over_plain_asgi_with_one_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    changed = {next(iter(NEEDED_NAMES)): ("name_of_an_older_version",)}
    monkeypatch.setattr(uvicorn_protocols, "NEEDED_NAMES", changed)
    with capture_logs() as lines:
        assert asyncio.run(_choose()) == PLAIN
    (line,) = lines
    assert (line["event_id"], line["log_level"]) == ("plain_asgi", "warning")
    assert "name_of_an_older_version" in line["reason"]


def test_a_uvicorn_without_the_protocols_is_served_over_plain_asgi(monkeypatch: pytest.MonkeyPatch) -> None:
    # A module that is None in sys.modules cannot be imported.
    monkeypatch.setitem(sys.modules, "huefall.server.transport.uvicorn_protocols", None)
    monkeypatch.delattr("huefall.server.transport.uvicorn_protocols")
    assert asyncio.run(_choose()) == PLAIN


def test_plain_asgi_can_be_forced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(PLAIN_ASGI_VARIABLE, "1")
    assert asyncio.run(_choose()) == PLAIN
