"""The crowd: all seats of the load client, what they have counted, and how fast they play."""

from __future__ import annotations

import asyncio
import itertools
import time
from collections import Counter, deque
from collections.abc import Iterator
from contextlib import contextmanager

from bench.server.wire import TextSocket

#: How often a paced crowd looks how many moves are due, in seconds.
BEAT = 0.001


class Crowd:
    """What all seats share. Moves are made at once, at a steady rate, or held back."""

    def __init__(self) -> None:
        self.moves = 0  # acknowledged
        self.updates = 0
        self.update_bytes = 0
        self.gaps = 0  # updates that were lost, doubled or came out of order
        self.refusals: Counter[str] = Counter()
        self.waits: list[float] | None = None  # seconds from a move to its answer, while somebody wants to know
        self.sent = 0  # moves
        self.sent_bytes = 0
        self.unanswered = 0
        self.holding = True
        self._ready: deque[Seat] = deque()
        self._ids = itertools.count(1)

    def next_id(self) -> str:
        """Return an id no other message has."""
        return str(next(self._ids))

    def is_asked(self, seat: Seat) -> None:
        """Let a seat move, now or when it is time."""
        if self.holding:
            self._ready.append(seat)
        else:
            seat.move()

    @contextmanager
    def playing(self, per_second: float | None = None) -> Iterator[None]:
        """Let everybody play; without a rate as fast as they are answered."""
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
        """Wait until everything is answered and told."""
        async with asyncio.timeout(seconds):
            while self.unanswered:  # noqa: ASYNC110  # an event would cost something with every answer
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
            await asyncio.sleep(BEAT)

    def _release(self, most: int) -> int:
        count = min(most, len(self._ready))
        for _ in range(count):
            self._ready.popleft().move()
        return count


class Seat(TextSocket):
    """One seat: whatever it plays, it sends moves and is told what came of them."""

    def __init__(self, crowd: Crowd, host: str, path: str) -> None:
        super().__init__(host, path)
        self.crowd = crowd
        self.told = 0  # updates, or the revision of the last
        self._sent: deque[tuple[str, float]] = deque()  # moves without an answer, in order

    def move(self) -> None:
        """Make a move."""
        raise NotImplementedError

    def send_move(self, message: str, text: bytes) -> None:
        """Send a move, and remember when."""
        crowd = self.crowd
        crowd.sent += 1
        crowd.sent_bytes += len(text)
        crowd.unanswered += 1
        self._sent.append((message, time.perf_counter()))
        self.say(text)

    def take_answer(self, message: str | None, refused: str | None = None) -> None:
        """Count the answer to a move; other messages have answers, too, and do not count."""
        if not self._sent or self._sent[0][0] != message:
            if refused is not None:
                self.crowd.refusals[refused] += 1
            return
        _, sent = self._sent.popleft()
        crowd = self.crowd
        crowd.unanswered -= 1
        if refused is not None:
            crowd.refusals[refused] += 1
            return
        crowd.moves += 1
        if crowd.waits is not None:
            crowd.waits.append(time.perf_counter() - sent)
