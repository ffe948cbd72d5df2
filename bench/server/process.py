"""A server process on one core, and the CPU time and memory it uses."""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")

#: Sockets of one process; 5,000 seats are open at once.
MAX_OPEN_FILES = 12_000


class BenchError(Exception):
    """The benchmark cannot be run, or its run was not clean."""


@dataclass(frozen=True)
class Cores:
    """The cores of the server and of the client; the same one on a machine with one core."""

    server: int
    client: int

    @staticmethod
    def of_this_machine() -> Cores:
        if not hasattr(os, "sched_getaffinity"):
            raise BenchError("the load of the server is measured with /proc and pinned processes: use Linux")
        cores = sorted(os.sched_getaffinity(0))
        return Cores(cores[0], cores[-1])


@dataclass(frozen=True)
class Server:
    """A running server."""

    pid: int
    url: str
    log: Path

    @property
    def host(self) -> str:
        """Address and port."""
        return self.url.partition("//")[2]

    def cpu_seconds(self) -> float:
        """Return the CPU time of all its threads, in steps of 10 ms."""
        fields = Path(f"/proc/{self.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def resident(self) -> int:
        """Return its memory in bytes."""
        return int(Path(f"/proc/{self.pid}/statm").read_text(encoding="ascii").split()[1]) * PAGE

    def open_files(self) -> int:
        """Return the number of its open files and sockets."""
        return len(list(Path(f"/proc/{self.pid}/fd").iterdir()))

    def threads(self) -> int:
        """Return the number of its threads."""
        return len(list(Path(f"/proc/{self.pid}/task").iterdir()))

    def errors(self) -> list[str]:
        """Return the errors in its log."""
        lines = self.log.read_text(encoding="utf-8").splitlines()
        return [
            line for line in lines if '"level": "error"' in line or '"level":"error"' in line or "Traceback" in line
        ]


def raise_file_limit() -> None:
    """Raise the limit of open files of this process and its children."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < MAX_OPEN_FILES:
        if hard != resource.RLIM_INFINITY and hard < MAX_OPEN_FILES:
            raise BenchError(
                f"{MAX_OPEN_FILES} open files are needed, {hard} are allowed: raise the hard limit (ulimit -Hn)"
            )
        resource.setrlimit(resource.RLIMIT_NOFILE, (MAX_OPEN_FILES, hard))


@contextmanager
def running(arguments: Sequence[str], cores: Cores, log: Path) -> Iterator[Server]:
    """Run a Python program that logs its address, pinned to the server's core."""
    raise_file_limit()
    os.sched_setaffinity(0, {cores.server})  # the process started next inherits it
    with log.open("wb") as sink:
        process = subprocess.Popen([sys.executable, *arguments], stdout=sink, stderr=sink)
    os.sched_setaffinity(0, {cores.client})
    try:
        yield Server(process.pid, _wait_for_url(process, log), log)
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(30)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _wait_for_url(process: subprocess.Popen[bytes], log: Path, seconds: float = 30.0) -> str:
    deadline = time.monotonic() + seconds
    while process.poll() is None and time.monotonic() < deadline:
        for line in log.read_text(encoding="utf-8").splitlines():
            if line.startswith("{") and (entry := json.loads(line)).get("message") == "listening":
                return str(entry["url"])
        time.sleep(0.05)
    raise BenchError(f"the server does not listen; it logged: {log.read_text(encoding='utf-8')[-2000:]}")
