"""A header that says how much is played and from which seed, so that a failure can be run again."""

from __future__ import annotations

from tests.scale import GAMES, SEED

from huefall.kernel.compiler import COMPILED


def pytest_report_header() -> str:
    compiler = "on" if COMPILED else "off"
    return f"huefall: HUEFALL_GAMES={GAMES} HUEFALL_SEED={SEED}, compiler {compiler}"
