"""Finds out whether a full disk has room again. Tested in tests/server/store/test_sqlite.py."""

from __future__ import annotations

import apsw

from huefall.server.store.migrations import run

#: Larger than a batch of a busy server, so that play does not go on only to stop again.
_PROBE = """
    CREATE TABLE IF NOT EXISTS space_probe (data BLOB);
    INSERT INTO space_probe VALUES (zeroblob(262144));
"""
_REMOVE_PROBE = "DROP TABLE space_probe"


def probe_space(connection: apsw.Connection) -> None:
    """Write as much as a busy moment does, and delete it again; raises ``apsw.FullError`` if there is no room."""
    run(connection, _PROBE)
    run(connection, _REMOVE_PROBE)
