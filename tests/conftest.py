"""A header that says how much is played and from which seed, so that a failure can be run again; and the order of files."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.scale import GAMES, SEED

from huefall.kernel.compiler import COMPILED

#: The files that take longest, longest first. Side by side they are begun first: whoever is begun last keeps the others
#: waiting, and files stay whole.
LONGEST = (
    "lockstep/test_lockstep.py",
    "browser/test_screens_en.py",
    "browser/test_screens_zh_hant.py",
    "server/test_crash.py",
    "view/test_view.py",
    "browser/test_match.py",
    "kernel/test_determinism.py",
    "arena/test_arena.py",
    "browser/test_two.py",
    "browser/test_room.py",
    "browser/test_review.py",
    "browser/test_watching.py",
    "browser/test_connection.py",
    "kernel/test_batch.py",
    "server/test_leak.py",
    "server/test_play.py",
    "server/table/test_telling.py",
    "server/test_fuzz.py",
    "server/test_fuzz_http.py",
    "bots/test_default.py",
    "game/test_events.py",
    "server/test_api_schema.py",
    "server/test_play_on.py",
    "server/test_reviews.py",
)


def pytest_report_header() -> str:
    compiler = "on" if COMPILED else "off"
    return f"huefall: HUEFALL_GAMES={GAMES} HUEFALL_SEED={SEED}, compiler {compiler}"


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the longest files first; among the others the order stays by chance."""
    here = Path(__file__).parent
    place = {here / name: number for number, name in enumerate(LONGEST)}
    items.sort(key=lambda item: place.get(item.path, len(LONGEST)))
