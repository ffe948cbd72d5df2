"""``huefall play``: a table in the terminal against bots."""

from __future__ import annotations

import argparse
import sys
import textwrap
from typing import TYPE_CHECKING

from huefall.cli.arguments import MOST_SEED, add_language, add_setting, name, number, read_setting
from huefall.cli.targets import check_output

if TYPE_CHECKING:
    from huefall.bots.roster import BotName
    from huefall.cli.arguments import Commands

#: How wide the list of levels is written, and where their characters begin.
WIDTH, INDENT = 79, 10


def add(commands: Commands) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "play",
        help="play against bots in the terminal",
        description="Play against bots.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.prepare = _list_levels
    add_setting(parser)
    add_language(parser)
    parser.add_argument(
        "--plain", action="store_true", help="plain lines, for screen readers and scripts (the only table so far)"
    )
    parser.add_argument(
        "--bot",
        default="normal",
        metavar="LEVEL",
        help="how well the bots play, as listed below (default: normal); what hard and expert may think about a decision can be "
        "added: expert:1000 imagines so many positions, expert:200ms thinks so long",
    )
    parser.add_argument("--name", type=name, help="your name at the table")
    parser.add_argument(
        "--seed", type=number(0, MOST_SEED), metavar="S", help="a number for a match that can be repeated"
    )
    parser.add_argument("--record", metavar="FILE", help="write the record of the match to this file when you leave")
    parser.set_defaults(run=run, stopped="nothing is kept of the match; --record FILE would keep it")


def run(parsed: argparse.Namespace) -> int:
    """Sit down and play."""
    from random import Random

    setting = read_setting(parsed)
    if parsed.record is not None:
        check_output("--record", parsed.record, [setting.edition.source])
    bot = _read_level(parsed.bot)
    from huefall.bots import make_bot
    from huefall.game import Match
    from huefall.game.ready import get_ready, get_ready_to_search
    from huefall.record import save_match
    from huefall.terminal import PlainTable
    from huefall.texts import load
    from huefall.texts.advice import YOU

    if bot.searches:
        get_ready_to_search()
    else:
        get_ready()
    # As the notes of every table have it (docs/records.md): reviews name the players by them.
    notes = {"seat 0": parsed.name or YOU}
    notes |= {f"seat {seat}": f"bot ({bot})" for seat in range(1, parsed.players)}
    match = Match(setting.edition, parsed.players, setting.rules.changes(), seed=parsed.seed, notes=notes)
    bots = [make_bot(str(bot), setting.edition) for _ in range(parsed.players - 1)]
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


def _list_levels(parser: argparse.ArgumentParser) -> None:
    """Write under the help who there is to play against. The catalogue knows all levels, weakest first, without the engine."""
    from huefall.texts import load

    texts = load("en").texts
    levels = [key.split(".")[1] for key in texts if key.startswith("bot.") and key.endswith(".title")]
    lines = [
        textwrap.fill(
            texts[f"bot.{level}.text"],
            WIDTH,
            initial_indent=f"  {level}".ljust(INDENT),
            subsequent_indent=" " * INDENT,
        )
        for level in levels
    ]
    parser.epilog = "\n".join(["levels:", *lines])


def _read_level(text: str) -> BotName:
    """Read who is played against; yardsticks are for measuring, and no table offers them."""
    from huefall.bots import LEVELS, YARDSTICKS
    from huefall.bots.roster import UnknownBotError, read_bot

    level = text.partition(":")[0]
    if level not in LEVELS:
        reason = f"{level} is a yardstick for 'huefall arena'" if level in YARDSTICKS else f"unknown bot {text!r}"
        raise UnknownBotError(f"{reason}: expected one of {', '.join(LEVELS)}")
    return read_bot(text)
