"""The command `huefall` on files that are recorded and may fail, and with a wall clock that a test sets.

``python -m tests.server.faults.faulty_server RECORDING CONTROLS serve --data=…``, with the two files of `life.ServerLives`.
"""

from __future__ import annotations

import mmap
import struct
import sys
import time
from contextlib import ExitStack
from pathlib import Path

from tests.server.faults.recording_files import disk_error, recorded

from huefall.cli import main

#: What a test tells the server: whether syncs fail, whether writes fail, how far the wall clock is set, in nanoseconds.
_CONTROLS = struct.Struct("<??6xq")


class Controls:
    """What a test tells a running server, in memory that both share."""

    def __init__(self, path: Path) -> None:
        if not path.exists():
            path.write_bytes(bytes(_CONTROLS.size))
        with path.open("r+b") as file:
            self._memory = mmap.mmap(file.fileno(), _CONTROLS.size)

    def read(self) -> tuple[bool, bool, int]:
        syncs_fail, writes_fail, offset = _CONTROLS.unpack_from(self._memory)
        return syncs_fail, writes_fail, offset

    def write(self, *, syncs_fail: bool = False, writes_fail: bool = False, clock_offset_ns: int | None = None) -> None:
        """Say how the disk behaves from now on; the clock stays as it is if nothing is said about it."""
        offset = self.read()[2] if clock_offset_ns is None else clock_offset_ns
        _CONTROLS.pack_into(self._memory, 0, syncs_fail, writes_fail, offset)

    def on_sync(self) -> None:
        if self.read()[0]:
            raise disk_error("sync")

    def on_write(self) -> None:
        if self.read()[1]:
            raise disk_error("write")

    def set_clock(self) -> None:
        """Let the wall clock of this process be off by what the test says."""
        real = time.time_ns
        time.time_ns = lambda: real() + self.read()[2]


if __name__ == "__main__":
    recording, controls = Path(sys.argv[1]), Controls(Path(sys.argv[2]))
    del sys.argv[1:3]
    controls.set_clock()
    with ExitStack() as stack:
        stack.enter_context(recorded(recording, controls.on_write, controls.on_sync))
        sys.exit(main())
