"""Measure everything and write bench/RESULTS.md: ``make bench``, or ``python bench/run.py --rounds 1`` for a first look.

The parts are measured in turn, several rounds of each, so that a neighbour who makes the machine slow for a while slows all of
them. Bare C and what is held against it come in pairs, three in each round, because there a hundredth counts. Of each part the best
measurement decides: others can only take time away.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[0] = str(ROOT)  # so that it runs as a script, and no module here hides another of its name

from bench import batch, limit, report, rival, start, table  # noqa: E402  # after the path is set
from bench.measure import Bests  # noqa: E402


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(description="Measure Huefall against bare C and RLCard.")
    parser.add_argument("--rounds", type=int, default=9, help="how often each part is measured (default: 9)")
    parser.add_argument("--out", type=Path, default=ROOT / "bench" / "RESULTS.md", help="where the table goes")
    parsed = parser.parse_args()

    tell("getting ready: bare C, RLCard, our own rules")
    bests = Bests()
    bare = limit.build(bests)
    rlcard = rival.install(bests)
    batch.warm_up()

    def rlcard_plays(bests: Bests) -> None:
        rival.measure(rlcard, bests)

    for number in range(1, parsed.rounds + 1):
        tell(f"round {number} of {parsed.rounds}")
        for part in (batch.measure, rlcard_plays, table.measure):
            limit.measure(bare, bests)
            batch.measure_base(bests)
            part(bests)
    tell("starting up")
    start.measure(bests, parsed.rounds)
    parsed.out.write_text(report.write(bests, parsed.rounds), encoding="utf-8")
    print(report.summary(bests))
    tell(f"written to {parsed.out}")


def tell(sentence: str) -> None:
    """Say what is being done."""
    print(f"bench: {sentence}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
