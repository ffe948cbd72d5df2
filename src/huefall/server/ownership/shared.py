"""``SharedOwnership``: one of several nodes over a PostgreSQL database, which decides what belongs to whom.

Tested in tests/server/ownership/test_shared.py.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from huefall import __version__
from huefall.server.ownership import statements
from huefall.server.ownership.claims import Claims, FencedStore
from huefall.server.ownership.contract import Peer
from huefall.server.ownership.membership import HEARTBEAT_SECONDS, RETRY_SECONDS, Membership
from huefall.server.ownership.notices import NODES_CHANGED, TABLE_LOST, Notice, Notices, decode, encode
from huefall.server.ownership.session import Session

#: A node that has not renewed its row for so long is dead, even if its session looks alive.
DEAD_AFTER_SECONDS = 3.0

OWN_TOPICS = frozenset({NODES_CHANGED, TABLE_LOST})


class SharedOwnership:
    """An ``Ownership`` among other nodes. All nodes must have the same ``dead_after_seconds``."""

    is_shared = True

    def __init__(
        self,
        url: str,
        store: FencedStore,
        *,
        name: str,
        host: str,
        version: str = __version__,
        dead_after_seconds: float = DEAD_AFTER_SECONDS,
        heartbeat_seconds: float = HEARTBEAT_SECONDS,
        retry_seconds: float = RETRY_SECONDS,
    ) -> None:
        queries = statements.Statements(dead_after_seconds)
        self._session = Session(url, self._wake)
        self._membership = Membership(
            self._session,
            store,
            queries,
            (name, host, 0, version),
            lease_seconds=dead_after_seconds,
            heartbeat_seconds=heartbeat_seconds,
            retry_seconds=retry_seconds,
        )
        self._claims = Claims(self._session, store, queries, self._substitute)
        self._notices = Notices()

    @property
    def node(self) -> Peer:
        return self._membership.node

    @property
    def peers(self) -> Sequence[Peer]:
        return self._membership.peers

    @property
    def secret(self) -> bytes:
        return self._membership.secret

    @property
    def holds_lease(self) -> bool:
        return self._membership.holds_lease

    async def start(self, port: int, tables: Callable[[], int], connections: Callable[[], int]) -> None:
        self._membership.set_port(port)
        self._membership.tables, self._membership.connections = tables, connections
        await self._membership.start(self._hear, self._claims.compare, self._claims.lose_all)

    async def stop(self) -> None:
        await self._claims.stop()
        await self._membership.stop()

    async def drain(self) -> None:
        await self._membership.drain()

    async def claim_table(self, code: str) -> None:
        await self._claims.claim(code)

    async def release_table(self, code: str) -> None:
        await self._claims.release(code)

    def on_table_lost(self, listener: Callable[[str], None]) -> None:
        self._claims.lost_listeners.append(listener)

    async def claim_work(self, name: str) -> bool:
        return await self._claims.claim_work(name)

    async def release_work(self, name: str) -> None:
        await self._claims.release_work(name)

    async def tell(self, topic: str, text: str) -> None:
        if topic in OWN_TOPICS:
            raise ValueError(f"the topic {topic} is the nodes' own: choose another one")
        await self._session.fetch(statements.TELL, encode(Notice(topic, text, self.node.id)))

    def on_told(self, topic: str, listener: Callable[[str], None]) -> None:
        self._notices.listen(topic, listener)

    def on_peers_changed(self, listener: Callable[[], None]) -> None:
        self._membership.changed_listeners.append(listener)

    def _hear(self, payload: str) -> None:
        """Take a notice from the database; a node's own ones come back to it."""
        notice = decode(payload)
        if notice is None or notice.sender == self.node.id:
            return
        if notice.topic == TABLE_LOST:
            self._claims.hear(notice)
        elif notice.topic == NODES_CHANGED:
            self._wake()
        else:
            self._notices.deliver(notice)

    def _wake(self) -> None:
        self._membership.wake()

    def _substitute(self) -> Peer | None:
        """Return the node that takes tables instead of this one if it is draining: the one with the fewest tables."""
        others = [peer for peer in self.peers if not peer.is_draining] if self._membership.is_draining else []
        return min(others, key=lambda peer: peer.tables, default=None)
