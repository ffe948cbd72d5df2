"""The collector's settings: loaded objects are not visited again, and later cycles are still freed."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest

from huefall.server.ops.garbage import ALLOCATIONS_PER_COLLECTION, exempt_loaded_objects


class Knot:
    """An object that refers to itself, so that only the collector can free it."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture(autouse=True)
def _settings_are_restored() -> Iterator[None]:
    before = gc.get_threshold()
    yield
    gc.unfreeze()
    gc.set_threshold(*before)


def test_loaded_objects_are_exempt() -> None:
    loaded = Knot()
    exempt_loaded_objects()
    assert gc.get_freeze_count() > 0
    assert not any(visited is loaded for visited in gc.get_objects())


def test_garbage_is_collected_before_the_rest_is_exempt() -> None:
    garbage = weakref.ref(Knot())
    exempt_loaded_objects()
    assert garbage() is None


def test_cycles_made_later_are_freed_by_themselves() -> None:
    exempt_loaded_objects()
    assert gc.get_threshold()[0] == ALLOCATIONS_PER_COLLECTION
    garbage = weakref.ref(Knot())
    kept = [[] for _ in range(2 * ALLOCATIONS_PER_COLLECTION)]  # type: ignore[var-annotated]
    assert garbage() is None, f"{len(kept)} allocations did not start a collection"
