"""A soak test: full load for some minutes. Memory should not grow; the database must."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path
from statistics import linear_regression, mean

from bench.server.load import watch
from bench.server.load_clients import LoadClients
from bench.server.process import Server

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

    def thirds(self) -> list[float]:
        """Return the mean memory of each third, in megabytes."""
        size = len(self.samples) // 3
        return [mean(one.resident for one in self.samples[at * size : (at + 1) * size]) / MEGABYTE for at in range(3)]


async def soak(server: Server, load: LoadClients, data: Path, seconds: float) -> Soak:
    """Play as fast as replies come, and sample the server."""
    begin = time.monotonic()
    samples = [_sample(server, load, data)]
    with load.playing():
        while time.monotonic() - begin < seconds:
            await watch(server, load, SAMPLE_SECONDS)
            samples.append(_sample(server, load, data))
    await load.settle()
    return Soak(samples)


def _sample(server: Server, load: LoadClients, data: Path) -> Sample:
    disk = sum(file.stat().st_size for file in data.iterdir() if file.is_file())
    return Sample(time.monotonic(), load.moves, server.resident(), disk)
