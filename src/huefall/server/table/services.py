"""What every table needs from the house, and what it hands back to it: entries to be stored, letters to be sent."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from huefall.protocol.tables import Setup
from huefall.server.engine import Engine
from huefall.server.hints import Adviser
from huefall.server.metrics import Metrics
from huefall.server.store import Entry, Store
from huefall.server.table.audience import Letter
from huefall.server.workers import Workers


@dataclass(frozen=True, slots=True)
class Services:
    """What every table needs from the house."""

    store: Store
    engine: Engine
    thinkers: Workers
    metrics: Metrics
    fill: Callable[[Setup], Setup]  # checks a setup and adds the server's defaults
    adviser: Adviser = field(default_factory=Adviser)


@dataclass(slots=True)
class Batch:
    """What came of a few messages: what is to be stored, and what is to be sent afterwards, in order."""

    entries: list[Entry] = field(default_factory=list)
    letters: list[Letter] = field(default_factory=list)
    changes_table: bool = False
    arrivals: list[float] = field(default_factory=list)  # of the moves that are acknowledged with it


def stream_of(code: str) -> str:
    """Name the stream of a table's entries."""
    return f"table:{code}"
