"""``SoleNode``: a server that is alone with its store and owns everything. Tested in tests/server/ownership/test_contract.py."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from huefall import __version__
from huefall.server.ownership.contract import Peer


class SoleNode:
    """An ``Ownership`` without other nodes."""

    is_shared = False
    holds_lease = True
    peers: Sequence[Peer] = ()
    secret = b""

    def __init__(self) -> None:
        self._tables: Callable[[], int] = int
        self._connections: Callable[[], int] = int

    @property
    def node(self) -> Peer:
        return Peer(1, "this server", "", 0, __version__, tables=self._tables(), connections=self._connections())

    async def start(self, port: int, tables: Callable[[], int], connections: Callable[[], int]) -> None:  # noqa: ARG002  # as in the contract
        self._tables, self._connections = tables, connections

    async def stop(self) -> None:
        pass

    async def drain(self) -> None:
        pass  # there is nobody who could take the tables

    async def claim_table(self, code: str) -> None:
        pass

    async def release_table(self, code: str) -> None:
        pass

    def on_table_lost(self, listener: Callable[[str], None]) -> None:
        pass

    async def claim_work(self, name: str) -> bool:  # noqa: ARG002  # as in the contract
        return True

    async def release_work(self, name: str) -> None:
        pass

    async def tell(self, topic: str, text: str) -> None:
        pass

    def on_told(self, topic: str, listener: Callable[[str], None]) -> None:
        pass

    def on_peers_changed(self, listener: Callable[[], None]) -> None:
        pass
