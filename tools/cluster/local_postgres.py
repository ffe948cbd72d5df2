"""A PostgreSQL server of one's own on this machine, in a directory that is thrown away with it.

PostgreSQL refuses to run as root, so root starts it as another user. It listens on loopback alone, and trusts whoever comes:
it is for tests and for trying out. Tested in tests/cluster/test_local_postgres.py.
"""

from __future__ import annotations

import os
import pwd
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path

from tools.cluster.programs import PostgresMissingError, find_programs

__all__ = ["LocalPostgres", "PostgresMissingError", "find_programs", "free_port"]

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
QUIT_SECONDS = 5.0
POLL_SECONDS = 0.05

#: Users as whom root may start it: made for PostgreSQL, or for nothing.
USERS = ("postgres", "nobody")


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
        self._given = dict(settings or {})
        self._settings = {**SETTINGS, **self._given}
        self._user = _other_user() if os.geteuid() == 0 else None
        self.process: subprocess.Popen[bytes] | None = None
        if not (folder / "PG_VERSION").exists():
            self._initialise()
        self.start()

    def url(self, database: str = "postgres") -> str:
        return f"postgresql://huefall@127.0.0.1:{self.port}/{database}"

    @property
    def pid(self) -> int:
        return self.process.pid if self.process is not None else 0

    def start(self) -> None:
        """Start the server, and wait until it accepts connections."""
        arguments = [f"-c{name}={value}" for name, value in self._settings.items()]
        self.process = self._run_in_background("postgres", f"-D{self.folder}", f"-p{self.port}", *arguments)
        try:
            self._wait_until_it_answers(self.process)
        except BaseException:  # also Ctrl-C: whoever constructs it has nothing to stop yet
            self.stop(at_once=True)
            raise

    def _wait_until_it_answers(self, process: subprocess.Popen[bytes]) -> None:
        deadline = time.monotonic() + START_SECONDS
        while not self._answers():
            if process.poll() is not None or time.monotonic() > deadline:
                log = (self.folder / "postgres.log").read_text(encoding="utf-8", errors="replace").splitlines()
                raise PostgresMissingError(f"PostgreSQL did not start in {self.folder}: {' '.join(log[-2:])}")
            time.sleep(POLL_SECONDS)

    def stop(self, *, at_once: bool = False) -> None:
        """End the server: open sessions are ended, and what is committed stays. ``at_once``: as a power cut would."""
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGQUIT if at_once else signal.SIGINT)
            try:
                self.process.wait(QUIT_SECONDS if at_once else START_SECONDS)
            except subprocess.TimeoutExpired:
                # One that has just been started in the background of a shell ignores SIGQUIT until it handles it.
                self.process.kill()
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
        done = subprocess.run(  # noqa: S603  # PostgreSQL's own programs
            [*self._as_user(), str(self._programs / program), *arguments],
            check=False,
            capture_output=True,
            text=True,
            cwd="/",
        )
        if done.returncode:
            raise PostgresMissingError(f"{program} failed: {done.stderr.strip()}")
        return done.stdout.strip()

    def add_standby(self, folder: Path) -> LocalPostgres:
        """Start a server that follows this one with its data in ``folder``. From now on a commit is one of both."""
        self._make_folder(folder)
        here = ("-h127.0.0.1", f"-p{self.port}", "-Uhuefall")
        self.run("pg_basebackup", f"-D{folder}", *here, "--write-recovery-conf", "--checkpoint=fast", "--no-sync")
        standby = LocalPostgres(folder, settings=self._given)
        try:
            # After the copy: once promoted, the standby must not wait for one of its own.
            self.query("ALTER SYSTEM SET synchronous_standby_names = '*'")
            self.query("SELECT pg_reload_conf()")
            self._wait_for_standby(folder)
        except BaseException:  # as in start
            standby.stop(at_once=True)
            raise
        return standby

    def _wait_for_standby(self, folder: Path) -> None:
        deadline = time.monotonic() + START_SECONDS
        while self.query("SELECT sync_state FROM pg_stat_replication") != "sync":
            if time.monotonic() > deadline:
                raise PostgresMissingError(f"the standby in {folder} does not follow: see its postgres.log")
            time.sleep(POLL_SECONDS)

    def promote(self) -> None:
        """Make a standby a server that takes writes, and wait until it does."""
        if self.query(f"SELECT pg_promote(true, {START_SECONDS:.0f})") != "t":
            raise PostgresMissingError(f"the standby in {self.folder} was not promoted: see its postgres.log")

    def _initialise(self) -> None:
        self._make_folder(self.folder)
        self.run("initdb", f"-D{self.folder}", "-Uhuefall", "-Atrust", "-EUTF8", "--locale=C", "--no-sync")

    def _make_folder(self, folder: Path) -> None:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if self._user is not None:
            os.chown(folder, self._user.pw_uid, self._user.pw_gid)
            self._open_way(folder, self._user.pw_name)

    def _open_way(self, folder: Path, user: str) -> None:
        """Let the other user get to a folder. Only temporary folders are changed: others are closed for a reason."""
        for parent in folder.parents:
            mode = parent.stat().st_mode
            if mode & 0o001:
                continue
            if parent.stat().st_uid != 0 or not parent.is_relative_to(tempfile.gettempdir()):
                raise PostgresMissingError(
                    f"PostgreSQL runs as {user}, who cannot get through {parent}: choose another directory"
                )
            parent.chmod(mode | 0o011)

    def _answers(self) -> bool:
        try:
            self.run("pg_isready", "-h127.0.0.1", f"-p{self.port}", "-t1")
        except PostgresMissingError:
            return False
        return True

    def _run_in_background(self, program: str, *arguments: str) -> subprocess.Popen[bytes]:
        with (self.folder / "postgres.log").open("ab") as log:
            return subprocess.Popen(  # noqa: S603  # as above
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
