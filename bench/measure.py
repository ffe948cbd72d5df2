"""Measurements of several process starts, and what is made of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import TypeAlias

#: What was measured: ("batch", "classic", "official", 4).
Key: TypeAlias = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Figure:
    """What several starts say about one thing: the median counts."""

    median: float
    lowest: float
    highest: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Figure | None:
        """Sum up the values of the starts; None if there are none.

        >>> Figure.of([3.0, 1.0, 2.0])
        Figure(median=2.0, lowest=1.0, highest=3.0)
        """
        return cls(median(values), min(values), max(values)) if values else None


@dataclass
class Start:
    """What one process start measured, several times each. Of a rate the highest counts, of a time the lowest: other programs
    can only take time away.
    """

    rates: dict[Key, float] = field(default_factory=dict)  # per CPU-second
    times: dict[Key, float] = field(default_factory=dict)  # seconds
    sizes: dict[Key, float] = field(default_factory=dict)  # bytes

    def add_rate(self, key: Key, per_second: float) -> None:
        self.rates[key] = max(per_second, self.rates.get(key, 0.0))

    def add_time(self, key: Key, seconds: float) -> None:
        self.times[key] = min(seconds, self.times.get(key, seconds))

    def add_size(self, key: Key, size: float) -> None:
        self.sizes[key] = size

    def as_lists(self) -> list[list[tuple[Key, float]]]:
        """Write everything as JSON can."""
        return [list(found.items()) for found in (self.rates, self.times, self.sizes)]

    def add_lists(self, lists: Sequence[Sequence[tuple[Sequence[str | int], float]]]) -> None:
        """Add what ``as_lists`` wrote in another process."""
        for found, into in zip(lists, (self.rates, self.times, self.sizes), strict=True):
            into.update({tuple(key): value for key, value in found})


@dataclass
class Measurements:
    """The starts of a run, and what could not be measured."""

    starts: list[Start] = field(default_factory=list)
    missing: dict[str, str] = field(default_factory=dict)  # {"rlcard": "why it could not be measured"}

    def rate(self, *key: str | int) -> Figure | None:
        return Figure.of([start.rates[key] for start in self.starts if key in start.rates])

    def seconds(self, *key: str | int) -> Figure | None:
        return Figure.of([start.times[key] for start in self.starts if key in start.times])

    def size(self, *key: str | int) -> Figure | None:
        return Figure.of([start.sizes[key] for start in self.starts if key in start.sizes])

    def growth(self, before: Key, after: Key) -> Figure | None:
        """Subtract two sizes of the same start."""
        both = [start.sizes for start in self.starts if before in start.sizes and after in start.sizes]
        return Figure.of([sizes[after] - sizes[before] for sizes in both])

    def ratio(self, ours: Key, theirs: Key) -> Figure | None:
        """Divide two rates of the same start."""
        both = [start.rates for start in self.starts if ours in start.rates and theirs in start.rates]
        return Figure.of([rates[ours] / rates[theirs] for rates in both])

    def spread(self) -> float:
        """Return how much the starts differ: half of a rate's range, relative to its median, at worst."""
        figures = [self.rate(*key) for key in {key for start in self.starts for key in start.rates}]
        return max(((found.highest - found.lowest) / 2 / found.median for found in figures if found), default=0.0)
