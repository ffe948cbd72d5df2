"""A soak: full load for some minutes, and what grows meanwhile. Memory should not, the database must."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path
from statistics import linear_regression, mean

from bench.server.crowd import Crowd
from bench.server.load import watch
from bench.server.process import Server

SAMPLE_SECONDS = 2.0

#: The first part does not count: tables begin their first match together, and their records grow until it is over.
WARM_UP = 1 / 3

MEGABYTE = 1e6


@dataclass(frozen=True)
class Sample:
    """How things stood at one moment."""

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
        """Leave the warm-up out."""
        return self.samples[int(len(self.samples) * WARM_UP) :]

    @property
    def seconds(self) -> float:
        """How long it took, with the warm-up."""
        return self.samples[-1].at - self.samples[0].at

    @property
    def moves(self) -> int:
        """How many moves were made, with the warm-up."""
        return self.samples[-1].moves - self.samples[0].moves

    @property
    def megabytes_per_minute(self) -> float:
        """The slope of the memory after the warm-up."""
        found = self.counted
        return linear_regression([one.at / 60 for one in found], [one.resident / MEGABYTE for one in found]).slope

    @property
    def megabytes_per_million_moves(self) -> float:
        """The same, by moves."""
        found = self.counted
        return linear_regression([one.moves / 1e6 for one in found], [one.resident / MEGABYTE for one in found]).slope

    @property
    def disk_per_move(self) -> float:
        """Bytes of the database by move, its log included."""
        return (self.samples[-1].disk - self.samples[0].disk) / self.moves

    def thirds(self) -> list[float]:
        """Return the mean memory of each third, in megabytes."""
        size = len(self.samples) // 3
        return [mean(one.resident for one in self.samples[at * size : (at + 1) * size]) / MEGABYTE for at in range(3)]


async def soak(server: Server, crowd: Crowd, data: Path, seconds: float) -> Soak:
    """Play as fast as moves are answered, and look at the server now and then."""
    begin = time.monotonic()
    samples = [_look(server, crowd, data)]
    with crowd.playing():
        while time.monotonic() - begin < seconds:
            await watch(server, crowd, SAMPLE_SECONDS)
            samples.append(_look(server, crowd, data))
    await crowd.settle()
    return Soak(samples)


def _look(server: Server, crowd: Crowd, data: Path) -> Sample:
    disk = sum(file.stat().st_size for file in data.iterdir() if file.is_file())
    return Sample(time.monotonic(), crowd.moves, server.resident(), disk)
