"""A PostgreSQL server of one's own, the CPU time of all its processes, and what it wrote and was asked."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from tools.cluster.local_postgres import LocalPostgres, PostgresMissingError

from bench.server.process import TICKS, BenchError

#: Buffers as of a small machine, and checkpoints that are not forced by a log that is too small.
SETTINGS = {"shared_buffers": "256MB", "max_wal_size": "4GB"}

#: Settings that make it log every statement, each at the beginning of a line.
LOG_STATEMENTS = {"log_min_messages": "log", "log_statement": "all", "log_checkpoints": "off", "log_line_prefix": ""}

_STATEMENT = re.compile(r"^LOG:  (?:execute [^:]*|statement): (.*(?:\n\t.*)*)", re.MULTILINE)


class Database:
    """A running PostgreSQL server."""

    def __init__(self, server: LocalPostgres) -> None:
        self.server = server
        self.version = server.query("SHOW server_version")
        self._log = server.folder / "postgres.log"

    def cpu_seconds(self) -> float:
        """Return the CPU time of all its processes, ended ones included, in steps of 10 ms for each."""
        assert self.server.process is not None  # noqa: S101  # it runs
        first = self.server.process.pid
        own = _stat(first)
        ticks = sum(int(field) for field in own[11:15])  # with the children it has waited for
        for child in Path(f"/proc/{first}/task/{first}/children").read_text(encoding="ascii").split():
            try:
                ticks += sum(int(field) for field in _stat(int(child))[11:13])
            except FileNotFoundError:  # it has just ended
                continue
        return ticks / TICKS

    def log_bytes(self) -> int:
        """Return how many bytes of its write-ahead log there have been."""
        return int(self.server.query("SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn"))

    def stored_bytes(self, name: str) -> int:
        """Return the size of a database, with its indexes."""
        return int(self.server.query(f"SELECT pg_database_size('{name}')"))

    def log_size(self) -> int:
        """Return the present end of its log, from which ``statements`` reads."""
        return self._log.stat().st_size

    def statements(self, start: int) -> Counter[str]:
        """Count the statements logged since then, by their text in one line."""
        with self._log.open("rb") as log:
            log.seek(start)
            text = log.read().decode(errors="replace")
        return Counter(" ".join(found.split()) for found in _STATEMENT.findall(text))


@contextmanager
def running_database(directory: Path, settings: Mapping[str, str] | None = None) -> Iterator[Database]:
    """Run a PostgreSQL server. What it may run on is inherited from this process."""
    try:
        server = LocalPostgres(directory, settings={**SETTINGS, **(settings or {})})
    except PostgresMissingError as error:
        raise BenchError(str(error)) from error
    try:
        yield Database(server)
    finally:
        server.stop(at_once=True)


def _stat(pid: int) -> list[str]:
    return Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
