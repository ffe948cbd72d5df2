"""One calm server for all tests that need no other."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.server.house import House, running


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with running(tmp_path_factory.mktemp("house"), max_tables=10_000) as house:
        house.wait_for("the rules are ready")
        yield house
