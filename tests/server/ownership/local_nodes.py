"""Several nodes in one process that share who owns what, without a database."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from huefall.server.ownership import OwnedElsewhere, Peer


class LocalService:
    """What the database knows."""

    def __init__(self) -> None:
        self.nodes: list[LocalNode] = []
        self.owners: dict[str, LocalNode] = {}
        self.work: dict[str, LocalNode] = {}

    def join(self) -> LocalNode:
        node = LocalNode(self, len(self.nodes) + 1)
        self.nodes.append(node)
        return node


class LocalNode:
    """An ``Ownership`` among others."""

    is_shared = True
    holds_lease = True
    secret = b"secret"

    def __init__(self, service: LocalService, number: int) -> None:
        self._service = service
        self.is_draining = False
        self.is_dead = False
        self._number = number
        self._lost: list[Callable[[str], None]] = []
        self._told: dict[str, list[Callable[[str], None]]] = {}
        self._changed: list[Callable[[], None]] = []

    @property
    def node(self) -> Peer:
        return Peer(self._number, f"node {self._number}", "127.0.0.1", 0, "0.0.0", self.is_draining)

    @property
    def peers(self) -> Sequence[Peer]:
        return [other.node for other in self._service.nodes if other is not self and not other.is_dead]

    async def start(self, port: int, tables: Callable[[], int], connections: Callable[[], int]) -> None:
        """Do nothing: joining was enough."""

    async def stop(self) -> None:
        self.die()

    async def drain(self) -> None:
        self.is_draining = True

    def die(self) -> None:
        """Let the others take everything from now on, and notice it."""
        self.is_dead = True
        for other in self._service.nodes:
            for listener in other._changed:
                listener()

    async def claim_table(self, code: str) -> None:
        owner = self._service.owners.get(code)
        if owner is not None and owner is not self and not owner.is_dead:
            raise OwnedElsewhere(code, owner.node)
        substitute = next((peer for peer in self.peers if not peer.is_draining), None)
        if self.is_draining and owner is not self and substitute is not None:
            raise OwnedElsewhere(code, substitute)
        self._service.owners[code] = self
        if owner is not None and owner is not self:
            for listener in owner._lost:
                listener(code)

    async def release_table(self, code: str) -> None:
        if self._service.owners.get(code) is self:
            del self._service.owners[code]

    def on_table_lost(self, listener: Callable[[str], None]) -> None:
        self._lost.append(listener)

    async def claim_work(self, name: str) -> bool:
        doer = self._service.work.get(name)
        if doer is None or doer is self or doer.is_dead:
            self._service.work[name] = self
            return True
        return False

    async def release_work(self, name: str) -> None:
        if self._service.work.get(name) is self:
            del self._service.work[name]

    async def tell(self, topic: str, text: str) -> None:
        for other in self._service.nodes:
            if other is not self and not other.is_dead:
                for listener in other._told.get(topic, ()):
                    listener(text)

    def on_told(self, topic: str, listener: Callable[[str], None]) -> None:
        self._told.setdefault(topic, []).append(listener)

    def on_peers_changed(self, listener: Callable[[], None]) -> None:
        self._changed.append(listener)
