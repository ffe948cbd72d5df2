"""A table's setup: checked against editions and options, with the server's defaults filled in.

Tested in tests/server/tables/decisions/test_host.py and tests/server/test_tables.py.
"""

from __future__ import annotations

from functools import lru_cache

import msgspec
from msgspec import UNSET

from huefall.editions import (
    RULES_VERSION,
    SHIPPED,
    Edition,
    EditionError,
    OptionError,
    Rules,
    SetupProblem,
    load_edition,
)
from huefall.editions.file import read_edition
from huefall.protocol.editions import theme_of
from huefall.protocol.tables import SetupShown, TableSetup
from huefall.vocabulary.errors import HuefallError


def fill_setup(setup: TableSetup, move_seconds: int, bot_pause_ms: int, min_pause_ms: int = 0) -> TableSetup:
    """Return a setup with the server's defaults for unset fields; raises ``HuefallError`` if it cannot be played."""
    pause = bot_pause_ms if setup.bot_pause_ms is UNSET else setup.bot_pause_ms
    filled = msgspec.structs.replace(
        setup,
        move_seconds=move_seconds if setup.move_seconds is UNSET else setup.move_seconds,
        bot_pause_ms=max(pause, min_pause_ms),
    )
    edition = edition_of(filled)
    rules_of(filled).check_players(edition, filled.seats)
    return filled


def edition_of(setup: TableSetup) -> Edition:
    """Return the edition that is played. The name comes from a client, so it is never used as a path."""
    if setup.edition_file is not UNSET:
        found = _read(setup.edition_file)
        if isinstance(found, EditionError):
            raise found
        return found
    if setup.edition not in SHIPPED:
        raise EditionError(f"unknown edition {setup.edition!r}: expected one of {', '.join(SHIPPED)}")
    return load_edition(setup.edition)


def rules_of(setup: TableSetup, rules_version: int = RULES_VERSION) -> Rules:
    """Return the rules in force, as a version of the rules reads the options."""
    if "preset" in setup.options:
        raise OptionError("a preset is no option: name it as the setup's preset")
    if "rules_version" in setup.options:
        raise OptionError("rules_version is no option: a new match is played by the current rules")
    return Rules.of(edition_of(setup), {**setup.options, "preset": setup.preset, "rules_version": rules_version})


def show_setup(setup: TableSetup) -> SetupShown:
    """Return a filled setup as everybody may see it."""
    return SetupShown(
        edition=edition_of(setup).name,
        theme=theme_of(edition_of(setup)),
        own_edition=setup.edition_file is not UNSET,
        preset=setup.preset,
        options=rules_of(setup).changes(),
        seats=setup.seats,
        move_seconds=setup.move_seconds or 0,
        bot_pause_ms=setup.bot_pause_ms or 0,
        public=setup.public,
        hints=setup.hints,
        late_joining=setup.late_joining,
    )


def problem_of(error: HuefallError) -> SetupProblem | None:
    """Return an error in a setup as data, if people can make it by choosing options; otherwise None."""
    return error.problem if isinstance(error, OptionError) else None


def seats_taken(taken: int, seats: int) -> OptionError:
    """Return the error that more seats are taken than the setup has (SETUP-01)."""
    problem = SetupProblem("taken", "players", "SETUP-01", {"taken": taken, "seats": seats})
    return OptionError(f"{taken} seats are taken: {seats} are too few", problem)


def read_ahead(setup: TableSetup) -> None:
    """Read a guest's edition into the cache before the setup is decided on. It takes milliseconds, so call it in a thread."""
    if setup.edition_file is not UNSET:
        _read(setup.edition_file)


@lru_cache(maxsize=64)
def _read(text: str) -> Edition | EditionError:
    try:
        return read_own_edition(text)
    except EditionError as error:
        return error


def read_own_edition(text: str) -> Edition:
    """Read a guest's edition. It must not have the name of a shipped one: its records could not be read again."""
    edition = read_edition(text, "")
    if edition.name in SHIPPED:
        raise EditionError(f"edition file: name {edition.name!r} is that of an edition that ships: give another")
    return edition
