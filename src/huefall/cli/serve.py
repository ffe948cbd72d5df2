"""``huefall serve``: a server with tables for browsers and programs. Tested in tests/server."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

from huefall.cli.arguments import check_server_parts

if TYPE_CHECKING:
    from huefall.cli.arguments import Commands


def add(commands: Commands) -> None:
    parser = commands.add_parser(
        "serve",
        help="run a server: tables in the browser, with friends and bots",
        description="Run a server for tables in the browser, with friends and bots.",
    )
    parser.prepare = _add_flags
    parser.set_defaults(run=run)


def _add_flags(parser: argparse.ArgumentParser, _: Sequence[str]) -> None:
    check_server_parts()
    from huefall.server.settings import add_flags

    add_flags(parser)
    parser.add_argument(
        "--accept-loss",
        action="store_true",
        help="start once although entries that were acknowledged are missing; without it the server says so and ends",
    )


def run(parsed: argparse.Namespace) -> int:
    """Read the settings and serve until a signal stops it."""
    from huefall.server.settings import given_flags, read_settings

    settings = read_settings(given_flags(parsed), os.environ)
    from huefall.server.ops.cache import choose_cache

    cache_problem = choose_cache(settings.data)
    from huefall.server.run import serve

    serve(settings, cache_problem, accept_loss=parsed.accept_loss)
    return 0
