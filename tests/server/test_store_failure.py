"""A store that cannot write: what a supervisor, a proxy and clients are told, and how the process ends."""

from __future__ import annotations

import asyncio
import json
import resource
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from tests.server.asgi_request import ask
from tests.server.server_process import ServerProcess
from tests.waiting import MAX_WAIT_SECONDS

from huefall.server.assembly import build
from huefall.server.ops.engine import Engine
from huefall.server.settings import Settings
from huefall.server.store import MemoryStore
from huefall.server.store.errors import STORE_FAILED_STATUS


def test_a_full_disk_is_503_until_there_is_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Engine, "is_ready", True)

    async def work() -> None:
        server = build(Settings(data=tmp_path), MemoryStore())
        assert (await ask(server.app, "GET", "/readyz")).status == 200
        server.store.health.note_full("no room")
        for method, path, body in (("GET", "/readyz", None), ("POST", "/api/guests", {"name": "Zoe"})):
            answer = await ask(server.app, method, path, body)
            assert (answer.status, answer.json["error"]["reason"]) == (503, "store_full")
            assert answer.headers["retry-after"] == str(answer.json["error"]["retry_after"]) == "1"
        assert (await ask(server.app, "GET", "/healthz")).status == 200, "a restart would not help"
        metrics = (await ask(server.app, "GET", "/metrics")).body
        assert b"huefall_store_full 1.0" in metrics and b"huefall_store_failed 0.0" in metrics
        server.store.health.note_room()
        assert (await ask(server.app, "GET", "/readyz")).status == 200
        assert (await ask(server.app, "POST", "/api/guests", {"name": "Zoe"})).status == 201

    asyncio.run(work())


def test_a_failed_disk_is_503_everywhere_a_supervisor_looks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Engine, "is_ready", True)

    async def work() -> None:
        server = build(Settings(data=tmp_path), MemoryStore())
        server.store.health.note_failure("the disk failed")
        for method, path, body in (
            ("GET", "/readyz", None),
            ("GET", "/healthz", None),
            ("POST", "/api/guests", {"name": "Zoe"}),
            ("GET", "/api/tables/abcdefgh", None),
        ):
            answer = await ask(server.app, method, path, body)
            assert (answer.status, answer.json["error"]["reason"]) == (503, "store_failed"), path
            assert answer.json["error"]["retry_after"]
        assert b"huefall_store_failed 1.0" in (await ask(server.app, "GET", "/metrics")).body

    asyncio.run(work())


def new_guest(url: str) -> tuple[int, dict[str, Any]]:
    request = Request(f"{url}/api/guests", b'{"name": "Zoe"}', {"content-type": "application/json"})
    try:
        with urlopen(request, timeout=MAX_WAIT_SECONDS) as response:
            return response.status, json.load(response)
    except HTTPError as error:
        return error.code, json.load(error)


@pytest.mark.process
def test_after_a_failed_write_the_server_ends_with_a_status_of_its_own_and_a_restart_cures_it(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path)
    assert new_guest(server.url)[0] == 201
    log_bytes = (tmp_path / "huefall.db-wal").stat().st_size
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (log_bytes, resource.RLIM_INFINITY))
    status, body = new_guest(server.url)
    assert (status, body["error"]["reason"]) == (503, "store_failed")
    assert server.process.wait(MAX_WAIT_SECONDS) == STORE_FAILED_STATUS
    assert server.wait_for("store_failed")["level"] == "critical"
    again = ServerProcess(tmp_path)
    try:
        assert new_guest(again.url)[0] == 201
    finally:
        again.stop()
