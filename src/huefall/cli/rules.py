"""``huefall rules``: the options and presets with their texts, and the rulings. Tested in tests/cli/test_commands.py."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from huefall.cli.arguments import add_language

if TYPE_CHECKING:
    from huefall.cli.arguments import Commands
    from huefall.editions import Edition
    from huefall.editions.options import Option
    from huefall.texts import Catalogue


def add(commands: Commands) -> None:
    parser = commands.add_parser(
        "rules",
        help="list the options and the rulings",
        description="List the options with their values; * marks the default. With --ruling, show how the open questions of "
        "the printed rules are settled instead.",
    )
    add_language(parser)
    parser.add_argument("--edition", metavar="E", help="only the options that mean something in this edition")
    parser.add_argument(
        "--ruling", nargs="?", const="", metavar="NAME", help="show a ruling by its name; without a name, list them all"
    )
    parser.set_defaults(run=run)


def run(parsed: argparse.Namespace) -> int:
    from huefall.editions import OPTIONS, PRESETS, Rules, load_edition
    from huefall.texts import load
    from huefall.texts.options import written_value

    edition = None if parsed.edition is None else load_edition(parsed.edition)
    catalogue = load(parsed.lang)
    if parsed.ruling is not None:
        return _show_rulings(catalogue, edition, parsed.ruling)
    official = Rules()
    for name, option in OPTIONS.items():
        if edition is not None and option.needs and not edition.has(option.needs):
            continue
        print(f"{name}  {catalogue.text(f'option.{name}.title')}")
        print(f"    {catalogue.text(f'option.{name}.text')}")
        for line in _value_lines(catalogue, name, option, getattr(official, name)):
            print(f"    {line}")
    print()
    for name, changes in PRESETS.items():
        settings = " ".join(f"{option}={written_value(value)}" for option, value in changes.items())
        print(f"--preset {name}  {catalogue.text(f'preset.{name}.title')}")
        print(f"    {catalogue.text(f'preset.{name}.text')}{f'  ({settings})' if settings else ''}")
    return 0


def _show_rulings(catalogue: Catalogue, edition: Edition | None, name: str) -> int:
    """Show one ruling, or list those that concern the edition."""
    from huefall.texts.rulings import find_ruling, load_rulings
    from huefall.texts.rulings.lines import list_lines, ruling_lines

    if name:
        lines = ruling_lines(catalogue, find_ruling(catalogue.language, name))
    else:
        found = load_rulings(catalogue.language).values()
        lines = list_lines(catalogue, (ruling for ruling in found if edition is None or ruling.concerns(edition.has)))
    print("\n".join(lines))
    return 0


def _value_lines(catalogue: Catalogue, name: str, option: Option, default: object) -> list[str]:
    from huefall.texts.options import option_value, written_value

    if not option.words and not option.is_switch:
        return [f"* {name}={default}  ({option.minimum}–{option.maximum})"]  # a range
    values: list[object] = list(option.words) or [True, False]
    return [
        f"{'*' if value == default else ' '} {name}={written_value(value)}  {option_value(catalogue, name, value)}"
        for value in values
    ]
