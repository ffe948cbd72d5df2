"""The commands for the data of a server: check, backup, restore. Backups under load: tests/server/store/test_backup.py."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

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


def test_a_backup_is_made_checked_and_restored(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    backup = tmp_path / "backup.db"
    assert run(capsys, "backup", str(backup), f"--data={data}")[0] == 0
    code, said, _ = run(capsys, "check", str(backup), f"--data={data}")
    assert (code, said) == (0, f"{backup} is sound\n")
    code, _, error = run(capsys, "backup", str(backup), f"--data={data}")
    assert code == 2 and "exists already" in error
    code, said, _ = run(capsys, "restore", str(backup), f"--data={data}")
    assert code == 0 and "what was there is kept as" in said
    assert run(capsys, "check", f"--data={data}")[0] == 0


def test_damage_is_listed_with_table_and_number(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = data / "huefall.db"
    content = path.read_bytes()
    path.write_bytes(content.replace(b'{"a":"bcd"}', b'{"a":"bce"}', 1))
    code, said, _ = run(capsys, "check", f"--data={data}")
    assert code == 1
    assert "table:abcdefgh: entry " in said and said.endswith(f"{path} is damaged\n")
    code, said, _ = run(capsys, "backup", str(data / "copy.db"), f"--data={data}")
    assert code == 1 and "is damaged" in said, "it is copied, and what is wrong is said"
    code, _, error = run(capsys, "restore", str(data / "copy.db"), f"--data={data}")
    assert code == 65 and "is not restored, because it is damaged" in error


def test_what_is_no_database_is_said(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Zoe, " * 500)
    for arguments in (["check", str(letter)], ["restore", str(letter)], ["check", str(tmp_path / "nothing")]):
        code, _, error = run(capsys, *arguments, f"--data={data}")
        assert code == 2 and ("not a Huefall database" in error or "there is no database" in error)
    code, _, error = run(capsys, "backup", str(tmp_path / "b.db"), f"--data={tmp_path / 'nowhere'}")
    assert code == 2 and "there is no database" in error
