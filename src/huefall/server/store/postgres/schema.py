"""The schema of the database: one migration per version, all that are missing in one transaction.

A released migration is never edited. Nodes of two versions run side by side during an upgrade, so a function that changes
gets a new number, and a column that an older version uses stays.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence

import asyncpg

from huefall import __version__
from huefall.server.store.chain import ENTRY_VERSION
from huefall.server.store.errors import StoreError
from huefall.server.store.postgres.append_function import CREATE_APPEND_1
from huefall.server.store.postgres.session import Connection

#: The advisory lock under which one node at a time creates or migrates the schema: "HueF" in ASCII.
SCHEMA_LOCK = 0x48756546

#: How long a migration, or that of another node, may take.
MIGRATE_SECONDS = 3600.0

#: What nodes prove to each other that they belong to one service with.
SECRET_BYTES = 32

_CREATE_TABLES = """
    CREATE TABLE huefall.meta (version int NOT NULL, secret bytea NOT NULL);

    -- A row changes with every append. It has room to stay on its page, and no index on what changes: so PostgreSQL
    -- updates it in place (HOT), without touching an index.
    CREATE TABLE huefall.streams (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,  -- never used again
        name text COLLATE "C" NOT NULL UNIQUE,  -- table:k7m2qfxy
        last int NOT NULL,                      -- the number of its last entry
        hash bytea NOT NULL,                    -- of its last entry
        began bigint NOT NULL,                  -- time of its first entry, milliseconds since the epoch
        changed bigint NOT NULL,                -- time of its last entry
        owner bigint,                           -- nodes.id, of tables alone
        epoch bigint NOT NULL DEFAULT 0         -- raised whenever the owner changes
    ) WITH (fillfactor = 60);
    CREATE INDEX streams_owner ON huefall.streams (owner) WHERE owner IS NOT NULL;

    -- Without foreign keys: each row would cost a trigger.
    CREATE TABLE huefall.entries (
        stream bigint NOT NULL,   -- streams.id
        number int NOT NULL,      -- from 1, without gaps
        at bigint NOT NULL,       -- milliseconds since the epoch
        version int NOT NULL,     -- of what the data means
        data bytea NOT NULL,      -- JSON
        hash bytea NOT NULL,      -- of this entry and the hash before it
        PRIMARY KEY (stream, number)
    );
    CREATE TABLE huefall.snapshots (
        stream bigint PRIMARY KEY,  -- streams.id
        number int NOT NULL,        -- of the last entry it contains
        program text NOT NULL,      -- that can read it
        data bytea NOT NULL,
        hash bytea NOT NULL
    );
    CREATE TABLE huefall.nodes (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,  -- never used again
        name text NOT NULL,
        host text NOT NULL,
        port int NOT NULL,
        version text NOT NULL,
        seen_at timestamptz NOT NULL DEFAULT now(),
        is_draining bool NOT NULL DEFAULT false,
        tables int NOT NULL DEFAULT 0,
        connections int NOT NULL DEFAULT 0
    );
    CREATE TABLE huefall.work (name text COLLATE "C" PRIMARY KEY, node bigint NOT NULL);
    CREATE TABLE huefall.releases (entry_version int PRIMARY KEY, program text NOT NULL);
"""

#: Migration *n*, counted from 1, leads to version *n*: statements that are executed in turn.
MIGRATIONS: tuple[Sequence[str], ...] = ((_CREATE_TABLES, CREATE_APPEND_1),)

_HAS_SCHEMA = "SELECT to_regnamespace('huefall') IS NOT NULL"
_HAS_META = "SELECT to_regclass('huefall.meta') IS NOT NULL"
#: The program that first wrote entries of a version, for older programs that find them.
_NOTE_RELEASE = "INSERT INTO huefall.releases VALUES ($1, $2) ON CONFLICT DO NOTHING"


async def migrate(connection: Connection, where: str, migrations: Sequence[Sequence[str]] = MIGRATIONS) -> bytes:
    """Create or migrate the schema, while other nodes that start wait; return the secret of the service."""
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock($1)", SCHEMA_LOCK, timeout=MIGRATE_SECONDS)
        version = await read_version(connection, where, len(migrations))
        for number, statements in enumerate(migrations[version:], version + 1):
            if number == 1:
                await _begin(connection, where)
            for statement in statements:
                await connection.execute(statement, timeout=MIGRATE_SECONDS)
            if number == 1:
                secret = secrets.token_bytes(SECRET_BYTES)
                await connection.execute("INSERT INTO huefall.meta VALUES (1, $1)", secret)
            else:
                await connection.execute("UPDATE huefall.meta SET version = $1", number)
        if not await connection.fetchval("SELECT 1 FROM huefall.releases WHERE entry_version = $1", ENTRY_VERSION):
            await connection.execute(_NOTE_RELEASE, ENTRY_VERSION, __version__)
        return bytes(await connection.fetchval("SELECT secret FROM huefall.meta"))


async def read_version(connection: Connection, where: str, newest: int = len(MIGRATIONS)) -> int:
    """Return the version of the schema, 0 if there is none; raise ``StoreError`` if it is newer, or not Huefall's."""
    if not await connection.fetchval(_HAS_META):
        return 0
    try:
        async with connection.transaction():
            version = await connection.fetchval("SELECT max(version) FROM huefall.meta")
    except asyncpg.UndefinedColumnError:
        version = None
    if version is None:
        raise StoreError(f"{where}: its schema huefall is not Huefall's: give another database")
    if version > newest:
        raise StoreError(
            f"{where} was written by a newer Huefall (its schema is version {version}, and this one knows {newest}): "
            "run the newer one, or give another database"
        )
    return int(version)


async def _begin(connection: Connection, where: str) -> None:
    encoding = await connection.fetchval("SELECT current_setting('server_encoding')")
    if encoding != "UTF8":
        raise StoreError(f"{where}: its encoding is {encoding}, not UTF8: create it with createdb --encoding=UTF8")
    # Where the schema is there, the user may have no right to create one.
    if not await connection.fetchval(_HAS_SCHEMA):
        await connection.execute("CREATE SCHEMA huefall")
