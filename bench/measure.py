"""Measurements, and which of several counts."""

from __future__ import annotations

from dataclasses import dataclass, field
from statistics import median
from typing import TypeAlias

#: What was measured: ("batch", "classic", "official", 4).
Key: TypeAlias = tuple[str | int, ...]


@dataclass
class Bests:
    """The measurements of a run. The highest rate and the lowest time count: noise makes both only worse."""

    rates: dict[Key, list[float]] = field(default_factory=dict)  # per CPU-second
    times: dict[Key, list[float]] = field(default_factory=dict)  # seconds
    missing: dict[str, str] = field(default_factory=dict)  # {"rlcard": "why it could not be measured"}

    def add_rate(self, key: Key, per_second: float) -> None:
        self.rates.setdefault(key, []).append(per_second)

    def add_time(self, key: Key, seconds: float) -> None:
        self.times.setdefault(key, []).append(seconds)

    def rate(self, *key: str | int) -> float | None:
        """Return the best rate; None if it could not be measured.

        >>> bests = Bests()
        >>> bests.add_rate(("a", 2), 10.0)
        >>> bests.add_rate(("a", 2), 12.0)
        >>> bests.rate("a", 2), bests.rate("b")
        (12.0, None)
        """
        return max(self.rates[key]) if key in self.rates else None

    def seconds(self, *key: str | int) -> float | None:
        return min(self.times[key]) if key in self.times else None

    def ratio(self, ours: Key, theirs: Key) -> float | None:
        """Return the quotient of two best rates."""
        above, below = self.rate(*ours), self.rate(*theirs)
        return above / below if above and below else None

    def median_rate(self, *key: str | int) -> float | None:
        """Return the median of a rate: it shows how reliable the best rate is."""
        return median(self.rates[key]) if key in self.rates else None

    def median_seconds(self, *key: str | int) -> float | None:
        return median(self.times[key]) if key in self.times else None

    def median_ratio(self, ours: Key, theirs: Key) -> float | None:
        """Return the quotient of two medians."""
        above, below = self.median_rate(*ours), self.median_rate(*theirs)
        return above / below if above and below else None

    def noise(self) -> float:
        """Return how noisy the machine was: by which share, at worst, the median of a rate is below its best."""
        worst = 0.0
        for found in self.rates.values():
            worst = max(worst, 1 - median(found) / max(found))
        return worst
