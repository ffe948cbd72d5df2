"""Which protocols the server runs on, and where it keeps compiled rules. Listening and stopping are tested in tests/server/test_restart.py."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest
from structlog.testing import capture_logs
from tests.server.server_process import running_server

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


@pytest.mark.process
def test_a_service_user_without_a_home_keeps_compiled_rules_in_the_data_directory_and_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("HUEFALL_CACHE", raising=False)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setenv("HOME", "/dev/null")  # not even root can create a directory in it
    with running_server(tmp_path) as server:
        line = server.wait_for("cache_moved")
        assert line["reason"] == "/dev/null/.cache/huefall: Not a directory"
        server.wait_for("compiling_rules")
    (directory,) = (tmp_path / "cache" / "huefall").iterdir()
    assert directory.name.startswith("kernel-"), "the server and the process that compiles must use the same directory"
