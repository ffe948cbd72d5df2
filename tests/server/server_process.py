"""A real server in a process of its own, for the tests to talk to over real sockets."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.waiting import MAX_WAIT_SECONDS

ROOT = Path(__file__).parents[2]

#: No limit that a busy test would meet, no pauses.
NO_LIMITS = {
    "connections-per-address": 0,
    "connections-per-guest": 0,
    "tables-per-address": 0,
    "guests-per-address": 0,
    "device-codes-per-address": 0,
    "requests-per-second": 0,
    "messages-per-second": 0,
    "move-seconds": 0,
    "bot-pause-ms": 0,
    "least-bot-pause-ms": 0,
    "reviews-per-address": 0,
    "review-rollouts": 16,
    "review-threads": 1,
    "hint-ms": 20,
}

#: Written to the log after its last line.
LOG_ENDED = "log_ended"


class ServerProcess:
    """A running server. ``log`` has the lines it logged. Tests wait for the ``event_id`` of a line, never for its words."""

    def __init__(
        self,
        data: Path,
        port: int = 0,
        constants: Sequence[str] = (),
        program: Sequence[str] = (sys.executable, "-m", "huefall"),
        news: threading.Condition | None = None,
        **settings: object,
    ) -> None:
        """``constants`` are limits of the program to change, as `tests.server.patched_server` takes them.

        ``news`` is notified whenever a line was logged.
        """
        flags = {**NO_LIMITS, **{name.replace("_", "-"): value for name, value in settings.items()}}
        command = (
            [sys.executable, "-m", "tests.server.patched_server", *constants, "--"] if constants else list(program)
        )
        command += ["serve", f"--data={data}", f"--port={port}"]
        command += [f"--{name}={value}" for name, value in flags.items()] + ["--log-format=json"]
        environment = {name: value for name, value in os.environ.items() if not name.startswith("HUEFALL_")}
        if "HUEFALL_CACHE" in os.environ:
            environment["HUEFALL_CACHE"] = os.environ["HUEFALL_CACHE"]
        self.data = data
        self.log: list[dict[str, Any]] = []
        self.process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment, cwd=ROOT)
        self._news = news or threading.Condition()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        self.url: str = self.wait_for("listening")["url"]
        self.port = int(self.url.rpartition(":")[2])

    @property
    def socket_url(self) -> str:
        return self.url.replace("http", "ws", 1)

    def _read(self) -> None:
        with self.process.stderr as lines:
            self._take(lines)
        with self._news:
            self.log.append({"event_id": LOG_ENDED})
            self._news.notify_all()

    def _take(self, lines: Iterable[str]) -> None:
        for line in lines:
            with self._news:
                try:
                    self.log.append(json.loads(line))
                except ValueError:
                    self.log.append({"message": line.rstrip()})
                self._news.notify_all()

    def wait_for(self, event: str, seconds: float = MAX_WAIT_SECONDS) -> dict[str, Any]:
        """Wait until the server has logged an event, and return its line; fail if the server stays silent or ends."""
        with self._news:
            self._news.wait_for(lambda: self.logged(event) or self.logged(LOG_ENDED), seconds)
            line = self.logged(event)
        assert line, f"no {event!r} in the log: {self.log[-20:]}"
        return line

    def logged(self, event: str) -> dict[str, Any] | None:
        """Return the first line about an event; None if there is none."""
        return next((line for line in self.log if line.get("event_id") == event), None)

    @property
    def error_lines(self) -> list[dict[str, Any]]:
        """The lines of the log that report errors."""
        return [line for line in self.log if line.get("level") in {"error", "critical"}]

    def check_log(self, known: Sequence[dict[str, Any]] = ()) -> None:
        """Fail if the server has logged an error that is not ``known``."""
        errors = [line for line in self.error_lines if line not in known]
        assert not errors, f"the server logged errors: {errors[:3]}"

    def kill(self) -> None:
        """End the process without any warning."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(MAX_WAIT_SECONDS)
        self._reader.join(MAX_WAIT_SECONDS)

    def stop(self) -> int:
        """Ask the server to stop; return its exit code."""
        self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(MAX_WAIT_SECONDS)
        self._reader.join(MAX_WAIT_SECONDS)
        return code


#: How a test's server is started; ``tests.server.cluster.two_nodes`` puts two nodes in its place.
start_server: Callable[..., ServerProcess] = ServerProcess


@contextmanager
def running_server(
    data: Path, port: int = 0, constants: Sequence[str] = (), **settings: Any
) -> Iterator[ServerProcess]:
    """Run a server. An error in its log fails the test."""
    server = start_server(data, port, constants, **settings)
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.stop()
    server.check_log()
