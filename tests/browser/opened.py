"""A house with tables in it that stand where a test wants them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.browser.tables import Place, Scene, furnish
from tests.server.house import House, running


@dataclass(frozen=True)
class Venue:
    """A running server and its tables, by the names of their scenes."""

    house: House
    places: Mapping[str, Place]

    @property
    def url(self) -> str:
        return self.house.url


@contextmanager
def opened(data: Path, scenes: Mapping[str, Scene] | None = None, **settings: object) -> Iterator[Venue]:
    """Open a house in which these tables are being played at."""
    places = furnish(data, scenes or {})
    with running(data, **settings) as house:
        house.wait_for("tables are open")
        yield Venue(house, places)
