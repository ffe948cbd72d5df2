"""What every run of the tests has: a header with the seed, so that a failure can be run again; the order of files; second tries."""

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

#: Where tests meet what nobody holds still: browsers, processes, connections, a machine with much to do. They get one second
#: try, and the run ends with what the first failed for. A rule that fails once has failed.
WORLDLY = ("arena", "browser", "server", "terminal")


def pytest_report_header() -> str:
    compiler = "on" if COMPILED else "off"
    return f"huefall: HUEFALL_GAMES={GAMES} HUEFALL_SEED={SEED}, compiler {compiler}"


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the longest files first; among the others the order stays by chance. Say what gets a second try."""
    here = Path(__file__).parent
    place = {here / name: number for number, name in enumerate(LONGEST)}
    items.sort(key=lambda item: place.get(item.path, len(LONGEST)))
    worldly = tuple(here / name for name in WORLDLY)
    for item in items:
        if any(item.path.is_relative_to(folder) for folder in worldly):
            item.add_marker(pytest.mark.flaky(reruns=1))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Show what failed at first: it is a fault of the test or, worse, of the program."""
    for report in terminalreporter.stats.get("rerun", []):
        terminalreporter.section(f"failed at first: {report.nodeid}", sep="-", yellow=True)
        terminalreporter.write_line(str(report.longrepr))
