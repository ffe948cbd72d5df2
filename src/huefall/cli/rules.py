"""``huefall rules``: the options and presets with their texts."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from huefall.cli.arguments import add_language

if TYPE_CHECKING:
    from huefall.cli.arguments import Commands
    from huefall.editions.rules import Option
    from huefall.texts import Catalogue


def add(commands: Commands) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "rules", help="list the options", description="List the options with their values; * marks the default."
    )
    add_language(parser)
    parser.add_argument("--edition", metavar="E", help="only the options that mean something in this edition")
    parser.set_defaults(run=run)


def run(parsed: argparse.Namespace) -> int:
    """List options and presets."""
    from huefall.editions import OPTIONS, PRESETS, Rules, load_edition
    from huefall.texts import load
    from huefall.texts.options import written_value

    edition = None if parsed.edition is None else load_edition(parsed.edition)
    catalogue = load(parsed.lang)
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


def _value_lines(catalogue: Catalogue, name: str, option: Option, default: object) -> list[str]:
    from huefall.texts.options import option_value, written_value

    if not option.words and not option.is_switch:
        return [f"* {name}={default}  ({option.least}–{option.most})"]  # a range
    values: list[object] = list(option.words) or [True, False]
    return [
        f"{'*' if value == default else ' '} {name}={written_value(value)}  {option_value(catalogue, name, value)}"
        for value in values
    ]
