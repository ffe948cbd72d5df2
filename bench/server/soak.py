"""A soak test: load for minutes or hours. Memory, files, threads and logs should not grow; the database must.

``make bench-server`` soaks at full load for some minutes; ``make soak`` (`bench.server.run_soak`) steadily, for an hour.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path
from statistics import linear_regression, mean

from bench.server.load import watch
from bench.server.load_clients import LoadClients
from bench.server.process import Server
from huefall.server.store.database import DATABASE_NAME

SAMPLE_SECONDS = 2.0

#: This part is ignored: all tables begin their first match together, and their records grow until it is over.
WARM_UP_SHARE = 1 / 3

MEGABYTE = 1e6


@dataclass(frozen=True)
class Sample:
    """Measurements at one point in time."""

    at: float
    moves: int
    resident: int
    disk: int
    open_files: int
    threads: int
    write_ahead_log: int  # bytes
    server_log: int  # bytes of what the server has logged


@dataclass(frozen=True)
class Measure:
    """Something that must stay flat."""

    name: str
    unit: float  # bytes per unit shown, or 1
    #: The growth over an hour that is none: noise of the allocator, a connection that is just opened.
    tolerance: float


FLAT = {
    "resident": Measure("memory (MB)", MEGABYTE, 12.0),
    "open_files": Measure("open files", 1, 4.0),
    "threads": Measure("threads", 1, 2.0),
    "write_ahead_log": Measure("write-ahead log (MB)", MEGABYTE, 20.0),
    "server_log": Measure("server's log (kB)", 1e3, 50.0),
}


@dataclass(frozen=True)
class Growth:
    """How one measure developed after the warm-up."""

    measure: Measure
    first: float  # mean of the first quarter
    last: float  # mean of the last quarter
    most: float
    over_the_soak: float  # growth by the fitted line, from the end of the warm-up to the end

    @property
    def is_flat(self) -> bool:
        return self.over_the_soak <= self.measure.tolerance


@dataclass(frozen=True)
class Soak:
    """All samples of a soak."""

    samples: list[Sample]

    @property
    def counted(self) -> list[Sample]:
        """The samples after the warm-up."""
        return self.samples[int(len(self.samples) * WARM_UP_SHARE) :]

    @property
    def seconds(self) -> float:
        """Duration, with the warm-up."""
        return self.samples[-1].at - self.samples[0].at

    @property
    def moves(self) -> int:
        """Number of moves, with the warm-up."""
        return self.samples[-1].moves - self.samples[0].moves

    @property
    def megabytes_per_minute(self) -> float:
        """Growth of memory after the warm-up."""
        samples = self.counted
        return linear_regression([one.at / 60 for one in samples], [one.resident / MEGABYTE for one in samples]).slope

    @property
    def megabytes_per_million_moves(self) -> float:
        """The same, per move."""
        samples = self.counted
        return linear_regression(
            [one.moves / 1e6 for one in samples], [one.resident / MEGABYTE for one in samples]
        ).slope

    @property
    def disk_per_move(self) -> float:
        """Growth of the database with its log, in bytes."""
        return (self.samples[-1].disk - self.samples[0].disk) / self.moves

    def growth(self, field: str) -> Growth:
        """Return how a field of the samples developed after the warm-up."""
        measure, samples = FLAT[field], self.counted
        values = [getattr(one, field) / measure.unit for one in samples]
        times = [one.at for one in samples]
        quarter = max(1, len(values) // 4)
        slope = linear_regression(times, values).slope
        return Growth(
            measure, mean(values[:quarter]), mean(values[-quarter:]), max(values), slope * (times[-1] - times[0])
        )

    def thirds(self) -> list[float]:
        """Return the mean memory of each third, in megabytes."""
        size = len(self.samples) // 3
        return [mean(one.resident for one in self.samples[at * size : (at + 1) * size]) / MEGABYTE for at in range(3)]


async def soak(server: Server, load: LoadClients, data: Path, seconds: float) -> Soak:
    """Play as fast as replies come, and sample the server."""
    begin = time.monotonic()
    samples = [sample(server, load, data)]
    with load.playing():
        while time.monotonic() - begin < seconds:
            await watch(server, load, SAMPLE_SECONDS)
            samples.append(sample(server, load, data))
    await load.settle()
    return Soak(samples)


def sample(server: Server, load: LoadClients, data: Path) -> Sample:
    disk = sum(file.stat().st_size for file in data.iterdir() if file.is_file())
    write_ahead_log = data / f"{DATABASE_NAME}-wal"
    return Sample(
        at=time.monotonic(),
        moves=load.moves,
        resident=server.resident(),
        disk=disk,
        open_files=server.open_files(),
        threads=server.threads(),
        write_ahead_log=write_ahead_log.stat().st_size if write_ahead_log.exists() else 0,
        server_log=server.log.stat().st_size,
    )
