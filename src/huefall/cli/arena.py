"""``huefall arena``: bots against bots, and how strong they are."""

from __future__ import annotations

import argparse
import json
import sys
from contextlib import redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING

from huefall.cli.arguments import MAX_SEED, add_variant, number, read_variant
from huefall.cli.output_files import check_output, write_output
from huefall.cli.progress import bar_of, progress_line
from huefall.vocabulary.errors import HuefallError

if TYPE_CHECKING:
    from huefall.arena import Report
    from huefall.cli.arguments import Commands

#: How long a bot may take for an answer.
LIMIT_SECONDS = 5.0

DESCRIPTION = """\
Bots against bots: every deal is played once per rotation of the seats, so that everybody has every hand and luck cancels.
Single rounds, unless --matches is given.

Enter levels (easy, normal, hard, expert), the yardsticks random and greedy, and bots of your own with --bot. What hard and
expert may think about a decision can be added: expert:1000 tries 1000 positions, and the same seed gives the same games;
expert:200ms thinks for 200 ms. With fewer entrants than seats the last one named fills the seats that are left: "expert
random --players 4" is one expert against three random players. With more entrants than seats, every choice of as many as
there are seats plays the same deals."""


def add(commands: Commands) -> None:
    parser = commands.add_parser(
        "arena",
        help="have bots play each other, yours too, and measure how strong they are",
        description=DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "names",
        nargs="*",
        metavar="NAME",
        help="who enters: a level, perhaps with a budget, as expert:1000; random or greedy",
    )
    parser.add_argument(
        "--bot",
        action="append",
        default=[],
        dest="own",
        metavar="MODULE:CLASS",
        help="a bot of your own, from this folder or what is installed, or FILE.py:CLASS; may be given several times, and "
        "enters before those that are named",
    )
    add_variant(parser, players=2)
    parser.add_argument(
        "--games",
        type=number(1, 10**8),
        default=1000,
        metavar="N",
        help="games at each table, rounded up to whole deals (default: 1000)",
    )
    parser.add_argument("--matches", action="store_true", help="whole matches instead of single rounds")
    parser.add_argument(
        "--seed", type=number(0, MAX_SEED), default=0, metavar="S", help="same seed, same deals (default: 0)"
    )
    parser.add_argument(
        "--workers",
        type=number(0, 1024),
        metavar="N",
        help="processes (default: one per core); changes only the time it takes. 0: none but this one, which cannot end a "
        "bot that never answers, and what a bot does to its process it does to this one",
    )
    parser.add_argument(
        "--limit",
        type=_seconds,
        default=LIMIT_SECONDS,
        metavar="SECONDS",
        help=f"what an answer may take; a later one is lost to the legal default (default: {LIMIT_SECONDS:g})",
    )
    parser.add_argument(
        "--unchecked", action="store_true", help="do not check bots of your own first (huefall.testing.check_bot)"
    )
    parser.add_argument("--picture", metavar="FILE", help="draw the result into this file, FILE.svg")
    parser.add_argument("--json", action="store_true", help="the result as a JSON object")
    parser.set_defaults(run=run, stopped="there is no result, and nothing is kept of the games that were played")


def run(parsed: argparse.Namespace) -> int:
    from huefall.arena import as_object, as_table

    with redirect_stdout(sys.stderr):  # what a bot prints, when it is loaded or plays in this process, is no result
        report = _play(parsed)
    print(json.dumps(as_object(report), ensure_ascii=False, indent=2) if parsed.json else as_table(report))
    return 0


def _play(parsed: argparse.Namespace) -> Report:
    variant = read_variant(parsed)
    from huefall.arena import Plan, enter, run_arena
    from huefall.arena.picture import draw_report
    from huefall.cli.bot_check import check_apart

    if parsed.picture is not None and Path(parsed.picture).suffix.lower() != ".svg":
        raise HuefallError(
            f"--picture {parsed.picture!r}: the picture is an SVG file; expected a name that ends in .svg"
        )
    entrants = enter([*parsed.own, *parsed.names], variant.edition)
    options = {name: value for name, value in variant.rules.changes().items() if name != "target" or parsed.matches}
    if not parsed.matches and any(text.partition("=")[0].strip() == "target" for text in parsed.settings):
        raise HuefallError("target means whole matches, and single rounds are played: add --matches")
    plan = Plan(
        entrants,
        variant.edition,
        parsed.players,
        parsed.games,
        options,
        parsed.seed,
        matches=parsed.matches,
        limit=parsed.limit,
    )
    if parsed.picture is not None:
        files = [source.rpartition(":")[0] for source in parsed.own]
        check_output("--picture", parsed.picture, [variant.edition.source, *files])
    for entrant in entrants:
        if entrant.is_own and not parsed.unchecked:
            print(f"checking {entrant.source} …", file=sys.stderr, flush=True)
            check_apart(entrant.source, parsed.limit, parsed.seed)
    report = run_arena(plan, workers=parsed.workers, progress=progress_line(bar_of("games")))
    if parsed.picture is not None:
        write_output("--picture", parsed.picture, draw_report(report))
        print(f"the picture was written to {parsed.picture}", file=sys.stderr)
    return report


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds <= 3600:
        raise argparse.ArgumentTypeError(f"expected seconds, more than 0 and up to 3600, got {text!r}")
    return seconds
