"""One server per database, and no lock that outlives its server."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from huefall.server.store import SqliteStore, StoreInUse

#: Opens the store, forks a child that says its number and lives on, and waits to be killed.
FORKING = r"""
import asyncio, os, sys
from huefall.server.store import SqliteStore
async def main():
    store = await SqliteStore.open(sys.argv[1])
    if not os.fork():
        os.write(1, b"%d\n" % os.getpid())
        os.read(0, 1)
        os._exit(0)
    os.read(0, 1)
asyncio.run(main())
"""


def test_a_second_open_is_refused_and_says_what_to_do(tmp_path: Path) -> None:
    path = tmp_path / "huefall.db"
    (tmp_path / "link.db").symlink_to(path)

    async def work() -> None:
        store = await SqliteStore.open(path)
        for again in (path, tmp_path / "link.db"):
            with pytest.raises(StoreInUse, match=f"in use by process {os.getpid()}: stop that server first"):
                await SqliteStore.open(again)
        await store.close()
        await (await SqliteStore.open(path)).close()

    asyncio.run(work())


@pytest.mark.process
def test_a_server_that_was_killed_leaves_the_database_free_though_its_children_live(tmp_path: Path) -> None:
    path = tmp_path / "huefall.db"
    command = [sys.executable, "-c", FORKING, str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as server:
        child = int(server.stdout.readline())

        async def open_and_close() -> None:
            await (await SqliteStore.open(path)).close()

        with pytest.raises(StoreInUse, match=f"process {server.pid}:"):
            asyncio.run(open_and_close())
        server.kill()
        os.waitid(os.P_PID, server.pid, os.WEXITED | os.WNOWAIT)
        os.kill(child, 0)  # it lives
        asyncio.run(open_and_close())
        os.kill(child, signal.SIGKILL)


def test_a_lock_file_without_a_holder_is_taken_over(tmp_path: Path) -> None:
    (tmp_path / "huefall.db.lock").write_text("what is this")

    async def work() -> None:
        store = await SqliteStore.open(tmp_path / "huefall.db")
        assert (tmp_path / "huefall.db.lock").read_text() == str(os.getpid())
        await store.close()

    asyncio.run(work())
