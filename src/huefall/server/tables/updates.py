"""What is sent to whom: the messages of a table as bytes, each built for the one seat that may see it (VIEW-01).

What everybody sees is encoded once; each seat's part is put behind it.
"""

from __future__ import annotations

import msgspec
from msgspec import Raw

from huefall.game import Match
from huefall.protocol.fields import VERSION
from huefall.protocol.messages import Presence, Update, Welcome, You
from huefall.protocol.tables import Clock, TableShown
from huefall.server.guests.person import Person
from huefall.server.tables.history import Change
from huefall.server.tables.state import TableState
from huefall.view import events_for, laid_card, private_part, public_part, seats_told_more

_encoder = msgspec.json.Encoder()
encode = _encoder.encode


class ViewWriter:
    """Views of one position for several eyes, as bytes."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._public = encode(public_part(match.game))[:-1]
        self.laid = laid_card(match.game)

    def write(self, seat: int | None) -> bytes:
        """Write the view of a seat; ``None`` for a spectator."""
        if seat is not None and seat >= self._match.players:
            seat = None  # a seat that was added after this match
        return b"%b,%b" % (self._public, encode(private_part(self._match.game, seat))[1:])


def show_you(state: TableState, person: Person | None) -> You:
    """Say who somebody is at this table."""
    if person is None:
        return You(None, None, None, host=False)
    return You(person.guest, person.name, state.seat_of(person.guest), state.is_host(person.guest))


class UpdateWriter:
    """An update on its way: made when the entry is applied, sent when it is stored."""

    def __init__(self, state: TableState, happening: Change, clock: Clock | None) -> None:
        self._happening = happening
        self._table = state.show() if happening.table_changed else None
        self._sights = None if state.match is None else ViewWriter(state.match)
        self._told_more = seats_told_more(happening.events)
        self._for_all = self._write_head(None)
        self._tail = b"}" if clock is None else b',"clock":%b}' % encode(clock)

    def write(self, seat: int | None, you: You | None = None) -> bytes:
        """Write the update for one seat, ``None`` for a spectator."""
        head = self._write_head(seat) if seat in self._told_more else self._for_all
        view = b"" if self._sights is None else b',"view":%b' % self._sights.write(seat)
        who = b"" if you is None else b',"you":%b' % encode(you)
        return b"%b%b%b%b" % (head, view, who, self._tail)

    def _write_head(self, seat: int | None) -> bytes:
        """Write what comes before the view, without the closing brace: the same for all who are told no more."""
        laid = None if self._sights is None else self._sights.laid
        return encode(_without_view(self._happening, seat, self._table, laid))[:-1]


def write_welcome(state: TableState, you: You, since: int | None, clock: Clock | None, presence: Presence) -> bytes:
    """Write how the table stands for somebody who comes, or comes back."""
    missed, complete = ([], False) if since is None else state.history.missed_since(since)
    told = [] if complete else state.history.round_so_far()
    sights = None if state.match is None else ViewWriter(state.match)
    return encode(
        Welcome(
            version=VERSION,
            revision=state.revision,
            you=you,
            table=state.show(),
            view=None if sights is None else Raw(sights.write(you.seat)),
            clock=clock,
            missed=[_without_view(happening, you.seat) for happening in missed],
            complete=complete,
            here=presence.here,
            spectators=presence.spectators,
            log=[_without_view(happening, you.seat) for happening in told],
            laid=None if sights is None else sights.laid,
        )
    )


def _without_view(
    happening: Change, seat: int | None, table: TableShown | None = None, laid: str | None = None
) -> Update:
    return Update(
        revision=happening.revision,
        what=happening.what,
        did=happening.did,
        events=events_for(happening.events, seat),
        laid=laid,
        table=table,
    )
