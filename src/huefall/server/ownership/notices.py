"""``Notices``: what nodes tell each other through the database, and who listens. Tested in tests/server/ownership/test_notices.py."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable

import msgspec
import structlog

log = structlog.stdlib.get_logger()

#: Topics of the nodes themselves: a table was taken from its owner, and nodes have come or gone.
TABLE_LOST = "table_lost"
NODES_CHANGED = "nodes_changed"

#: What a text may be, and what PostgreSQL carries; the rest is for JSON around the text, and within it.
MAX_TEXT_BYTES = 4000
MAX_NOTICE_BYTES = 7999


class Notice(msgspec.Struct, omit_defaults=True):
    topic: str
    text: str
    sender: int  # the id of a node
    epoch: int = 0  # of a lost table: the one that counts now


def call(listeners: Iterable[Callable[..., None]], *values: object) -> None:
    """Call each listener; one that fails is logged, because the others and the caller must go on."""
    for listener in tuple(listeners):
        try:
            listener(*values)
        except Exception:
            log.exception("a listener of the nodes failed", event_id="ownership_listener_failed")


def encode(notice: Notice) -> str:
    """Return the payload of a notice."""
    size = len(notice.text.encode())
    if size > MAX_TEXT_BYTES:
        raise ValueError(f"nodes tell each other at most {MAX_TEXT_BYTES} bytes at once, and this is {size}: split it")
    payload = msgspec.json.encode(notice)
    if len(payload) > MAX_NOTICE_BYTES:
        raise ValueError(
            f"as JSON this text has more than PostgreSQL's {MAX_NOTICE_BYTES} bytes: split it, or use fewer characters "
            "that JSON escapes"
        )
    return payload.decode()


class Notices:
    """The listeners by topic."""

    def __init__(self) -> None:
        self._listeners: dict[str, list[Callable[[str], None]]] = defaultdict(list)

    def listen(self, topic: str, listener: Callable[[str], None]) -> None:
        self._listeners[topic].append(listener)

    def deliver(self, notice: Notice) -> None:
        call(self._listeners.get(notice.topic, ()), notice.text)


def decode(payload: str) -> Notice | None:
    """Read a notice; one of another program, or of a version that cannot be understood, is logged and is none."""
    try:
        return msgspec.json.decode(payload, type=Notice)
    except (msgspec.DecodeError, ValueError):
        log.warning("a notice cannot be read", event_id="notice_unreadable", length=len(payload))
        return None
