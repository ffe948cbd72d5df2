"""``huefall admin copy`` and ``huefall check --store``."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from tools.cluster.local_postgres import LocalPostgres

from huefall.cli import main
from huefall.server.store import SqliteStore, StoredEntry


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(arguments)
    written = capsys.readouterr()
    return code, written.out, written.err


@pytest.fixture
def data(tmp_path: Path) -> Path:
    async def fill() -> None:
        store = await SqliteStore.open(tmp_path / "data" / "huefall.db")
        await store.append([StoredEntry("table:abcdefgh", number, 0, b'{"a":"bcd"}') for number in range(1, 9)])
        await store.close()

    asyncio.run(fill())
    return tmp_path / "data"


def test_data_is_copied_to_a_database_checked_and_copied_back(
    postgres: LocalPostgres,
    database_url: str,
    data: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    address = database_url.replace("huefall@", "huefall:hunter2@")
    code, said, _ = run(capsys, "admin", f"--data={data}", "copy", f"--to={address}")
    assert code == 0
    assert said == f"{data}/huefall.db is copied to {database_url}: 8 entries in 1 streams, identical in both\n"
    assert run(capsys, "check", f"--store={address}") == (0, f"{database_url} is sound\n", "")
    code, said, _ = run(capsys, "admin", "copy", f"--from={address}", f"--to={data}/back.db")
    assert code == 0 and "8 entries" in said
    code, _, error = run(capsys, "admin", "copy", f"--from={address}", f"--to={data}/back.db")
    assert code == 2 and "is not empty" in error
    monkeypatch.setenv("HUEFALL_STORE", address)
    code, _, error = run(capsys, "backup", f"{data}/backup.db")
    assert code == 2 and "pg_dump" in error
    assert run(capsys, "check", f"{data}/back.db")[0] == 0
    postgres.query("DELETE FROM huefall.entries WHERE number = 3", database_url.rpartition("/")[2])
    code, said, _ = run(capsys, "check")
    assert (code, said) == (1, f"table:abcdefgh: entry 3 is missing\n{database_url} is damaged\n")
    code, said, _ = run(capsys, "admin", "copy", f"--to={data}/damaged.db")
    assert code == 1 and said.startswith("table:abcdefgh: entry 3 is missing\n")
