"""Measure everything and write bench/RESULTS.md: ``make bench``, or ``python bench/run.py --starts 1`` for a first look.

Everything is measured in several processes, one after another, because one start of the same code can be some per cent
slower than the next. Within a start each rate is measured in turn with the others, bare C right before what is compared with
it, and the best counts: other programs can only take time away. A figure is the median over the starts.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[0] = str(ROOT)  # it runs as a script, and its folder must not hide installed modules

from bench import batch, first_card, limit, report, rival, start  # noqa: E402  # after the path is set
from bench.measure import Measurements, Start  # noqa: E402

#: A process start, measured on its own.
ONE_START = ROOT / "bench" / "one_start.py"


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure Huefall against bare C and RLCard.", allow_abbrev=False)
    parser.add_argument("--starts", type=int, default=6, help="how many processes measure everything (default: 6)")
    parser.add_argument("--out", type=Path, default=ROOT / "bench" / "RESULTS.md", help="where the table goes")
    parsed = parser.parse_args()

    report_progress("getting ready: bare C, RLCard, our own rules")
    found = Measurements()
    limit.build(found)
    rlcard = rival.install(found)
    batch.warm_up()
    for number in range(1, parsed.starts + 1):
        report_progress(f"start {number} of {parsed.starts}")
        found.starts.append(measure_start(rlcard))
    parsed.out.write_text(report.write(found), encoding="utf-8")
    print(report.summary(found))
    report_progress(f"written to {parsed.out}")


def measure_start(rlcard: Path | None) -> Start:
    """Measure everything once, each part in processes of its own."""
    measured = Start()
    done = subprocess.run([sys.executable, str(ONE_START)], check=True, stdout=subprocess.PIPE, text=True)
    measured.add_lists(json.loads(done.stdout))
    rival.measure(rlcard, measured)
    start.measure(measured)
    first_card.measure(measured)
    return measured


def report_progress(sentence: str) -> None:
    print(f"bench: {sentence}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
