"""Nothing acknowledged is lost when the process is killed."""

from __future__ import annotations

import asyncio
import random
import subprocess
import sys
from pathlib import Path

import apsw
import pytest
from tests.scale import SEED, scaled
from tests.server.store import appender

from huefall.server.store import SqliteStore

pytestmark = pytest.mark.process


def test_every_acknowledged_entry_is_there_after_a_kill(tmp_path: Path) -> None:
    print(f"seed {SEED}")
    chance = random.Random(SEED)
    path = tmp_path / "huefall.db"
    acknowledged: dict[str, int] = {}
    # Killed while it opens an empty database, at its first word, and at any moment after that.
    moments = [1, 2, *(chance.randint(3, 600) for _ in range(scaled(6, least=3)))]
    for round_, lines in enumerate(moments):
        for line in append_and_kill(path, lines, SEED + round_):
            stream, number = line.split()
            acknowledged[stream] = max(acknowledged.get(stream, 0), int(number))
        asyncio.run(check(path, acknowledged))
    assert sum(acknowledged.values()) > 100
    connection = apsw.Connection(str(path))
    assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    connection.close()


def append_and_kill(path: Path, lines: int, seed: int) -> list[str]:
    """Run an appender until it has printed this many lines, kill it, and return all complete lines."""
    command = [sys.executable, appender.__file__, str(path), str(seed)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        said = b"".join(process.stdout.readline() for _ in range(lines))
        process.kill()
        said += process.stdout.read()
    whole = said[: said.rindex(b"\n")].decode().splitlines()
    assert len(whole) >= lines
    return [line for line in whole if line != "opening 0"]


async def check(path: Path, acknowledged: dict[str, int]) -> None:
    store = await SqliteStore.open(path)
    infos = {info.stream: info.last for info in await store.streams("")}
    for stream, number in acknowledged.items():
        assert infos[stream] >= number
    for stream, last in infos.items():
        assert await store.read(stream) == [appender.entry(stream, number) for number in range(1, last + 1)]
    await store.close()
