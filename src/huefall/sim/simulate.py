"""Random rounds by the million, played by the kernel in chunks over several threads.

Round i of a run has its own seed, derived from the run's seed and i, so chunks and threads do not change the result.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Event, Lock

import numpy as np

from huefall.kernel import entry
from huefall.kernel.layout import MOVE, PLAY_ROWS, STATE, blank
from huefall.notation.variant import Variant
from huefall.sim.tally import Tally
from huefall.vocabulary.errors import HuefallError

#: Rounds per call of the kernel: enough that Python's share of the time is negligible, few enough to show progress.
MAX_CHUNK = 2048

#: Called after every chunk with the rounds done and the rounds in all.
Progress = Callable[[int, int], None]


class _Worker:
    """The kernel records of one thread. The kernel releases the GIL, so threads must not share them."""

    def __init__(self, variant: Variant, players: int, seed: int) -> None:
        self.variant, self.players, self.seed = variant, players, seed
        self.state, self.move, self.plays = blank(STATE), blank(MOVE), blank(MOVE, PLAY_ROWS)
        self.winners, self.lengths = np.zeros(MAX_CHUNK, np.int8), np.zeros(MAX_CHUNK, np.int16)

    def play(self, first: int, count: int) -> Tally:
        turns = entry.play_random_rounds(
            self.state,
            self.variant.packed_rules,
            self.variant.packed_edition,
            self.move,
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
    rounds: int,
    seed: int = 0,
    threads: int = 1,
    *,
    first: int = 0,
    chunk: int = MAX_CHUNK,
    progress: Progress | None = None,
) -> Tally:
    """Play rounds ``first``, ``first + 1``, … of a run at random, and count the results."""
    variant.rules.check_players(variant.edition, players)
    if not 1 <= chunk <= MAX_CHUNK:
        raise HuefallError(f"a chunk is 1 to {MAX_CHUNK} rounds, got {chunk}")
    parts = _parts(first, rounds, chunk)
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
                    progress(done, rounds)
        return tally

    with ThreadPoolExecutor(threads) as pool:
        try:
            futures = [pool.submit(work) for _ in range(threads)]
            return sum((future.result() for future in futures), Tally((0,) * players))
        finally:
            # An interrupt waits for the chunks under way, not for the rest.
            stopped.set()


def _parts(first: int, rounds: int, chunk: int) -> Iterator[tuple[int, int]]:
    for start in range(first, first + rounds, chunk):
        yield start, min(chunk, first + rounds - start)
