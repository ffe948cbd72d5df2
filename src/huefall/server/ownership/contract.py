"""``Ownership``: which tables and which background work belong to this node, and which nodes there are.

A server over SQLite is the only node and owns everything (``sole``); over PostgreSQL the database decides (``shared``).
Tested in tests/server/ownership/test_contract.py.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from msgspec import Struct

from huefall.server.refusal import Refusal


class Peer(Struct, frozen=True):
    """A node of the service, as the database lists it."""

    id: int  # never used again
    name: str  # "cards-2:8000"
    host: str  # where other nodes reach it
    port: int
    version: str  # "0.9.0"
    is_draining: bool = False  # takes no more tables
    tables: int = 0
    connections: int = 0
    seen_seconds: float = 0.0  # since it was last heard of


class OwnedElsewhere(Exception):
    """A table belongs to another node."""

    def __init__(self, code: str, owner: Peer) -> None:
        super().__init__(f"table {code} belongs to node {owner.name}")
        self.code = code
        self.owner = owner


class Ownership(Protocol):
    """What belongs to this node. Call its methods on the event loop of the server."""

    @property
    def is_shared(self) -> bool:
        """Whether there may be other nodes."""
        ...

    @property
    def node(self) -> Peer:
        """Return what the others know of this node."""
        ...

    @property
    def peers(self) -> Sequence[Peer]:
        """The other nodes that live, as of the last second."""
        ...

    @property
    def secret(self) -> bytes:
        """What proves to other nodes that this is one of them; empty if there are none."""
        ...

    @property
    def holds_lease(self) -> bool:
        """Whether what this node believes to own cannot have been taken because it was silent for too long."""
        ...

    async def start(self, port: int, tables: Callable[[], int], connections: Callable[[], int]) -> None:
        """Join the service; other nodes reach this one at ``port``, and the two functions count what the list of nodes shows."""
        ...

    async def stop(self) -> None:
        """Leave the service; what still belongs to this node may be claimed by others at once."""
        ...

    async def drain(self) -> None:
        """Take no more tables from now on."""
        ...

    async def claim_table(self, code: str) -> None:
        """Make this node the owner of a table.

        Raises ``OwnedElsewhere`` if another living node owns it, or if this node is draining and another one can take it.
        A table that does not exist can be claimed, and that means nothing. A new table belongs to the node that stores its
        first entry.
        """
        ...

    async def release_table(self, code: str) -> None:
        """Give up a table; all appends to it must have returned. One that is not owned is ignored."""
        ...

    def on_table_lost(self, listener: Callable[[str], None]) -> None:
        """Call ``listener`` with the code of each table that another node has taken, as soon as this node knows."""
        ...

    async def claim_work(self, name: str) -> bool:
        """Return whether this node may do a piece of work: nobody else who lives has claimed it."""
        ...

    async def release_work(self, name: str) -> None:
        """Give up a piece of work, done or not."""
        ...

    async def tell(self, topic: str, text: str) -> None:
        """Tell all other nodes something; ``text`` is at most 4,000 bytes. Nodes that are away miss it."""
        ...

    def on_told(self, topic: str, listener: Callable[[str], None]) -> None:
        """Call ``listener`` with every text that another node tells about a topic."""
        ...

    def on_peers_changed(self, listener: Callable[[], None]) -> None:
        """Call ``listener`` when nodes have come or gone, or when this node was cut off and may have missed something."""
        ...


class TableMoving(Refusal):
    """A table is on its way from one node to another: try again in a moment."""

    def __init__(self, code: str) -> None:
        super().__init__(
            "table_moved", f"table {code} is moving to another machine: try again in a moment", retry_after=1
        )
