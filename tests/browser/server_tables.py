"""Tables of a running server in positions that a test needs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from tests.browser.tables import Scene, StoredTable, store_table
from tests.server.server_process import ServerProcess, running_server


class ServerTables:
    """A running server and its tables by the names of their scenes. A table is set up when it is first asked for."""

    def __init__(
        self, server: ServerProcess, scenes: Mapping[str, Scene], shared: dict[str, StoredTable] | None = None
    ) -> None:
        """``shared`` keeps the tables that no test changes; all tests of the server use the same."""
        self.server = server
        self._scenes = scenes
        self._own: dict[str, StoredTable] = {}
        self._shared = self._own if shared is None else shared

    @property
    def url(self) -> str:
        return self.server.url

    def __getitem__(self, name: str) -> StoredTable:
        scene = self._scenes[name]
        kept, key = (self._shared, repr(scene)) if scene.is_shared else (self._own, name)
        if key not in kept:
            kept[key] = store_table(self.server.data, scene)
        return kept[key]


@contextmanager
def serving(data: Path, scenes: Mapping[str, Scene] | None = None, **settings: object) -> Iterator[ServerTables]:
    """Run a server with these tables, outside of a test run."""
    with running_server(data, **settings) as server:
        server.wait_for("tables_open")
        yield ServerTables(server, scenes or {})
