"""The rules are compiled before the commands are tested, so that no test reads the notice instead of its answer."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from huefall.game.ready import prepare_rules


@pytest.fixture(autouse=True, scope="session")
def compiled() -> None:
    """Compile the rules, unless that has been done."""
    prepare_rules()


@pytest.fixture
def little_room() -> Iterator[None]:
    """Let no file grow beyond a thousand bytes, as on a disk that is full."""
    resource = pytest.importorskip("resource")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, before)
