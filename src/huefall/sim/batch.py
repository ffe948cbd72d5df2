"""Random rounds by the million: the kernel's batch, in chunks over threads.

Round number i of a run has its own seed, mixed from the run's and i, so chunks and threads change nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Event, Lock

import numpy as np

from huefall.kernel import entry
from huefall.kernel.layout import LOG, MOVE, PLAY_ROWS, STATE, blank
from huefall.notation.variant import Variant
from huefall.sim.tally import Tally
from huefall.vocabulary.errors import HuefallError

#: Rounds per call of the kernel: long enough that Python's share is nothing, short enough for progress to be seen.
CHUNK = 2048

#: Told after every chunk: rounds done, rounds in all.
Progress = Callable[[int, int], None]


class _Worker:
    """The records one thread works on; the kernel lets go of Python's lock, so no two threads may share them."""

    def __init__(self, variant: Variant, players: int, seed: int) -> None:
        self.variant, self.players, self.seed = variant, players, seed
        self.state, self.move, self.log, self.plays = blank(STATE), blank(MOVE), blank(LOG), blank(MOVE, PLAY_ROWS)
        self.winners, self.lengths = np.zeros(CHUNK, np.int8), np.zeros(CHUNK, np.int16)

    def play(self, first: int, count: int) -> Tally:
        turns = entry.play_random_games(
            self.state,
            self.variant.packed_rules,
            self.variant.packed_edition,
            self.move,
            self.log,
            self.plays,
            self.players,
            self.seed,
            first,
            count,
            self.winners,
            self.lengths,
        )
        return Tally.of(self.players, self.winners[:count].tolist(), self.lengths[:count].tolist(), turns)


def simulate(
    variant: Variant,
    players: int,
    games: int,
    seed: int = 0,
    threads: int = 1,
    *,
    first: int = 0,
    chunk: int = CHUNK,
    progress: Progress | None = None,
) -> Tally:
    """Play rounds number ``first`` … of a run at random and count them."""
    variant.rules.check_players(variant.edition, players)
    if not 1 <= chunk <= CHUNK:
        raise HuefallError(f"a chunk is 1 to {CHUNK} rounds, got {chunk}")
    parts = _parts(first, games, chunk)
    done = 0
    lock = Lock()
    stopped = Event()

    def work() -> Tally:
        nonlocal done
        worker = _Worker(variant, players, seed)
        tally = Tally((0,) * players)
        while not stopped.is_set():
            with lock:
                part = next(parts, None)
            if part is None:
                break
            tally += worker.play(*part)
            with lock:
                done += part[1]
                if progress is not None:
                    progress(done, games)
        return tally

    with ThreadPoolExecutor(threads) as pool:
        try:
            futures = [pool.submit(work) for _ in range(threads)]
            return sum((future.result() for future in futures), Tally((0,) * players))
        finally:
            # Whoever interrupts waits for the chunks under way, not for those nobody has begun.
            stopped.set()


def _parts(first: int, games: int, chunk: int) -> Iterator[tuple[int, int]]:
    for start in range(first, first + games, chunk):
        yield start, min(chunk, first + games - start)
