"""``huefall review``: a game explained, as text, JSON or a page of its own."""

from __future__ import annotations

import argparse
import sys
from shutil import get_terminal_size
from typing import TYPE_CHECKING

from huefall.cli.arguments import MAX_SEED, add_language, number
from huefall.cli.output_files import check_output, write_output

if TYPE_CHECKING:
    from huefall.cli.arguments import Commands
    from huefall.game import Match
    from huefall.review import Review
    from huefall.texts import Catalogue


def add(commands: Commands) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "review",
        help="explain a game: chances, turning points, better moves, luck and skill",
        description="Explain a recorded game: the chances after every move, turning points, better moves, luck and skill.",
    )
    parser.add_argument("file", metavar="RECORD")
    add_language(parser)
    parser.add_argument("--json", action="store_true", help="the review as JSON (docs/review.md)")
    parser.add_argument("--short", action="store_true", help="the text without the table of all steps")
    parser.add_argument("--html", metavar="FILE", help="write the review as a page of its own to this file")
    parser.add_argument(
        "--rollouts",
        type=number(1, 1_000_000),
        metavar="N",
        help="games tried per step (default: fitted to the length of the match, at most about half a minute on two cores)",
    )
    parser.add_argument(
        "--seed", type=number(0, MAX_SEED), default=0, metavar="S", help="same seed, same review (default: 0)"
    )
    parser.add_argument(
        "--threads", type=number(1, 1024), metavar="N", help="default: one per core; changes only the time it takes"
    )
    parser.set_defaults(run=run, stopped="there is no review, and nothing was written")


def run(parsed: argparse.Namespace) -> int:
    """Review a record and show what was asked for."""
    from huefall.cli.records import _read, _refute
    from huefall.game.ready import get_ready
    from huefall.record import RecordError, replay
    from huefall.texts import load

    data = _read(parsed.file)
    if parsed.html is not None:
        from huefall.review.export import read_template

        check_output("--html", parsed.html, [parsed.file])
        read_template()  # if it is missing, say so before the review is computed
    get_ready()
    try:
        # Of a match that was paused or broke off, what there is of it is reviewed.
        match = replay(data, unfinished=True)
    except RecordError as error:
        return _refute(parsed.file, error)
    catalogue = load(parsed.lang)
    review = _review(parsed, match, catalogue)
    if parsed.html is not None:
        from huefall.review.export import write_html

        write_output("--html", parsed.html, write_html(match, review, catalogue))
    if parsed.json:
        print(review.dump())
    elif parsed.html is None:
        from huefall.review.report import write_report

        print(write_report(review, catalogue, short=parsed.short, line=_line()))
    else:
        print(catalogue.text("review.written", file=parsed.html))
    return 0


def _review(parsed: argparse.Namespace, match: Match, catalogue: Catalogue) -> Review:
    from huefall.review import review_match
    from huefall.review.estimator import effort_of

    def show(done: int, steps: int) -> None:
        words = catalogue.text("review.progress", amount=done, steps=steps)
        print(f"\r{words}", end="\n" if done == steps else "", file=sys.stderr, flush=True)

    return review_match(
        match,
        effort=None if parsed.rollouts is None else effort_of(parsed.rollouts),
        seed=parsed.seed,
        threads=parsed.threads,
        progress=show if sys.stderr.isatty() else None,
    )


def _line() -> int:
    """Return how many columns the reader has; of a file or a pipe nobody knows."""
    from huefall.review.report import LINE

    return min(LINE, get_terminal_size((LINE, 0)).columns) if sys.stdout.isatty() else LINE
