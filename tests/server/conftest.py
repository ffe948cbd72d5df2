"""One calm server for all tests that need no other."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.server.house import House, running

from huefall.game.ready import prepare_search


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    prepare_search()  # hints are given from the first move on
    with running(tmp_path_factory.mktemp("house"), max_tables=10_000) as house:
        house.wait_for("the rules are ready")
        yield house
