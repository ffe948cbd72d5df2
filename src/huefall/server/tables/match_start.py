"""``MatchStart``: a start that is on its way, and what the persons at the table contribute to the seed of the match.

A start waits until the rules are compiled, until every person who is connected has sealed a contribution, and then until all
sealed contributions are told; for each of the latter two seconds at most, which run while somebody is connected. A person
who sends nothing in time contributes nothing.

Seals and contributions are kept in memory only: they are stored with the entries that fix them, and clients send them again
whenever they connect. A seal belongs to a connection, so that none is fixed whose sender has gone.
"""

from __future__ import annotations

from dataclasses import dataclass

from huefall.editions import RULES_VERSION
from huefall.protocol import commands
from huefall.server.guests.person import Person
from huefall.server.tables import entries
from huefall.server.tables.alarm import Alarm
from huefall.server.tables.audience import Audience
from huefall.server.tables.inbox import ContributionsDue, Post
from huefall.server.tables.state import TableState
from huefall.server.tables.upcoming import Upcoming
from huefall.server.transport.connection import Connection

#: How long a start waits for seals, and then for contributions.
CONTRIBUTION_SECONDS = 2.0


@dataclass(frozen=True, slots=True)
class PendingStart:
    """A start or rematch that is carried out as soon as possible."""

    connection: Connection | None  # None for a start without a client
    person: Person
    command: commands.Start | commands.Rematch


class MatchStart:
    """The start of one table's next match."""

    def __init__(self, state: TableState, audience: Audience, post: Post, seconds: float) -> None:
        """``seconds``: see ``CONTRIBUTION_SECONDS``; 0 waits for nobody."""
        self._state = state
        self._audience = audience
        self._seconds = seconds
        self.pending: PendingStart | None = None
        self._seals: dict[Connection, tuple[str, str]] = {}  # commitment and seal
        self._contributions: dict[tuple[str, int], str] = {}  # by commitment and seat
        self._alarm: Alarm[ContributionsDue] = Alarm(post)
        self._awaited: ContributionsDue | None = None  # what the alarm is set for
        self._overdue: ContributionsDue | None = None

    def is_pending_of(self, person: Person, command: commands.Start | commands.Rematch) -> bool:
        """Return whether a command is the pending one, sent again."""
        pending = self.pending
        return pending is not None and (pending.person.guest, pending.command.id) == (person.guest, command.id)

    def restore(self, guest: str, command: str) -> None:
        """Go on with a start from before the table was loaded."""
        self.pending = PendingStart(None, Person(guest, ""), commands.Start(id=command))

    # What clients send

    def keep_seal(self, connection: Connection, commitment: str, seal: str) -> None:
        """Keep the seal of a connection; of several connections of one guest the last one that sent a seal counts."""
        self._seals.pop(connection, None)
        self._seals[connection] = (commitment, seal)

    def keep_contribution(self, seat: int, commitment: str, contribution: str) -> None:
        """Keep what a seat contributes to the match of a commitment; those to earlier matches are of no use any more."""
        kept = {place: told for place, told in self._contributions.items() if place[0] == commitment}
        self._contributions = {**kept, (commitment, seat): contribution}

    def forget(self, connection: Connection) -> None:
        """Forget the seal of a connection that has ended."""
        self._seals.pop(connection, None)

    # What the match is mixed from

    def seals(self) -> tuple[str, ...]:
        """Return the seals of the persons on the seats, so far; empty ones for the other seats."""
        return tuple(self._seal_of(seat.guest) for seat in self._state.seats)

    def _seal_of(self, guest: str | None) -> str:
        upcoming = self._state.upcoming
        if guest is None or upcoming is None:
            return ""
        own = [kept for connection, kept in self._seals.items() if connection.guest == guest]
        return next((seal for commitment, seal in reversed(own) if commitment == upcoming.commitment), "")

    def mix(self) -> entries.Mixed:
        """Return the entry that mixes the seed from what has been told so far."""
        upcoming, guest = self._state.upcoming, self._guest
        told = () if upcoming is None else tuple(self._told(upcoming, seat) for seat in range(len(self._state.seats)))
        return entries.Mixed(guest=guest, contributions=told, rules_version=RULES_VERSION)

    def _told(self, upcoming: Upcoming, seat: int) -> str:
        return self._contributions.get((upcoming.commitment, seat), "")

    @property
    def _guest(self) -> str | None:
        return None if self.pending is None else self.pending.person.guest

    # Waiting

    @property
    def is_waiting(self) -> bool:
        """Whether the match cannot go on yet, because somebody may still send a seal or a contribution."""
        upcoming = self._state.upcoming
        if upcoming is None or not self._seconds or self._stage(upcoming) == self._overdue:
            return False
        if upcoming.is_sealed:
            return any(seal and not self._told(upcoming, seat) for seat, seal in enumerate(upcoming.seals))
        persons = [seat.guest for seat in self._state.seats if seat.guest is not None and not seat.left]
        here = [guest for guest in persons if self._audience.has(guest)]
        # If nobody is here, as at a table that was created together with its match, the first one to come is waited for.
        return bool(persons) and (not here or any(not self._seal_of(guest) for guest in here))

    def watch(self) -> None:
        """Set the alarm for the end of the wait, once somebody is connected."""
        upcoming = self._state.upcoming
        if upcoming is not None and self._audience and self._awaited != self._stage(upcoming):
            self._awaited = self._stage(upcoming)
            self._alarm.set(self._seconds, self._awaited)

    def end_wait(self, due: ContributionsDue) -> None:
        """Wait no longer for what the alarm was set for."""
        self._overdue = due

    def stop(self) -> None:
        self._alarm.switch_off()

    def _stage(self, upcoming: Upcoming) -> ContributionsDue:
        return ContributionsDue(upcoming.commitment, upcoming.is_sealed)
