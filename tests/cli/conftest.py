"""The rules are compiled before the commands are tested, so that no test reads the notice instead of its answer."""

from __future__ import annotations

import pytest

from huefall.game.ready import get_ready


@pytest.fixture(autouse=True, scope="session")
def compiled() -> None:
    """Compile the rules, unless that has been done."""
    get_ready()
