"""Measure everything and write bench/RESULTS.md: ``make bench``, or ``python bench/run.py --rounds 1`` for a first look.

The parts are measured in turn, several times each, so that another program that slows the machine down for a while slows all
of them. Bare C and what is compared with it are measured in pairs, three in each turn, because there one per cent matters. The
best measurement of each part counts: other programs can only take time away.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[0] = str(ROOT)  # it runs as a script, and its folder must not hide installed modules

from bench import batch, limit, report, rival, start, table  # noqa: E402  # after the path is set
from bench.measure import Bests  # noqa: E402


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure Huefall against bare C and RLCard.")
    parser.add_argument("--rounds", type=int, default=9, help="how often each part is measured (default: 9)")
    parser.add_argument("--out", type=Path, default=ROOT / "bench" / "RESULTS.md", help="where the table goes")
    parsed = parser.parse_args()

    report_progress("getting ready: bare C, RLCard, our own rules")
    bests = Bests()
    bare = limit.build(bests)
    rlcard = rival.install(bests)
    batch.warm_up()

    def rlcard_plays(bests: Bests) -> None:
        rival.measure(rlcard, bests)

    for number in range(1, parsed.rounds + 1):
        report_progress(f"round {number} of {parsed.rounds}")
        for part in (batch.measure, rlcard_plays, table.measure):
            limit.measure(bare, bests)
            batch.measure_compared_with_c(bests)
            part(bests)
    report_progress("starting up")
    start.measure(bests, parsed.rounds)
    parsed.out.write_text(report.write(bests, parsed.rounds), encoding="utf-8")
    print(report.summary(bests))
    report_progress(f"written to {parsed.out}")


def report_progress(sentence: str) -> None:
    print(f"bench: {sentence}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
