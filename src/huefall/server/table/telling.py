"""What is sent to whom: the messages of a table as bytes, each built for the one seat that may see it (VIEW-01).

What everybody sees is encoded once; each seat's part is put behind it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Raw

from huefall.game import Match
from huefall.game.events import Event
from huefall.protocol.fields import VERSION
from huefall.protocol.messages import Update, Welcome, You
from huefall.protocol.tables import Clock
from huefall.server.table.state import Happening, TableState
from huefall.view import events_for, private_part, public_part, seats_told_more

_encoder = msgspec.json.Encoder()
encode = _encoder.encode


class Sights:
    """Views of one position for several eyes, as bytes."""

    def __init__(self, match: Match | None) -> None:
        self._match = match
        self._public = encode(public_part(match.game))[:-1] if match is not None else b""

    def of(self, seat: int | None) -> Raw | None:
        """Return the view of a seat; ``None`` for a spectator."""
        if self._match is None:
            return None
        if seat is not None and seat >= self._match.players:
            seat = None  # a seat that was added after this match
        return Raw(b"%b,%b" % (self._public, encode(private_part(self._match.game, seat))[1:]))


class EventsTold:
    """One entry's events for several eyes, as bytes."""

    def __init__(self, events: Sequence[Event]) -> None:
        self._events = events
        self._for_all = Raw(encode(events_for(events, None)))
        self._told_more = seats_told_more(events)

    def of(self, seat: int | None) -> Raw:
        """Return the events as a seat may see them."""
        return Raw(encode(events_for(self._events, seat))) if seat in self._told_more else self._for_all


def show_you(state: TableState, guest: str | None, name: str | None) -> You:
    """Say who somebody is at this table."""
    return You(guest, name, state.seat_of(guest), state.is_host(guest))


class Telling:
    """An update on its way: made when the entry is applied, sent when it is stored."""

    def __init__(self, state: TableState, happening: Happening, clock: Clock | None) -> None:
        self._state = state
        self._happening = happening
        self._clock = clock
        self._sights = Sights(state.match)
        self._events = EventsTold(happening.events)
        self._table = state.show() if happening.table_changed else None

    def of(self, seat: int | None, you: You | None) -> Update:
        """Make the update for one seat."""
        happening = self._happening
        return Update(
            revision=happening.revision,
            what=happening.what,
            did=happening.did,
            events=self._events.of(seat) if happening.events else [],
            view=self._sights.of(seat),
            table=self._table,
            you=you,
            clock=self._clock,
        )

    @property
    def changes_table(self) -> bool:
        """Tell whether who somebody is may have changed with it."""
        return self._table is not None


def write_welcome(
    state: TableState, you: You, since: int | None, clock: Clock | None, here: list[bool], spectators: int
) -> bytes:
    """Write how the table stands for somebody who comes, or comes back."""
    missed, complete = ([], False) if since is None else state.missed_since(since)
    return encode(
        Welcome(
            version=VERSION,
            revision=state.revision,
            you=you,
            table=state.show(),
            view=Sights(state.match).of(you.seat),
            clock=clock,
            missed=[_without_view(happening, you.seat) for happening in missed],
            complete=complete,
            here=here,
            spectators=spectators,
        )
    )


def _without_view(happening: Happening, seat: int | None) -> Update:
    events: list[Any] | Raw = EventsTold(happening.events).of(seat) if happening.events else []
    return Update(revision=happening.revision, what=happening.what, did=happening.did, events=events)
