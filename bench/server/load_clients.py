"""All clients of the load test: their counters, and how fast they play."""

from __future__ import annotations

import asyncio
import itertools
import time
from collections import Counter, deque
from collections.abc import Iterator
from contextlib import contextmanager

from bench.server.wire import TextSocket

#: How often moves are released when playing at a steady rate.
PACE_SECONDS = 0.001


class LoadClients:
    """Counters that all clients share. Moves are sent at once, at a steady rate, or held back."""

    def __init__(self) -> None:
        self.moves = 0  # acknowledged
        self.updates = 0
        self.update_bytes = 0
        self.gaps = 0  # updates that were lost, repeated or out of order
        self.refusals: Counter[str] = Counter()
        self.waits: list[float] | None = None  # seconds from a move to its reply, while they are recorded
        self.sent = 0  # moves
        self.sent_bytes = 0
        self.unanswered = 0
        self.holding = True
        self._ready: deque[Client] = deque()
        self._ids = itertools.count(1)

    def next_id(self) -> str:
        """Return a unique message id."""
        return str(next(self._ids))

    def on_turn(self, seat: Client) -> None:
        """Let a client move, now or when it is due."""
        if self.holding:
            self._ready.append(seat)
        else:
            seat.move()

    def is_ready(self, seat: Client) -> bool:
        """Return whether a client waits until its move is due."""
        return seat in self._ready

    @contextmanager
    def playing(self, per_second: float | None = None) -> Iterator[None]:
        """Let all clients play; without a rate as fast as replies come."""
        if per_second is None:
            self.holding = False
            self._release(len(self._ready))
            try:
                yield
            finally:
                self.holding = True
            return
        pacing = asyncio.create_task(self._pace(per_second))
        try:
            yield
        finally:
            pacing.cancel()

    async def settle(self, seconds: float = 20.0) -> None:
        """Wait until every reply and update has arrived."""
        async with asyncio.timeout(seconds):
            while self.unanswered:  # noqa: ASYNC110  # an event would cost time with every reply
                await asyncio.sleep(0.01)
            seen = -1
            while seen != self.updates:
                seen = self.updates
                await asyncio.sleep(0.1)

    async def _pace(self, per_second: float) -> None:
        begin = time.monotonic()
        made = 0
        while True:
            due = int((time.monotonic() - begin) * per_second) - made
            made += self._release(due)
            await asyncio.sleep(PACE_SECONDS)

    def _release(self, most: int) -> int:
        count = min(most, len(self._ready))
        for _ in range(count):
            self._ready.popleft().move()
        return count


class Client(TextSocket):
    """One client: it sends moves and receives replies and updates."""

    def __init__(self, load: LoadClients, host: str, path: str) -> None:
        super().__init__(host, path)
        self.host = host
        self.load = load
        self.last_revision = 0  # revision of the last update, or their number
        self._sent: deque[tuple[str, float]] = deque()  # moves without a reply, in order

    def move(self) -> None:
        raise NotImplementedError

    def send_move(self, message: str, text: bytes) -> None:
        """Send a move, and remember the time."""
        load = self.load
        load.sent += 1
        load.sent_bytes += len(text)
        load.unanswered += 1
        self._sent.append((message, time.perf_counter()))
        self.send_text(text)

    def on_reply(self, message: str | None, refused: str | None = None) -> None:
        """Count the reply to a move; replies to other commands do not count."""
        if not self._sent or self._sent[0][0] != message:
            if refused is not None:
                self.load.refusals[refused] += 1
            return
        _, sent = self._sent.popleft()
        load = self.load
        load.unanswered -= 1
        if refused is not None:
            load.refusals[refused] += 1
            return
        load.moves += 1
        if load.waits is not None:
            load.waits.append(time.perf_counter() - sent)
