"""``huefall review``: a recorded match explained, as text, JSON or a page of its own."""

from __future__ import annotations

import argparse
import sys
from shutil import get_terminal_size
from typing import TYPE_CHECKING

from huefall.cli.arguments import MAX_SEED, add_language, number
from huefall.cli.output_files import check_output, write_output
from huefall.cli.progress import ProgressLine, progress_line

if TYPE_CHECKING:
    from huefall.cli.arguments import Commands
    from huefall.record import Replayer
    from huefall.review import Review


def add(commands: Commands) -> None:
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
    from huefall.cli.records import read_record, report_failure
    from huefall.game.ready import prepare_rules
    from huefall.record import RecordError, open_record
    from huefall.texts import load

    data = read_record(parsed.file)
    if parsed.html is not None:
        from huefall.review.export import read_template

        check_output("--html", parsed.html, [parsed.file])
        read_template()  # if it is missing, say so before the review is computed
    prepare_rules()
    catalogue = load(parsed.lang)
    progress = progress_line(lambda done, steps: catalogue.text("review.progress", amount=done, steps=steps))
    try:
        # A match that was paused or broke off is reviewed as far as it goes.
        record = open_record(data, unfinished=True)
        review = _review(parsed, record, progress)
    except RecordError as error:
        if progress is not None:
            progress.end()
        return report_failure(parsed.file, error)
    if parsed.html is not None:
        from huefall.review.export import write_html

        write_output("--html", parsed.html, write_html(record.match, review, catalogue))
    if parsed.json:
        print(review.dump())
    elif parsed.html is None:
        from huefall.review.report import write_report

        print(write_report(review, catalogue, short=parsed.short, columns=_columns()))
    else:
        print(catalogue.text("review.written", file=parsed.html))
    return 0


def _review(parsed: argparse.Namespace, record: Replayer, progress: ProgressLine | None) -> Review:
    from huefall.review import review_record
    from huefall.review.estimator import effort_of

    return review_record(
        record,
        effort=None if parsed.rollouts is None else effort_of(parsed.rollouts),
        seed=parsed.seed,
        threads=parsed.threads,
        progress=progress,
    )


def _columns() -> int:
    """Return the width of the terminal; a file or a pipe has the full width."""
    from huefall.review.report import MAX_COLUMNS

    return min(MAX_COLUMNS, get_terminal_size((MAX_COLUMNS, 0)).columns) if sys.stdout.isatty() else MAX_COLUMNS
