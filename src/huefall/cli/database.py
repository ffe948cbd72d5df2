"""``huefall check``, ``huefall backup`` and ``huefall restore``: the data of a server, which may be running meanwhile.
Tested in tests/cli/test_database.py.
"""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import TYPE_CHECKING

from huefall.cli.arguments import check_server_parts

if TYPE_CHECKING:
    from huefall.cli.arguments import Commands
    from huefall.server.settings import Settings

#: Damaged streams that are listed; the others are counted.
MAX_LISTED = 50


def add(commands: Commands) -> None:
    checking = commands.add_parser(
        "check",
        help="check the data of a server, or a backup",
        description="Check everything that a server has stored, or a backup, and change nothing. The server may be running.",
    )
    checking.add_argument(
        "file", nargs="?", type=Path, metavar="FILE", help="a backup (default: the server's database)"
    )
    checking.add_argument(
        "--store",
        metavar="URL",
        help="postgresql://…: check the data of nodes that share a database (default: as for serve)",
    )
    checking.set_defaults(run=check)
    copying = commands.add_parser(
        "backup",
        help="copy the data of a server into a file",
        description="Copy everything that a server has stored into a new file, and check the copy. The server may be running.",
    )
    copying.add_argument("file", type=Path, metavar="FILE", help="the file to write; it must not exist")
    copying.set_defaults(run=back_up)
    restoring = commands.add_parser(
        "restore",
        help="put a backup in the place of a server's data",
        description="Check a backup and put it in the place of a server's data, which is kept under another name. "
        "The server must not be running.",
    )
    restoring.add_argument("file", type=Path, metavar="FILE", help="a file that huefall backup has written")
    restoring.set_defaults(run=restore)
    for parser in (checking, copying, restoring):
        parser.add_argument("--data", metavar="DIR", help="the server's data directory (default: as for serve)")


def check(parsed: argparse.Namespace) -> int:
    settings = _read_settings(parsed)
    if settings.store and not parsed.file:
        return _check_shared(settings.store)
    from huefall.server.store.backup import check_file

    path = parsed.file or _find_database(parsed)
    return _report(str(path), check_file(path))


def _check_shared(address: str) -> int:
    import asyncio

    from huefall.server.store.addresses import hide_password
    from huefall.server.store.opening import check_driver

    check_driver()
    from huefall.server.store.postgres.archive import check_database

    return _report(hide_password(address), asyncio.run(check_database(address)))


def back_up(parsed: argparse.Namespace) -> int:
    database = _find_database(parsed)
    from huefall.server.store import backup

    problems = backup.back_up(database, parsed.file)
    print(f"{database} is copied to {parsed.file}")
    return _report(str(parsed.file), problems)


def restore(parsed: argparse.Namespace) -> int:
    database = _find_database(parsed)
    from huefall.server.store import backup

    replaced = backup.restore(parsed.file, database)
    print(f"{parsed.file} is in the place of {database}")
    if replaced is not None:
        print(f"what was there is kept as {replaced}: delete it when you do not need it any more")
    return 0


def _find_database(parsed: argparse.Namespace) -> Path:
    settings = _read_settings(parsed)
    from huefall.server.store.database import DATABASE_NAME
    from huefall.server.store.errors import StoreError

    if settings.store and not parsed.data:
        raise StoreError(
            "the data of this server is in PostgreSQL: use pg_dump and pg_restore, or huefall admin copy; "
            "for a file give its directory with --data"
        )
    return settings.data / DATABASE_NAME


def _read_settings(parsed: argparse.Namespace) -> Settings:
    check_server_parts()
    from huefall.server.settings import read_settings

    given = {name: value for name in ("data", "store") if (value := getattr(parsed, name, None))}
    return read_settings(given, os.environ)


def _report(path: str, problems: list[str]) -> int:
    """Write what is damaged; return the exit code."""
    for problem in problems[:MAX_LISTED]:
        print(problem)
    if len(problems) > MAX_LISTED:
        print(f"and {len(problems) - MAX_LISTED} more")
    print(f"{path} is damaged" if problems else f"{path} is sound")
    return int(bool(problems))
