"""What is stored and cannot be read: 410 and a sentence for that alone, and everything else as usual."""

from __future__ import annotations

import asyncio
from pathlib import Path

import apsw
import pytest
from structlog.testing import capture_logs
from tests.server.asgi_request import ask
from tests.server.local_server import ANNA, LocalServer
from tests.server.store.test_releases import make_database

from huefall.server.assembly import Server, build
from huefall.server.ops.engine import Engine
from huefall.server.settings import Settings
from huefall.server.store import SqliteStore, StoredEntry, UnreadableStream
from huefall.server.store.streams import table_stream


@pytest.fixture(autouse=True)
def _ready(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Engine, "is_ready", True)


async def open_server(path: Path) -> Server:
    return build(Settings(data=path.parent), await SqliteStore.open(path))


async def find_code(server: Server) -> str:
    (info, *_) = await server.store.streams("table:")
    return info.stream.removeprefix("table:")


async def upgrade(path: Path) -> tuple[str, int]:
    """Upgrade a database; return the code of its table and the number of its last entry."""
    store = await SqliteStore.open(path)
    (info,) = await store.streams("table:")
    await store.close()
    return info.stream.removeprefix("table:"), info.last


def damage_entry(path: Path, code: str, number: int) -> None:
    connection = apsw.Connection(str(path))
    connection.execute(
        "UPDATE entries SET at = at + 1 WHERE number = ? AND stream = (SELECT id FROM streams WHERE name = ?)",
        (number, table_stream(code)),
    ).fetchall()
    connection.close()


def test_a_damaged_table_is_410_and_harms_nothing_else(tmp_path: Path) -> None:
    path = make_database("0.7.0", tmp_path / "huefall.db")

    async def work() -> None:
        code, _ = await upgrade(path)
        damage_entry(path, code, 20)
        with capture_logs() as lines:
            server = await open_server(path)
            for address in (
                f"/api/tables/{code}",
                f"/api/tables/{code}/matches/1",
                f"/api/tables/{code}/matches/1/record",
                f"/api/tables/{code}/matches/1/proof",
                f"/api/tables/{code}/matches/1/review",
            ):
                answer = await ask(server.app, "GET", address)
                assert (answer.status, answer.json["error"]["reason"]) == (410, "cannot_be_read"), address
                assert "damaged at entry 20" in answer.json["error"]["text"]
            ready = await ask(server.app, "GET", "/readyz")
            assert (ready.status, len(ready.json["problems"])) == (200, 1)
            assert code not in ready.body.decode(), "a code lets people in"
            assert b"huefall_damaged_streams 1.0" in (await ask(server.app, "GET", "/metrics")).body
            await server.tables.list_open()
            guest = (await ask(server.app, "POST", "/api/guests", {"name": "Zoe"})).json
            made = await ask(server.app, "POST", "/api/tables", {"setup": {}}, guest["token"])
            assert made.status == 201
            assert (await ask(server.app, "GET", f"/api/tables/{made.json['code']}")).status == 200
            await server.tables.stop()
            await server.store.close()
        assert [line["event_id"] for line in lines if line["log_level"] == "error"] == ["damaged"]

    asyncio.run(work())


def test_a_match_that_ended_before_the_damage_can_still_be_replayed(tmp_path: Path) -> None:
    path = make_database("0.7.0", tmp_path / "huefall.db")

    async def work() -> None:
        code, last = await upgrade(path)
        damage_entry(path, code, last)
        server = await open_server(path)
        assert (await ask(server.app, "GET", f"/api/tables/{code}")).status == 410
        assert (await ask(server.app, "GET", f"/api/tables/{code}/matches/1/record")).status == 200
        assert (await ask(server.app, "GET", f"/api/tables/{code}/matches/2/record")).status == 410
        await server.store.close()

    asyncio.run(work())


@pytest.mark.parametrize(
    "data", [b'{"what":"teleported","seat":1}', b'{"what":"moved","seat":0,"move":"play nothing"}']
)
def test_an_entry_this_version_does_not_know_is_410_and_stays_stored(tmp_path: Path, data: bytes) -> None:
    path = make_database("0.6.0", tmp_path / "huefall.db")

    async def work() -> None:
        code, last = await upgrade(path)
        store = await SqliteStore.open(path)
        await store.append([StoredEntry(table_stream(code), last + 1, 0, data)])
        server = build(Settings(data=tmp_path), store)
        answer = await ask(server.app, "GET", f"/api/tables/{code}")
        assert (answer.status, answer.json["error"]["reason"]) == (410, "cannot_be_read")
        assert f"entry {last + 1}" in answer.json["error"]["text"]
        assert (await ask(server.app, "GET", f"/api/tables/{code}/matches/1/record")).status == 200
        await server.tables.list_open()
        assert (await store.read(table_stream(code)))[-1].data == data
        await store.close()

    asyncio.run(work())


def test_a_registry_refuses_a_table_it_cannot_read_each_time() -> None:
    async def work() -> None:
        local = LocalServer()
        table = await local.table(ANNA)
        await local.registry.stop()
        number = table.state.revision + 1
        await local.store.append([StoredEntry(table_stream(table.state.code), number, 0, b'{"what":"teleported"}')])
        again = LocalServer(local.store)
        for _ in range(2):
            with pytest.raises(UnreadableStream, match=f"entry {number} cannot be applied by Huefall"):
                await again.registry.find(table.state.code)
        assert len(local.store.health.damaged) == 1
        await again.close()

    asyncio.run(work())
