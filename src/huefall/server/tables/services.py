"""What every table shares with the others, and the result of one batch of messages.

Tested in tests/server/tables/test_table.py.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from msgspec import Struct

from huefall.protocol.tables import TableSetup
from huefall.server.ops.clock import Clock
from huefall.server.ops.engine import Engine
from huefall.server.ops.metrics import Metrics
from huefall.server.ownership import Ownership, SoleNode
from huefall.server.store import Store, StoredEntry
from huefall.server.tables.audience import Outgoing
from huefall.server.tables.bot_pool import BotPool
from huefall.server.tables.hint_worker import HintWorker
from huefall.server.tables.inbox import RELOADED
from huefall.server.tables.match_start import CONTRIBUTION_SECONDS


@dataclass(frozen=True, slots=True)
class Services:
    """What all tables of a server share."""

    store: Store
    engine: Engine
    bot_pool: BotPool
    metrics: Metrics
    fill_setup: Callable[[TableSetup], TableSetup]  # checks a setup and fills in the server's defaults
    hint_worker: HintWorker = field(default_factory=HintWorker)
    #: The seat of a person who has lost the connection is protected for this long.
    grace_ms: int = 60_000
    #: A start waits this long for seals, and then for contributions; 0: for nobody.
    contribution_seconds: float = CONTRIBUTION_SECONDS
    clock: Clock = field(default_factory=Clock)
    ownership: Ownership = field(default_factory=SoleNode)


class Batch(Struct):
    """What a batch of messages came to: entries to store, then messages to send, both in order."""

    entries: list[StoredEntry] = []
    outgoing: list[Outgoing] = []
    changes_table: bool = False
    goes_on: bool = True  # whether the table goes on after it
    goodbye: tuple[str, str] = RELOADED  # reason and sentence for all clients, if it does not go on
    removed: set[str] = set()  # guests who have deleted everything about themselves
    arrivals: list[float] = []  # when the moves acknowledged by this batch arrived
