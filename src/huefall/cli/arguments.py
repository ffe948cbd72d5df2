"""Arguments that several commands take. This module does not import the engine, so that ``--help`` is quick."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from huefall.vocabulary.errors import HuefallError

if TYPE_CHECKING:
    from huefall.notation.variant import Variant

    Commands = argparse._SubParsersAction[Any]  # argparse has no public name for it

LANGUAGES = ("en", "zh-Hant")
MAX_SEED = (1 << 63) - 1

#: Libraries that come with the extra ``server``.
SERVER_PARTS = (
    "apsw",
    "confusable_homoglyphs",
    "prometheus_client",
    "segno",
    "starlette",
    "structlog",
    "uvicorn",
    "websockets",
)


#: "1000000", "1_000_000" and "1e6". At most 20 digits and a power below 20: larger numbers are out of every range here.
WHOLE_NUMBER = re.compile(r"(-?\d(?:_?\d){0,19})(?:[eE]\+?(1?\d))?", re.ASCII)


def number(minimum: int, maximum: int) -> Callable[[str], int]:
    """Make a reader of whole numbers in a range, for ``type=``.

    >>> [number(1, 10**12)(text) for text in ("1000000", "1_000_000", "1e6")]
    [1000000, 1000000, 1000000]
    """

    def read(text: str) -> int:
        found = WHOLE_NUMBER.fullmatch(text)
        value = None if found is None else int(found[1] + "0" * int(found[2] or 0))
        if value is None or not minimum <= value <= maximum:
            forms = " (1000000, 1_000_000 or 1e6)" if maximum >= 1_000_000 else ""
            raise argparse.ArgumentTypeError(
                f"expected a whole number from {minimum} to {maximum}{forms}, got {text!r}"
            )
        return value

    return read


def name(text: str) -> str:
    """Read a name, for ``type=``. Bytes that are not UTF-8 would fail only when the record is written."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        raise argparse.ArgumentTypeError(f"expected a name in UTF-8, got {text!r}") from None
    from huefall.texts.advice import BOT, YOU

    if text == YOU or BOT.fullmatch(text):
        raise argparse.ArgumentTypeError(
            f"expected a name of your own, got {text!r}: records note bots, and who gives no name, like this"
        )
    return text


def check_server_parts() -> None:
    """Raise an error that says what to install if libraries of the extra ``server`` are missing."""
    missing = [part for part in SERVER_PARTS if find_spec(part) is None]
    if missing:
        raise HuefallError(f"the server needs {', '.join(missing)}: install it with pip install 'huefall[server]'")


def add_language(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--lang", choices=LANGUAGES, default="en", help="language of what is shown (default: en)")


def find_language(arguments: Sequence[str]) -> str:
    """Find ``--lang`` among arguments that are not parsed yet; an error in it is reported when they are."""
    parser = argparse.ArgumentParser(add_help=False, exit_on_error=False, allow_abbrev=False)
    add_language(parser)
    try:
        return str(parser.parse_known_args(arguments)[0].lang)
    except argparse.ArgumentError:
        return "en"


def add_variant(parser: argparse.ArgumentParser, players: int = 4) -> None:
    """Add ``--edition``, ``--players`` with its default, ``--preset`` and ``--set``."""
    parser.add_argument(
        "--edition",
        default="classic",
        metavar="E",
        help="classic, buzz, jurassic, bts, avengers, or the path of an edition file (default: classic)",
    )
    parser.add_argument(
        "--players", type=number(2, 10), default=players, metavar="N", help=f"2 to 10 (default: {players})"
    )
    parser.add_argument("--preset", metavar="P", help="official, party, progressive or jump-in (default: official)")
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        dest="settings",
        metavar="OPTION=VALUE",
        help="one option, as 'huefall rules' lists them; may be given several times",
    )


def read_variant(parsed: argparse.Namespace) -> Variant:
    """Make the variant from the arguments, or raise an error that says what is wrong with them."""
    from huefall.editions import load_edition
    from huefall.editions.rules import Rules, parse_settings

    # Options are checked before the engine is imported: errors come at once.
    edition = load_edition(parsed.edition)
    options = parse_settings(edition, parsed.settings)
    if parsed.preset is not None:
        options["preset"] = parsed.preset
    Rules.of(edition, options).check_players(edition, parsed.players)
    from huefall.notation.variant import Variant

    return Variant.of(edition, options)
