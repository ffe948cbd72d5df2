"""The child process that reviews a match at low priority: ``python -m huefall.server.reviews.process``.

It reads a record from its input. Its output is progress (a number from 0 to 1 per line), and at the end ``review LENGTH``
followed by the JSON. As a process it has its own interpreter lock, and the system can give it a low priority.
Tested in tests/server/reviews/test_worker.py.
"""

from __future__ import annotations

import argparse
import os
import sys
from typing import BinaryIO

from huefall.game.ready import prepare_search
from huefall.record import open_record
from huefall.review import review_record
from huefall.review.estimator import effort_of
from huefall.server.reviews.worker import REVIEW_WORD

#: Lower priority than the server and the compiler.
NICENESS = 10


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="huefall.server.reviews.process", allow_abbrev=False)
    parser.add_argument("--rollouts", type=int, default=0)
    parser.add_argument("--threads", type=int, default=0)
    parsed = parser.parse_args(arguments)
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    record = sys.stdin.buffer.read().decode()
    prepare_search()
    write_review(record, sys.stdout.buffer, rollouts=parsed.rollouts, threads=parsed.threads)


def write_review(record: str, out: BinaryIO, *, rollouts: int = 0, threads: int = 0) -> None:
    """Review a record; write progress and the review to ``out``."""
    written = b""

    def write_progress(done: int, steps: int) -> None:
        nonlocal written
        share = b"%.2f" % (done / max(steps, 1))
        if share != written:
            written = share
            out.write(share + b"\n")
            out.flush()

    review = review_record(
        open_record(record),
        effort=effort_of(rollouts) if rollouts else None,
        threads=threads or None,
        progress=write_progress,
    )
    data = review.dump().encode()
    out.write(b"%b %d\n" % (REVIEW_WORD, len(data)))
    out.write(data)
    out.flush()


if __name__ == "__main__":
    main()
