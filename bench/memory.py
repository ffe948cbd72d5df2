"""The memory of a simulation, which must not grow with the number of rounds."""

from __future__ import annotations

import resource
from pathlib import Path

from bench.measure import Start
from huefall.notation.variant import Variant
from huefall.sim.simulate import simulate

ROUNDS = (10_000, 100_000, 1_000_000)


def measure(start: Start) -> None:
    """Note the resident memory of this process after ever more rounds; it must have measured nothing else before."""
    variant = Variant.of("classic")
    played = 0
    for rounds in ROUNDS:
        simulate(variant, 4, rounds - played, first=played)
        played = rounds
        start.add_size(("memory", rounds), _resident_bytes())


def _resident_bytes() -> int:
    """Return the memory in use now; where the system does not say it, the most there ever was."""
    status = Path("/proc/self/statm")
    if status.exists():
        return int(status.read_text(encoding="ascii").split()[1]) * resource.getpagesize()
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
