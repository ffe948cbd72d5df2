"""Arguments that several commands take. Nothing here imports the engine, so that ``--help`` is quick."""

from __future__ import annotations

import argparse
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
SERVER_PARTS = ("apsw", "msgspec", "prometheus_client", "segno", "starlette", "structlog", "uvicorn", "websockets")


def number(least: int, most: int) -> Callable[[str], int]:
    """Make a reader of whole numbers in a range, for ``type=``."""

    def read(text: str) -> int:
        # Longer texts are out of every range used here, and too long for int().
        if not (text.isascii() and text.lstrip("-").isdigit() and len(text) <= 20 and least <= int(text) <= most):
            raise argparse.ArgumentTypeError(f"expected a whole number from {least} to {most}, got {text!r}")
        return int(text)

    return read


def name(text: str) -> str:
    """Read a name, for ``type=``; bytes that are no text would be found out only when the record is written."""
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
    """Say what to install where the libraries of the server are missing; they are an extra."""
    missing = [part for part in SERVER_PARTS if find_spec(part) is None]
    if missing:
        raise HuefallError(f"the server needs {', '.join(missing)}: install it with pip install 'huefall[server]'")


def add_language(parser: argparse.ArgumentParser) -> None:
    """Add ``--lang``."""
    parser.add_argument("--lang", choices=LANGUAGES, default="en", help="language of what is shown (default: en)")


def find_language(arguments: Sequence[str]) -> str:
    """Find ``--lang`` among arguments that are not parsed yet; a mistake in it is told when they are."""
    parser = argparse.ArgumentParser(add_help=False, exit_on_error=False)
    add_language(parser)
    try:
        return str(parser.parse_known_args(arguments)[0].lang)
    except argparse.ArgumentError:
        return "en"


def add_variant(parser: argparse.ArgumentParser, players: int = 4) -> None:
    """Add what decides the game: ``--edition``, ``--players`` with its default, ``--preset`` and ``--set``."""
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
    """Make what is played from the arguments; refuse what cannot be."""
    from huefall.editions import load_edition
    from huefall.editions.rules import Rules, parse_settings

    # Options are judged before the engine is imported: a mistake need not wait for it.
    edition = load_edition(parsed.edition)
    options = parse_settings(edition, parsed.settings)
    if parsed.preset is not None:
        options["preset"] = parsed.preset
    Rules.of(edition, options).check_players(edition, parsed.players)
    from huefall.notation.variant import Variant

    return Variant.of(edition, options)
