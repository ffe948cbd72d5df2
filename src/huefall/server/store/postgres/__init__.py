"""The store in PostgreSQL, which several nodes share (docs/decisions/0023-many-nodes.md)."""

from huefall.server.store.postgres.store import PostgresStore

__all__ = ["PostgresStore"]
