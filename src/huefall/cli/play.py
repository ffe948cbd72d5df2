"""``huefall play``: a table in the terminal against bots. Tested in tests/cli/test_commands.py and tests/terminal."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from huefall.cli.arguments import MAX_SEED, add_language, add_variant, find_language, name, number, read_variant
from huefall.cli.output_files import check_output

if TYPE_CHECKING:
    from huefall.bots.roster import BotName
    from huefall.cli.arguments import Commands

#: Columns of the list of levels in the help, and of its first column.
HELP_COLUMNS, LEVEL_COLUMNS = 79, 10

#: What is not broken at the end of a line: a Chinese character with its punctuation, or a word.
UNBREAKABLE = re.compile(r"(?:[（「]*[\u3400-\u9fff][，。；：、！？）」]*|[^\s\u3400-\u9fff]+)\s*")


def add(commands: Commands) -> None:
    parser = commands.add_parser(
        "play",
        help="play against bots in the terminal",
        description="Play against bots.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.prepare = _list_levels
    add_variant(parser)
    add_language(parser)
    parser.add_argument(
        "--plain", action="store_true", help="plain lines, for screen readers and scripts (the only table so far)"
    )
    parser.add_argument(
        "--bot",
        default="normal",
        metavar="LEVEL",
        help="how well the bots play, as listed below (default: normal); what hard and expert may think about a decision can be "
        "added: expert:1000 tries 1000 positions, expert:200ms thinks for 200 ms",
    )
    parser.add_argument("--name", type=name, help="your name at the table")
    parser.add_argument(
        "--seed", type=number(0, MAX_SEED), metavar="S", help="a number for a match that can be repeated"
    )
    parser.add_argument("--record", metavar="FILE", help="write the record of the match to this file when you leave")
    parser.set_defaults(run=run, stopped="nothing is kept of the match; --record FILE would keep it")


def run(parsed: argparse.Namespace) -> int:
    from random import Random

    variant = read_variant(parsed)
    if parsed.record is not None:
        check_output("--record", parsed.record, [variant.edition.source])
    bot = _read_level(parsed.bot)
    from huefall.bots import make_bot
    from huefall.game import Match
    from huefall.game.ready import prepare_rules, prepare_search
    from huefall.record import save_match
    from huefall.terminal import PlainTable
    from huefall.texts import load
    from huefall.texts.advice import YOU

    if bot.searches:
        prepare_search()
    else:
        prepare_rules()
    # The notes of every table have this form (docs/records.md); reviews take the names from them.
    notes = {"seat 0": parsed.name or YOU}
    notes |= {f"seat {seat}": f"bot ({bot})" for seat in range(1, parsed.players)}
    match = Match(variant.edition, parsed.players, variant.rules.changes(), seed=parsed.seed, notes=notes)
    bots = [make_bot(str(bot), variant.edition) for _ in range(parsed.players - 1)]
    catalogue = load(parsed.lang)
    table = PlainTable(match, bots, catalogue, sys.stdin, sys.stdout, Random(parsed.seed), parsed.name)
    try:
        table.run()
    finally:
        if parsed.record is not None:
            save_match(match, parsed.record)
            parsed.stopped = f"the match as far as it went is in {parsed.record}"
    if parsed.record is not None:
        print(catalogue.text("table.recorded", file=parsed.record))
    return 0


def _list_levels(parser: argparse.ArgumentParser, arguments: Sequence[str]) -> None:
    """List the levels under the help. The catalogue knows all of them, weakest first, without importing the engine."""
    from huefall.texts import load

    texts = load(find_language(arguments)).texts
    lines = ["levels:"]
    for level in (key.split(".")[1] for key in texts if key.startswith("bot.") and key.endswith(".title")):
        first, *others = _wrap(texts[f"bot.{level}.text"], HELP_COLUMNS - LEVEL_COLUMNS)
        lines += [f"  {level}".ljust(LEVEL_COLUMNS) + first, *(" " * LEVEL_COLUMNS + line for line in others)]
    parser.epilog = "\n".join(lines)


def _wrap(text: str, room: int) -> list[str]:
    """Break a text into lines of at most ``room`` columns. Chinese has no spaces, and its characters take two columns.

    >>> _wrap("weighs every card", 13), _wrap("常忘了喊 UNO，也很少抓人", 13)
    (['weighs every', 'card'], ['常忘了喊', 'UNO，也很少抓', '人'])
    """
    from huefall.texts.columns import width

    lines = [""]
    for piece in UNBREAKABLE.findall(text):
        if lines[-1] and width((lines[-1] + piece).rstrip()) > room:
            lines.append("")
        lines[-1] += piece
    return [line.rstrip() for line in lines]


def _read_level(text: str) -> BotName:
    """Read the bots' level; yardsticks are for measuring only."""
    from huefall.bots import LEVELS, YARDSTICKS
    from huefall.bots.roster import UnknownBotError, read_bot

    level = text.partition(":")[0]
    if level not in LEVELS:
        reason = f"{level} is a yardstick for 'huefall arena'" if level in YARDSTICKS else f"unknown bot {text!r}"
        raise UnknownBotError(f"{reason}: expected one of {', '.join(LEVELS)}")
    return read_bot(text)
