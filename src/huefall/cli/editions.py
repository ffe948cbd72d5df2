"""``huefall editions``: list the editions, show the cards of one, check a file. Tested in tests/cli/test_commands.py."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from huefall.cli.arguments import add_language

if TYPE_CHECKING:
    from huefall.cli.arguments import Commands
    from huefall.editions import Edition
    from huefall.editions.deck import Kind, Row
    from huefall.texts import Catalogue


def add(commands: Commands) -> None:
    parser = commands.add_parser(
        "editions", help="list, show or check editions", description="List, show or check editions."
    )
    add_language(parser)
    parser.set_defaults(run=run_list)
    actions = parser.add_subparsers(dest="action", metavar="list | show NAME | check FILE")
    actions.add_parser("list", help="list the editions that ship (the default)").set_defaults(run=run_list)
    show = actions.add_parser("show", help="show the cards of an edition")
    show.add_argument("name", metavar="NAME", help="an edition that ships, or the path of a file")
    show.set_defaults(run=run_show)
    check = actions.add_parser("check", help="say whether an edition file can be played")
    check.add_argument("file", metavar="FILE")
    check.set_defaults(run=run_check)
    for action in (show, check):
        # A default here would override the language given before the action.
        action.add_argument(
            "--lang", choices=("en", "zh-Hant"), default=argparse.SUPPRESS, help="language of the names"
        )


def run_list(parsed: argparse.Namespace) -> int:
    from huefall.editions import SHIPPED, load_edition
    from huefall.texts import load
    from huefall.texts.options import edition_title

    catalogue = load(parsed.lang)
    for name in SHIPPED:
        edition = load_edition(name)
        print(f"{name:<10} {edition.card_count:>4}  {edition_title(catalogue, name, edition.title)}")
    return 0


def run_show(parsed: argparse.Namespace) -> int:
    from huefall.editions import load_edition
    from huefall.texts import load

    edition = load_edition(parsed.name)
    catalogue = load(parsed.lang)
    print(_headline(edition, catalogue))
    print(f"{'card':<6}{'copies':>6}{'points':>8}  name and effect")
    for kind in edition.kinds():
        print(_card_line(edition, catalogue, kind))
    return 0


def run_check(parsed: argparse.Namespace) -> int:
    """Say that a file can be played; if not, the error names the line and the reason."""
    from huefall.editions import load_edition
    from huefall.texts import load

    edition = load_edition(parsed.file)
    print(f"{parsed.file}: good: {_headline(edition, load(parsed.lang))}")
    return 0


def _headline(edition: Edition, catalogue: Catalogue) -> str:
    from huefall.texts.cards import color_name
    from huefall.texts.options import edition_title
    from huefall.vocabulary import colors

    names = catalogue.text("cards.join").join(
        color_name(catalogue, colors.letter(color)) for color in sorted(edition.colors)
    )
    title = edition_title(catalogue, edition.name, edition.title)
    max_players = min(10, edition.card_count - edition.reserve)
    return f"{edition.name} ({title}), {edition.card_count} cards, {names}, 2 to {max_players} players"


def _card_line(edition: Edition, catalogue: Catalogue, kind: Kind) -> str:
    from huefall.editions.effects import counts_as, effect_of
    from huefall.texts import card_name
    from huefall.texts.effects import effect_text

    name = card_name(catalogue, kind.text, edition.titles())
    effects = ", ".join(_effects(kind.row))
    sentences = effect_text(catalogue, effect_of(kind), counts_as(kind.row))
    words = [name, f"[{effects}]" if effects else "", sentences]
    return f"{kind.text:<6}{kind.copies:>6}{kind.row.points:>8}  {' '.join(word for word in words if word)}"


def _effects(row: Row) -> list[str]:
    """Write what a card does as an edition file writes it."""
    from huefall.editions.deck import EVERYONE, EXCHANGE_WORDS

    found = [f"{key} = {getattr(row, key)}" for key in ("draws", "dares", "checks") if getattr(row, key)]
    if row.skips:
        found.append(f"skips = {'all' if row.skips == EVERYONE else row.skips}")
    switches = ("reverses", "boosts", "escapes", "restricted", "shield", "footprint")
    found += [key for key in switches if getattr(row, key)]
    if row.exchanges:
        found.append(f"exchanges = {EXCHANGE_WORDS[row.exchanges]}")
    return found
