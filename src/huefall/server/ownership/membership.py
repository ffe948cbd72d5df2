"""``Membership``: a node among the others. It joins, shows every second that it lives, and comes back after it was cut off.

Tested in tests/server/ownership/test_shared.py.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable, Sequence

import asyncpg
import structlog

from huefall.server.ownership import notices, statements
from huefall.server.ownership.claims import FencedStore, read_peer
from huefall.server.ownership.contract import Peer
from huefall.server.ownership.session import DatabaseAway, Session

log = structlog.stdlib.get_logger()

#: How often a node shows that it lives.
HEARTBEAT_SECONDS = 1.0

#: When it is tried to connect again: at first, and at most; doubled in between.
RETRY_SECONDS = 0.2
MAX_RETRY_SECONDS = 5.0

#: How often the rows of nodes that are long dead are deleted.
FORGET_SECONDS = 3600.0


class Membership:
    """One node's place in the table of nodes."""

    def __init__(
        self,
        session: Session,
        store: FencedStore,
        queries: statements.Statements,
        identity: tuple[str, str, int, str],
        *,
        lease_seconds: float,
        heartbeat_seconds: float = HEARTBEAT_SECONDS,
        retry_seconds: float = RETRY_SECONDS,
    ) -> None:
        self.peers: Sequence[Peer] = ()
        self.secret = b""
        self.is_draining = False
        self.changed_listeners: list[Callable[[], None]] = []
        self.tables: Callable[[], int] = int
        self.connections: Callable[[], int] = int
        self._session = session
        self._store = store
        self._queries = queries
        self._identity = identity  # name, host, port, version
        self._lease_seconds = lease_seconds
        self._lease_ends_at = 0.0  # by the steady clock
        self._lease_timer: asyncio.TimerHandle | None = None
        self._heartbeat_seconds = heartbeat_seconds
        self._retry_seconds = retry_seconds
        self._forgot_at = -FORGET_SECONDS
        self._wake = asyncio.Event()
        self._is_stopping = False
        self._task: asyncio.Task[None] | None = None

    @property
    def node(self) -> Peer:
        return Peer(self._store.node_id, *self._identity, self.is_draining, self.tables(), self.connections())

    @property
    def holds_lease(self) -> bool:
        """Whether nobody can have taken this node for dead because it was silent."""
        return time.monotonic() < self._lease_ends_at

    def set_port(self, port: int) -> None:
        """Set where other nodes reach this one, before it joins them."""
        name, host, _, version = self._identity
        self._identity = (name, host, port, version)

    def wake(self) -> None:
        """Look at once: nodes have changed, or the session has ended."""
        self._wake.set()

    async def start(
        self, hear: Callable[[str], None], compare: Callable[[], Awaitable[None]], lose_all: Callable[[], None]
    ) -> None:
        """Join, and stay. ``compare`` is awaited whenever this node may own other tables than it believes."""
        self._hear, self._compare, self._lose_all = hear, compare, lose_all
        await self._join()
        await self._beat()
        await self._announce()
        self._task = asyncio.create_task(self._stay())

    async def drain(self) -> None:
        """Let all nodes know that this one takes no more tables; if the database is away, the next heartbeat does."""
        self.is_draining = True
        with contextlib.suppress(DatabaseAway):
            await self._session.fetch(statements.DRAIN, self._store.node_id)
            await self._announce()

    async def stop(self) -> None:
        """Leave: what this node had is free at once."""
        self._is_stopping = True
        if self._lease_timer is not None:
            self._lease_timer.cancel()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        with contextlib.suppress(DatabaseAway, asyncpg.PostgresError):
            await self._session.fetch(statements.LEAVE, self._store.node_id)
            self._store.epochs.clear()
            await self._announce()
        await self._session.close()

    async def _stay(self) -> None:
        """Renew this node's row, and connect again when the session has ended."""
        delay = self._retry_seconds
        while not self._is_stopping:
            if self._session.is_open:
                # Not wait_for: in Python 3.11 it swallows a cancellation that comes together with the event.
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(self._heartbeat_seconds):
                        await self._wake.wait()
            self._wake.clear()
            was_away = not self._session.is_open
            try:
                if was_away:
                    await asyncio.sleep(delay)
                    delay = max(delay, min(delay * 2, MAX_RETRY_SECONDS))
                    await self._join()
                    await self._compare()
                await self._beat(tell_anyway=was_away)
                delay = self._retry_seconds
                if was_away:
                    log.info("this node is back among the nodes", event_id="node_back", node=self._store.node_id)
                    await self._announce()
            except DatabaseAway as error:
                log.warning("this node cannot show that it lives", event_id="node_cut_off", reason=str(error))
                if not (was_away or self._session.is_open or self.holds_lease):
                    # On a dead network the store would wait for its own answers much longer, and clients with it.
                    self._store.note_away(str(error))
            except Exception:
                log.exception("this node cannot show that it lives", event_id="heartbeat_failed")

    async def _join(self) -> None:
        """Open the session, under the id this node had if it still has a row, and lock it."""
        await self._session.open(statements.CHANNEL, self._hear)
        try:
            rows = await self._session.fetch(statements.SECRET)
            self.secret = bytes(rows[0]["secret"])
            before = self._store.node_id
            rows = await self._session.fetch(statements.REJOIN, before, *self._identity[:3]) if before else []
            if not rows:
                rows = await self._session.fetch(statements.JOIN, *self._identity)
            node = int(rows[0]["id"])
            await self._lock(node)
        except BaseException:
            self._session.drop()
            raise
        self._store.node_id = node
        if node != before:
            self._lose_all()

    async def _lock(self, node: int) -> None:
        """Take the lock that says that this node lives, from an earlier session of its own if need be."""
        if not await self._try_lock(node):
            await self._session.fetch(statements.END_EARLIER, node)
            if not await self._try_lock(node):
                raise DatabaseAway(f"another session has the lock of node {node}")

    async def _try_lock(self, node: int) -> bool:
        rows = await self._session.fetch(statements.TRY_LOCK, node)
        return bool(rows[0]["is_locked"])

    async def _beat(self, *, tell_anyway: bool = False) -> None:
        """Show that this node lives, and see who else does."""
        began = time.monotonic()
        rows = await self._session.fetch(
            self._queries.heartbeat, self._store.node_id, self.tables(), self.connections(), self.is_draining
        )
        if not rows:  # deleted as long dead: come back as a new node
            self._session.drop()
            raise DatabaseAway("this node's row was deleted")
        self._renew_lease(began)
        peers = [read_peer(row) for row in rows if row["id"] is not None]
        before, self.peers = self.peers, peers
        if tell_anyway or {_essence(peer) for peer in before} != {_essence(peer) for peer in peers}:
            notices.call(self.changed_listeners)
        if rows[0]["owned"] != len(self._store.epochs):
            await self._compare()
        if time.monotonic() - self._forgot_at > FORGET_SECONDS:
            self._forgot_at = time.monotonic()
            await self._session.fetch(statements.FORGET_NODES, self._store.node_id)

    def _renew_lease(self, began: float) -> None:
        """Count from before the statement was sent: the database has noted a later time."""
        self._lease_ends_at = began + self._lease_seconds
        if self._lease_timer is not None:
            self._lease_timer.cancel()
        delay = self._lease_ends_at - time.monotonic()
        self._lease_timer = asyncio.get_running_loop().call_later(delay, self._end_lease)

    def _end_lease(self) -> None:
        """Stop serving tables that another node may have taken: nobody would tell their clients what happens there."""
        log.warning("this node gives its tables up: it could not show that it lives", event_id="lease_ended")
        self._lose_all()

    async def _announce(self) -> None:
        """Let the others look at once, instead of within a second."""
        notice = notices.Notice(notices.NODES_CHANGED, "", self._store.node_id)
        await self._session.fetch(statements.TELL, notices.encode(notice))


def _essence(peer: Peer) -> tuple[int, bool]:
    return peer.id, peer.is_draining
