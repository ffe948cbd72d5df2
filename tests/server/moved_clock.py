"""A clock that a test moves."""

from __future__ import annotations

from huefall.server.ops.clock import DAY_MS, Clock


class MovedClock:
    """Time passes on both clocks; the wall clock can also be set."""

    def __init__(self, wall_ms: int = 20_000 * DAY_MS) -> None:
        self.wall_ms = wall_ms
        self.steady_ms = 5_000
        self.clock = Clock(lambda: self.wall_ms, lambda: self.steady_ms)

    def pass_ms(self, milliseconds: int) -> None:
        self.wall_ms += milliseconds
        self.steady_ms += milliseconds

    def set_wall(self, by_ms: int) -> None:
        """Set the wall clock forwards or backwards, as a person or NTP would."""
        self.wall_ms += by_ms

    def restart(self) -> None:
        """Begin the steady clock anew, as after a restart of the machine."""
        self.steady_ms = 1_000
