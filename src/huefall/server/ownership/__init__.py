"""Which tables and which background work belong to this node (docs/decisions/0023-many-nodes.md)."""

from huefall.server.ownership.contract import OwnedElsewhere, Ownership, Peer, TableMoving
from huefall.server.ownership.sole import SoleNode

__all__ = ["OwnedElsewhere", "Ownership", "Peer", "SoleNode", "TableMoving"]
