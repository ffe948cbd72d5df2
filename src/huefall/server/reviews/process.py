"""The process that reviews a match for a server, behind everybody who plays: ``python -m huefall.server.reviews.process``.

A record comes in, and out go how far it has come (a number from 0 to 1 a line) and at last ``review LENGTH`` with the JSON
behind it. In a process of its own it has a Python lock of its own, and its low priority is the system's business.
"""

from __future__ import annotations

import argparse
import os
import sys
from typing import BinaryIO

from huefall.game.ready import get_ready_to_search
from huefall.review import review_record
from huefall.review.estimator import effort_of
from huefall.server.reviews.worker import REVIEW

#: Behind the server and the compiler.
NICENESS = 10


def main(arguments: list[str] | None = None) -> None:
    """Review the record that comes in."""
    parser = argparse.ArgumentParser(prog="huefall.server.reviews.process")
    parser.add_argument("--rollouts", type=int, default=0)
    parser.add_argument("--threads", type=int, default=0)
    parsed = parser.parse_args(arguments)
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    record = sys.stdin.buffer.read().decode()
    get_ready_to_search()
    write_review(record, sys.stdout.buffer, rollouts=parsed.rollouts, threads=parsed.threads)


def write_review(record: str, out: BinaryIO, *, rollouts: int = 0, threads: int = 0) -> None:
    """Review a record, and write how far that is and what comes of it."""
    told = b""

    def tell(done: int, steps: int) -> None:
        nonlocal told
        now = b"%.2f" % (done / max(steps, 1))
        if now != told:
            told = now
            out.write(now + b"\n")
            out.flush()

    review = review_record(
        record,
        effort=effort_of(rollouts) if rollouts else None,
        threads=threads or None,
        progress=tell,
    )
    written = review.dump().encode()
    out.write(b"%b %d\n" % (REVIEW, len(written)))
    out.write(written)
    out.flush()


if __name__ == "__main__":
    main()
