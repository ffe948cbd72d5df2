"""``huefall play``: a table in the terminal against bots."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from huefall.cli.arguments import MOST_SEED, add_language, add_setting, name, number, read_setting
from huefall.vocabulary.errors import HuefallError

if TYPE_CHECKING:
    from huefall.cli.arguments import Commands


def add(commands: Commands) -> None:
    """Add the command."""
    parser = commands.add_parser("play", help="play against bots in the terminal", description="Play against bots.")
    add_setting(parser)
    add_language(parser)
    parser.add_argument(
        "--plain", action="store_true", help="plain lines, for screen readers and scripts (the only table so far)"
    )
    parser.add_argument(
        "--bot", choices=("easy", "normal"), default="normal", help="how well the bots play (default: normal)"
    )
    parser.add_argument("--name", type=name, help="your name at the table")
    parser.add_argument(
        "--seed", type=number(0, MOST_SEED), metavar="S", help="a number for a match that can be repeated"
    )
    parser.add_argument("--record", metavar="FILE", help="write the record of the match to this file when you leave")
    parser.set_defaults(run=run)


def run(parsed: argparse.Namespace) -> int:
    """Sit down and play."""
    from random import Random

    setting = read_setting(parsed)
    if parsed.record is not None:
        _check_record(parsed.record)
    from huefall.bots import make_bot
    from huefall.game import Match
    from huefall.game.ready import get_ready
    from huefall.record import save_match
    from huefall.terminal import PlainTable
    from huefall.texts import load

    get_ready()
    notes = {"seat 0": parsed.name} if parsed.name else None
    match = Match(setting.edition, parsed.players, setting.rules.changes(), seed=parsed.seed, notes=notes)
    bots = [make_bot(parsed.bot, setting.edition) for _ in range(parsed.players - 1)]
    table = PlainTable(match, bots, load(parsed.lang), sys.stdin, sys.stdout, Random(parsed.seed), parsed.name)
    try:
        table.run()
    finally:
        if parsed.record is not None:
            save_match(match, parsed.record)
    return 0


def _check_record(path: str) -> None:
    """Refuse a file that cannot be written before anybody has played for it."""
    from huefall.record.write import check_target

    try:
        check_target(path)
    except (OSError, ValueError) as error:
        raise HuefallError(f"--record {path!r}: cannot be written ({getattr(error, 'strerror', error)})") from error
