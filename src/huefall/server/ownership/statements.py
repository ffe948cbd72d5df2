"""The statements by which nodes join, live, and claim tables and work. Tested in tests/server/ownership/test_shared.py.

A node lives if its session holds its advisory lock, which nobody takes to look, **and** its row was renewed by the clock
of the database within ``dead_after`` seconds. A statement that asks who lives sees the rows and the time of its beginning.
"""

# ruff: noqa: S608  # statements are put together from constants of this module alone

from __future__ import annotations

#: The first of the two numbers of a node's advisory lock, "HUEF"; the second one is the node's id. Locks with one number
#: are another space.
LOCK_CLASS = 0x48554546

#: Where all nodes of a database listen.
CHANNEL = "huefall"

#: Rows of nodes that nobody has heard of for so long are deleted.
FORGET_AFTER = "1 day"

_PEER = "id, name, host, port, version, is_draining, tables, connections, seen_seconds"

_LOCKS = f"""
    SELECT held.objid::bigint AS node, held.pid FROM pg_locks AS held
    WHERE held.locktype = 'advisory' AND held.classid = {LOCK_CLASS} AND held.objsubid = 2 AND held.granted
      AND held.database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""

SECRET = "SELECT secret FROM huefall.meta"  # noqa: S105

JOIN = """
    INSERT INTO huefall.nodes (name, host, port, version, seen_at, is_draining, tables, connections)
    VALUES ($1, $2, $3, $4, clock_timestamp(), false, 0, 0) RETURNING id
"""

#: By name and address, too: a database that has lost its last seconds may give an id away twice.
REJOIN = """
    UPDATE huefall.nodes SET seen_at = clock_timestamp()
    WHERE id = $1 AND name = $2 AND host = $3 AND port = $4 RETURNING id
"""

TRY_LOCK = f"SELECT pg_try_advisory_lock({LOCK_CLASS}, $1::int) AS is_locked"

#: Ends an earlier session of this node, of which the server has not noticed yet that it is over.
END_EARLIER = f"""
    SELECT pg_terminate_backend(held.pid, 1000) FROM ({_LOCKS}) AS held
    WHERE held.node = $1 AND held.pid <> pg_backend_pid()
"""

DRAIN = "UPDATE huefall.nodes SET is_draining = true WHERE id = $1"

FORGET_NODES = f"DELETE FROM huefall.nodes WHERE seen_at < now() - interval '{FORGET_AFTER}' AND id <> $1"

TELL = f"SELECT pg_notify('{CHANNEL}', $1)"

#: What this node has according to the database, and what has become of what it believes to have.
COMPARE = """
    SELECT name, owner, epoch FROM huefall.streams WHERE owner = $1
    UNION SELECT name, owner, epoch FROM huefall.streams WHERE name = ANY($2::text[])
"""

RELEASE_TABLE = "UPDATE huefall.streams SET owner = NULL WHERE name = $1 AND owner = $2 AND epoch = $3"

RELEASE_WORK = "DELETE FROM huefall.work WHERE name = $1 AND node = $2"

#: In one statement, so that nobody sees a node that has left and still owns something.
LEAVE = """
    WITH tables AS (UPDATE huefall.streams SET owner = NULL WHERE owner = $1),
         work AS (DELETE FROM huefall.work WHERE node = $1)
    DELETE FROM huefall.nodes WHERE id = $1
"""


class Statements:
    """The statements that depend on when a node is dead."""

    def __init__(self, dead_after_seconds: float) -> None:
        living = f"""
            living AS MATERIALIZED (
                SELECT node.id, node.name, node.host, node.port, node.version, node.is_draining, node.tables,
                       node.connections, extract(epoch FROM now() - node.seen_at)::float AS seen_seconds
                FROM huefall.nodes AS node JOIN ({_LOCKS}) AS held ON held.node = node.id
                WHERE node.seen_at > now() - interval '{dead_after_seconds} seconds')
        """
        peer = ", ".join(f"living.{column}" for column in _PEER.split(", "))

        #: Renews this node's row; returns the living, at least one row, or none if this node's row is gone. It need not
        #: wait for the disk.
        self.heartbeat = f"""
            WITH {living},
                 renewed AS (
                     UPDATE huefall.nodes
                     SET seen_at = clock_timestamp(), tables = $2, connections = $3, is_draining = $4
                     WHERE id = $1 RETURNING id)
            SELECT {peer}, (SELECT count(*) FROM huefall.streams WHERE owner = $1) AS owned,
                   set_config('synchronous_commit', 'off', true)
            FROM renewed LEFT JOIN living ON living.id <> renewed.id
        """

        #: Takes tables ($1) for a node ($2) if it may take any ($3); returns all of them as they were before, and the new
        #: epochs. Those that somebody else is writing to are left alone, so that it never waits. A last owner that only
        #: seems to be dead is told.
        self.claim_tables = f"""
            WITH {living},
                 free AS (
                     SELECT stream.id FROM huefall.streams AS stream
                     WHERE stream.name = ANY($1::text[]) AND $3
                       AND (stream.owner IS NULL
                            OR (stream.owner <> $2 AND stream.owner NOT IN (SELECT living.id FROM living)))
                     FOR UPDATE OF stream SKIP LOCKED),
                 taken AS (
                     UPDATE huefall.streams AS stream SET owner = $2, epoch = stream.epoch + 1
                     FROM free WHERE stream.id = free.id RETURNING stream.id, stream.epoch)
            SELECT stream.name AS stream, stream.owner, stream.epoch, taken.epoch AS taken, {peer},
                   CASE WHEN taken.epoch IS NOT NULL AND stream.owner <> $2 THEN pg_notify(
                       '{CHANNEL}',
                       json_build_object('topic', 'table_lost', 'text', substr(stream.name, 7), 'sender', $2::bigint,
                                         'epoch', taken.epoch)::text) END
            FROM huefall.streams AS stream
            LEFT JOIN taken ON taken.id = stream.id LEFT JOIN living ON living.id = stream.owner
            WHERE stream.name = ANY($1::text[])
        """

        #: Writes nothing if a living node has the work already.
        self.claim_work = f"""
            WITH {living},
                 taken AS (
                     INSERT INTO huefall.work (name, node)
                     SELECT $1, $2 WHERE NOT EXISTS (
                         SELECT FROM huefall.work WHERE work.name = $1
                            AND (work.node = $2 OR work.node IN (SELECT living.id FROM living)))
                     ON CONFLICT (name) DO UPDATE SET node = excluded.node
                     WHERE work.node <> $2 AND work.node NOT IN (SELECT living.id FROM living)
                     RETURNING work.node)
            SELECT EXISTS (SELECT FROM taken)
                   OR EXISTS (SELECT FROM huefall.work WHERE work.name = $1 AND work.node = $2) AS is_ours
        """
