"""``Alarm``: calls a function at a time, unless it is set to another time or switched off before."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Generic, TypeVar

Reason = TypeVar("Reason")


class Alarm(Generic[Reason]):
    """One timer, for one reason at a time."""

    def __init__(self, ring: Callable[[Reason], None]) -> None:
        self._ring = ring
        self._handle: asyncio.TimerHandle | None = None

    @property
    def is_set(self) -> bool:
        return self._handle is not None

    def set(self, seconds: float, reason: Reason) -> None:
        """Ring after some seconds, instead of when it was set for before."""
        self.switch_off()
        self._handle = asyncio.get_running_loop().call_later(max(0.0, seconds), self._go_off, reason)

    def switch_off(self) -> None:
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None

    def _go_off(self, reason: Reason) -> None:
        self._handle = None
        self._ring(reason)
