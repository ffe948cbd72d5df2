"""What is played at a table: a setup checked against editions and options, with the server's defaults filled in."""

from __future__ import annotations

from functools import lru_cache

import msgspec
from msgspec import UNSET

from huefall.editions import SHIPPED, Edition, EditionError, Rules, load_edition
from huefall.editions.file import read_edition
from huefall.protocol.tables import Setup, SetupShown


def fill_setup(setup: Setup, move_seconds: int, bot_pause_ms: int) -> Setup:
    """Return a setup with the server's defaults where it says nothing; refuse one that cannot be played."""
    filled = msgspec.structs.replace(
        setup,
        move_seconds=move_seconds if setup.move_seconds is UNSET else setup.move_seconds,
        bot_pause_ms=bot_pause_ms if setup.bot_pause_ms is UNSET else setup.bot_pause_ms,
    )
    edition = edition_of(filled)
    rules_of(filled).check_players(edition, filled.seats)
    return filled


def edition_of(setup: Setup) -> Edition:
    """Return the edition that is played. A name is never a path: this is a stranger's word."""
    if setup.edition_file is not UNSET:
        return _read(setup.edition_file)
    if setup.edition not in SHIPPED:
        raise EditionError(f"unknown edition {setup.edition!r}: expected one of {', '.join(SHIPPED)}")
    return load_edition(setup.edition)


def rules_of(setup: Setup) -> Rules:
    """Return the rules in force."""
    return Rules.of(edition_of(setup), {"preset": setup.preset, **setup.options})


def show_setup(setup: Setup) -> SetupShown:
    """Write a filled setup as everybody may see it."""
    return SetupShown(
        edition=edition_of(setup).name,
        own_edition=setup.edition_file is not UNSET,
        preset=setup.preset,
        options=rules_of(setup).changes(),
        seats=setup.seats,
        move_seconds=setup.move_seconds or 0,
        bot_pause_ms=setup.bot_pause_ms or 0,
        public=setup.public,
    )


@lru_cache(maxsize=64)
def _read(text: str) -> Edition:
    return read_edition(text, "")
