"""``huefall arena``: bots against bots, and how strong they are."""

from __future__ import annotations

import argparse
import json
import sys
from contextlib import nullcontext
from typing import TYPE_CHECKING

from huefall.cli.arguments import MOST_SEED, add_setting, number, read_setting
from huefall.vocabulary.errors import HuefallError

if TYPE_CHECKING:
    from huefall.arena import Entrant
    from huefall.cli.arguments import Commands

#: Seconds a bot may take for an answer.
LIMIT = 5.0

#: Games of the check of a bot from outside; enough for every edition.
CHECK_GAMES = 5

DESCRIPTION = """\
Bots against bots: every deal is played once per rotation of the seats, so that everybody has every hand and luck cancels.
Single rounds, unless --matches is given.

Enter levels (easy, normal, …), the yardsticks random and greedy, and bots of your own with --bot. With fewer entrants than
seats the last one named fills the seats that are left: "expert random --players 4" is one expert against three random
players. With more entrants than seats, every choice of as many as there are seats plays the same deals."""


def add(commands: Commands) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "arena",
        help="have bots play each other, yours too, and measure how strong they are",
        description=DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="who enters: a level, random or greedy")
    parser.add_argument(
        "--bot",
        action="append",
        default=[],
        dest="own",
        metavar="MODULE:CLASS",
        help="a bot of your own, from this folder or what is installed, or FILE.py:CLASS; may be given several times, and "
        "enters before those that are named",
    )
    add_setting(parser)
    parser.set_defaults(players=2)
    parser.add_argument(
        "--games",
        type=number(1, 10**8),
        default=1000,
        metavar="N",
        help="games at each table, rounded up to whole deals (default: 1000)",
    )
    parser.add_argument("--matches", action="store_true", help="whole matches instead of single rounds")
    parser.add_argument(
        "--seed", type=number(0, MOST_SEED), default=0, metavar="S", help="same seed, same deals (default: 0)"
    )
    parser.add_argument(
        "--workers",
        type=number(0, 1024),
        metavar="N",
        help="processes (default: one per core; 0: none but this one); changes only the time it takes",
    )
    parser.add_argument(
        "--limit",
        type=_seconds,
        default=LIMIT,
        metavar="SECONDS",
        help=f"what an answer may take; a later one is lost to the legal default (default: {LIMIT:g})",
    )
    parser.add_argument(
        "--unchecked", action="store_true", help="do not check bots of your own first (huefall.testing.check_bot)"
    )
    parser.add_argument("--picture", metavar="FILE", help="draw the result into this file (SVG)")
    parser.add_argument("--json", action="store_true", help="the result as a JSON object")
    parser.set_defaults(run=run)


def run(parsed: argparse.Namespace) -> int:
    """Play and report."""
    setting = read_setting(parsed)
    from huefall.arena import Plan, as_object, as_table, enter, run_arena
    from huefall.arena.picture import draw_report

    entrants = enter([*parsed.own, *parsed.names])
    options = {name: value for name, value in setting.rules.changes().items() if name != "target" or parsed.matches}
    if not parsed.matches and any(text.partition("=")[0].strip() == "target" for text in parsed.settings):
        raise HuefallError("target means whole matches, and single rounds are played: add --matches")
    plan = Plan(
        entrants,
        setting.edition,
        parsed.players,
        parsed.games,
        options,
        parsed.seed,
        matches=parsed.matches,
        limit=parsed.limit,
    )
    for entrant in entrants:
        entrant.make(setting.edition)
    # A file that cannot be written is told before anybody has waited for anything.
    with nullcontext() if parsed.picture is None else open(parsed.picture, "a+", encoding="utf-8") as picture:
        if not parsed.unchecked:
            _check(entrants, parsed.limit, parsed.seed)
        progress = _show_progress if sys.stderr.isatty() else None
        report = run_arena(plan, workers=parsed.workers, progress=progress)
        if picture is not None:
            picture.truncate(0)
            picture.write(draw_report(report))
    print(json.dumps(as_object(report), ensure_ascii=False, indent=2) if parsed.json else as_table(report))
    return 0


def _check(entrants: tuple[Entrant, ...], limit: float, seed: int) -> None:
    """Check the bots that come from outside; what is wrong with one is told, and it does not enter."""
    from huefall.testing import BadBotError, check_bot

    for entrant in entrants:
        if not entrant.is_own:
            continue
        try:
            check_bot(entrant.make, games=CHECK_GAMES, seed=seed, limit=limit, probes=3)
        except BadBotError as error:
            problems = "; ".join(f"{what} ({examples[0]})" for what, examples in error.report.problems.items())
            raise HuefallError(
                f"{entrant.source} has not passed the check: {problems}; --unchecked enters it as it is"
            ) from error


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds <= 3600:
        raise argparse.ArgumentTypeError(f"expected seconds, more than 0 and up to 3600, got {text!r}")
    return seconds


def _show_progress(done: int, games: int) -> None:
    """Draw a bar on the terminal."""
    filled = done * 30 // games
    end = "\n" if done == games else ""
    bar = "█" * filled + "░" * (30 - filled)
    print(f"\r{bar} {done:,} of {games:,} games ({done * 100 // games} %)", end=end, file=sys.stderr, flush=True)
