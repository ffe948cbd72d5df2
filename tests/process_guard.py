"""Notes when a test leaves its own process: starts another one, connects to something or listens for connections.

Such a test depends on the load of the machine, so it must carry the mark `process` (or `browser`) and may be run a second
time; every other test must pass at the first attempt. The notes come from Python's audit events, so that no way round the
guard is left, whichever library a test goes through.
"""

from __future__ import annotations

import sys
from multiprocessing import util
from typing import Any

#: Audit events (https://docs.python.org/3/library/audit_events.html) of a test that leaves its process.
EVENTS = frozenset(
    {
        *("subprocess.Popen", "os.fork", "os.forkpty", "os.posix_spawn", "os.spawn", "os.system", "os.exec"),
        *("socket.connect", "socket.bind"),
    }
)

#: What the running test did, as names of events.
noted: set[str] = set()

_spawn = util.spawnv_passfds


def _note_event(event: str, _arguments: object) -> None:
    if event in EVENTS:
        noted.add(event)


def _note_spawn(*arguments: Any) -> int:
    """Stand in for the function behind `multiprocessing`'s spawn, which raises no audit event.

    Its resource tracker is started by whichever test needs it first, and is not what a test is about.
    """
    if "resource_tracker" not in str(arguments):
        noted.add("multiprocessing spawn")
    return _spawn(*arguments)


def install() -> None:
    """Start noting. An audit hook cannot be removed: call this once."""
    sys.addaudithook(_note_event)
    util.spawnv_passfds = _note_spawn  # type: ignore[assignment]  # its parameters are passed on as they are
