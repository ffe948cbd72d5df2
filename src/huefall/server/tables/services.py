"""What every table needs from the house, and what it hands back to it: entries to be stored, letters to be sent."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from huefall.protocol.tables import Setup
from huefall.server.ops.engine import Engine
from huefall.server.ops.metrics import Metrics
from huefall.server.ops.workers import Workers
from huefall.server.store import Store, StoredEntry
from huefall.server.tables.audience import Letter
from huefall.server.tables.hint_worker import HintWorker


@dataclass(frozen=True, slots=True)
class Services:
    """What every table needs from the house."""

    store: Store
    engine: Engine
    thinkers: Workers
    metrics: Metrics
    fill: Callable[[Setup], Setup]  # checks a setup and adds the server's defaults
    adviser: HintWorker = field(default_factory=HintWorker)


@dataclass(slots=True)
class Batch:
    """What came of a few messages: what is to be stored, and what is to be sent afterwards, in order."""

    entries: list[StoredEntry] = field(default_factory=list)
    letters: list[Letter] = field(default_factory=list)
    changes_table: bool = False
    arrivals: list[float] = field(default_factory=list)  # of the moves that are acknowledged with it
