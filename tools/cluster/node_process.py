"""``NodeProcess``: one node of a cluster on this machine, whose log is printed with its name.

Tested in tests/cluster/test_cluster.py.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from contextlib import suppress
from pathlib import Path

#: How long a node may take to listen, and to stop after it was asked to.
START_SECONDS = 60.0
STOP_SECONDS = 15.0

_POLL_SECONDS = 0.05

#: Where a node writes its address (huefall.server.ops.admin).
_ADDRESS_FILE = "server.url"


class ClusterError(Exception):
    """A cluster cannot be started; the text says what to do."""


class NodeProcess:
    """A server in a process of its own, with a data directory of its own and the database of all nodes."""

    def __init__(self, name: str, data: Path, store: str) -> None:
        self.name = name
        self.url = ""
        self.ended = asyncio.Event()
        self._data = data
        self._store = store
        self._process: asyncio.subprocess.Process | None = None
        self._watching: asyncio.Task[None] | None = None

    @property
    def pid(self) -> int:
        return self._process.pid if self._process is not None else 0

    @property
    def port(self) -> int:
        return int(self.url.rpartition(":")[2])

    async def start(self) -> None:
        """Start the process; ``wait_listening`` says when it can be reached."""
        self._data.mkdir(parents=True, exist_ok=True, mode=0o700)
        (self._data / _ADDRESS_FILE).unlink(missing_ok=True)
        # The settings of a server that somebody runs on this machine are not meant for these nodes.
        environment = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith("HUEFALL_") or name == "HUEFALL_CACHE"
        }
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "huefall", "serve", "--port=0", "--log-format=console"),
            *(f"--data={self._data}", f"--store={self._store}"),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            env=environment,
            start_new_session=True,  # Ctrl-C is for whoever started it, who then stops it in order
        )
        self._watching = asyncio.create_task(self._watch(self._process))

    async def wait_listening(self) -> None:
        """Wait until the node can be reached."""
        try:
            async with asyncio.timeout(START_SECONDS):
                while not self._read_url():
                    if self.ended.is_set():
                        raise ClusterError(f"{self.name} has ended instead of listening: its last lines above say why")
                    await asyncio.sleep(_POLL_SECONDS)
        except TimeoutError:
            raise ClusterError(f"{self.name} does not listen after {START_SECONDS:.0f} seconds") from None

    async def stop(self) -> None:
        """Ask the node to stop, and end it if it does not."""
        if self._process is None or self._watching is None:
            return
        with suppress(ProcessLookupError):
            self._process.send_signal(signal.SIGTERM)
        with suppress(TimeoutError):
            async with asyncio.timeout(STOP_SECONDS):
                await self.ended.wait()
        with suppress(ProcessLookupError):
            self._process.kill()
        await self._watching

    def _read_url(self) -> str:
        with suppress(FileNotFoundError):
            text = (self._data / _ADDRESS_FILE).read_text(encoding="ascii")
            self.url = text.strip() if text.endswith("\n") else ""
        return self.url

    async def _watch(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdout is not None  # noqa: S101  # it is a pipe
        async for line in process.stdout:
            self._print(line.decode(errors="replace").rstrip())
        code = await process.wait()
        self._print("was killed" if code == -signal.SIGKILL else f"has ended with status {code}")
        self.ended.set()

    def _print(self, line: str) -> None:
        print(f"{self.name} | {line}", flush=True)
