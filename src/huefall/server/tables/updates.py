"""A table's messages as bytes, each built for the one seat that may see it (VIEW-01).

The public part is encoded once; each seat's private part is appended to it.
"""

from __future__ import annotations

import msgspec
from msgspec import Raw

from huefall.game import Match
from huefall.protocol.fields import VERSION
from huefall.protocol.messages import Presence, Update, Welcome, You
from huefall.protocol.tables import Clock, TableShown
from huefall.protocol.views import Cost
from huefall.server.guests.person import Person
from huefall.server.tables.history import Change
from huefall.server.tables.state import TableState
from huefall.view import costs_for, events_for, laid_card, private_part, public_part, seats_told_more

_encoder = msgspec.json.Encoder()
encode = _encoder.encode


class ViewWriter:
    """The views of one position, as bytes."""

    def __init__(self, match: Match) -> None:
        self._match = match
        public = public_part(match.game)
        self._public = encode(public)[:-1]
        #: The seat with a pending question, the only one whose answers can cost something.
        self._questioned = None if public["pending"] is None else public["turn"]
        self.laid = laid_card(match.game)

    def write(self, seat: int | None) -> bytes:
        """Write the view of a seat; None for a spectator."""
        return b"%b,%b" % (self._public, encode(private_part(self._match.game, self._seat_in_match(seat)))[1:])

    def costs(self, seat: int | None) -> list[Cost]:
        """Return what the answers of a seat cost; nothing unless it has a pending question."""
        if seat is None or seat != self._questioned:
            return []
        return [Cost(**cost) for cost in costs_for(self._match.game, self._seat_in_match(seat))]

    def _seat_in_match(self, seat: int | None) -> int | None:
        """Return None, as for a spectator, for a seat that was added after this match."""
        return None if seat is None or seat >= self._match.players else seat


def show_you(state: TableState, person: Person | None) -> You:
    """Return a person's own role at this table; None for a spectator without a token."""
    if person is None:
        return You(None, None, None, host=False)
    guest = person.guest
    return You(
        guest,
        person.name,
        state.seat_of(guest),
        state.is_host(guest),
        request=state.requests.status_of(guest),
        lost_seat=state.lost_seats.get(guest),
    )


class UpdateWriter:
    """Writes the updates about one change: as soon as its entry is applied, though they are sent when it is stored."""

    def __init__(self, state: TableState, change: Change, clock: Clock | None) -> None:
        self._change = change
        self._table = state.show() if change.table_changed else None
        self._views = None if state.match is None else ViewWriter(state.match)
        self._seats_with_secrets = seats_told_more(change.events)
        self._public_head = self._write_head(None)
        self._tail = b"}" if clock is None else b',"clock":%b}' % encode(clock)

    def write(self, seat: int | None, you: You | None = None) -> bytes:
        """Write the update for one seat; None for a spectator."""
        head = self._write_head(seat) if seat in self._seats_with_secrets else self._public_head
        view = b"" if self._views is None else _write_view(self._views, seat)
        who = b"" if you is None else b',"you":%b' % encode(you)
        return b"%b%b%b%b" % (head, view, who, self._tail)

    def _write_head(self, seat: int | None) -> bytes:
        """Write the part before the view, without the closing brace: the same for all seats without secrets."""
        laid = None if self._views is None else self._views.laid
        return encode(_without_view(self._change, seat, self._table, laid))[:-1]


def _write_view(views: ViewWriter, seat: int | None) -> bytes:
    """Write the members of an update that show a seat its view."""
    view, costs = views.write(seat), views.costs(seat)
    return b',"view":%b,"costs":%b' % (view, encode(costs)) if costs else b',"view":%b' % view


def write_welcome(state: TableState, you: You, since: int | None, clock: Clock | None, presence: Presence) -> bytes:
    """Write the whole table for a client that connects; ``since`` is the last revision it has, None if it has none."""
    missed, complete = ([], False) if since is None else state.history.missed_since(since)
    logged = [] if complete else state.history.round_so_far()
    views = None if state.match is None else ViewWriter(state.match)
    taken_over_at = 0 if you.seat is None else state.seats[you.seat].taken_over_at

    def tell(change: Change) -> Update:
        """Write a change for this seat; one from before the person took it over as spectators have seen it (VIEW-01)."""
        return _without_view(change, you.seat if change.revision > taken_over_at else None)

    return encode(
        Welcome(
            version=VERSION,
            revision=state.revision,
            you=you,
            table=state.show(),
            view=None if views is None else Raw(views.write(you.seat)),
            clock=clock,
            missed=[tell(change) for change in missed],
            complete=complete,
            here=presence.here,
            spectators=presence.spectators,
            log=[tell(change) for change in logged],
            laid=None if views is None else views.laid,
            joinable=presence.joinable,
            costs=[] if views is None else views.costs(you.seat),
        )
    )


def _without_view(change: Change, seat: int | None, table: TableShown | None = None, laid: str | None = None) -> Update:
    return Update(
        revision=change.revision,
        what=change.what,
        did=change.did,
        events=events_for(change.events, seat),
        laid=laid,
        table=table,
    )
