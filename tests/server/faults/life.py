"""The lives of one server: started, killed, cut off from power, failed by its disk, and started again on what is left."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from random import Random

from tests.server.faults.faulty_server import Controls
from tests.server.faults.power_cut import cut_power, write_files
from tests.server.faults.recording_files import read_recording
from tests.server.server_process import ServerProcess
from tests.waiting import MAX_WAIT_SECONDS

from huefall.server.store.errors import STORE_FAILED_STATUS

DAY_NS = 24 * 3600 * 1_000_000_000

#: How far somebody sets the wall clock: a machine without a battery, a typing error, summer time.
CLOCK_JUMPS_DAYS = (-9000.0, -1.0, -1 / 24, 1 / 24, 1.0, 500.0)


class ServerLives:
    """One server process after another on the same data and port."""

    def __init__(self, directory: Path, rng: Random) -> None:
        self._directory = directory
        self._rng = rng
        self._lives = 0
        self.data = directory / "data"
        self.controls = Controls(directory / "controls")
        self.server: ServerProcess | None = None
        self.port = 0

    @property
    def _recording(self) -> Path:
        return self._directory / f"recording-{self._lives}"

    async def start(self) -> None:
        self._lives += 1
        program = (
            *(sys.executable, "-m", "tests.server.faults.faulty_server"),
            *(str(self._recording), str(self._directory / "controls")),
        )
        self.server = await asyncio.to_thread(ServerProcess, self.data, self.port, program=program)
        self.port = self.server.port

    def kill(self) -> None:
        """End the process if there is one; what it has written stays."""
        if self.server is not None:
            self.server.kill()

    def cut_power(self) -> None:
        """End the process, and leave of its files what a disk may have after a power cut."""
        self.server.kill()
        write_files(cut_power(read_recording(self._recording), self._rng), self.data)
        self._recording.unlink()

    async def fail_disk(self, *, syncs: bool) -> None:
        """Let the disk fail until the server has ended because of it; the system may have dropped what was not synced."""
        self.controls.write(syncs_fail=syncs, writes_fail=not syncs)
        status = await asyncio.to_thread(self.server.process.wait, MAX_WAIT_SECONDS)
        assert status == STORE_FAILED_STATUS, f"the disk failed, and the server ended with {status}"
        self.controls.write()
        if self._rng.random() < 0.5:
            write_files(cut_power(read_recording(self._recording), self._rng), self.data)

    def set_clock(self) -> None:
        self.controls.write(clock_offset_ns=int(self._rng.choice(CLOCK_JUMPS_DAYS) * DAY_NS))
