"""``TableState``: what follows from a table's entries, and from nothing else. Applying them anew gives the same table.

It knows no sockets, no store and no clock: the time of an entry comes with it.
"""

from __future__ import annotations

import msgspec

from huefall.game import Match
from huefall.protocol.fields import Status
from huefall.protocol.messages import Did
from huefall.protocol.tables import Setup, TableShown
from huefall.server.tables import entries
from huefall.server.tables.history import Change, History
from huefall.server.tables.lesson_script import Script
from huefall.server.tables.opening import Opening, make_match
from huefall.server.tables.positions import Positions
from huefall.server.tables.seats import SeatState, find_guests, next_host
from huefall.server.tables.seen_commands import SeenCommands
from huefall.server.tables.setup import show_setup
from huefall.view import laid_open
from huefall.vocabulary.errors import HuefallError

#: A table with so many entries takes no more commands: nobody plays that long, and every entry is kept.
MAX_ENTRIES = 100_000


class TableState:
    """A table as its entries have made it."""

    def __init__(self, code: str, *, keeps_moves: bool = False) -> None:
        """Begin with no entries. The entries are kept elsewhere; who wants a record written has the moves kept as well."""
        self.code = code
        self._keeps_moves = keeps_moves
        self.revision = 0
        self.changed_at = 0  # ms
        self.setup = Setup()
        self.seats: list[SeatState] = []
        self._seat_by_guest: dict[str, int] = {}
        self.host: str | None = None
        self.kicked: set[str] = set()
        self.closed: str | None = None  # why
        self.match: Match | None = None  # the current one, or the last
        self.match_number = 0
        self.finished: list[int] = []
        self.coming: Match | None = None  # committed to, not dealt yet
        #: Since when the current question has been open.
        self.asked_at = 0
        #: When the last move was made or the round dealt.
        self.moved_at = 0
        #: Who has asked for a match to begin as soon as it can.
        self.start_wanted: str | None = None
        #: The last move that was more than a claim, or the deal: what was said before it is stale.
        self.last_act = 0
        #: The revision of the last deal.
        self.dealt = 0
        #: The revision of each seat's last move.
        self.spoke: dict[int, int] = {}
        self.history = History()
        self.positions = Positions()
        self._done = SeenCommands()
        self.opening: Opening | None = None
        #: The bots' parts in a lesson.
        self.script: Script | None = None

    # Looking

    @property
    def status(self) -> Status:
        """Say where the table stands."""
        if self.closed is not None:
            return "closed"
        if self.coming is not None:
            return "starting"
        if self.match is None:
            return "open"
        if self.match.over:
            return "over"
        return "round_over" if self.match.round_over else "playing"

    @property
    def running(self) -> bool:
        """Tell whether a match has begun that is not over."""
        return self.match is not None and not self.match.over

    @property
    def is_full(self) -> bool:
        """Tell whether so much has happened here that nothing more may."""
        return self.revision >= MAX_ENTRIES

    @property
    def is_set_up(self) -> bool:
        """Tell whether the next match begins from a position: the first of an opening's table, every one of a lesson's."""
        return self.opening is not None and (self.match_number == 0 or self.script is not None)

    def seat_of(self, guest: str | None) -> int | None:
        """Find a guest's seat."""
        return None if guest is None else self._seat_by_guest.get(guest)

    def is_host(self, guest: str | None) -> bool:
        """Tell whether the table is this guest's."""
        return guest is not None and guest == self.host

    def done_before(self, guest: str, message: str) -> int | None:
        """Return the revision a command led to when it came the first time."""
        return self._done.find(guest, message)

    def show(self) -> TableShown:
        """Write the table as everybody may know it."""
        current = self.coming or self.match
        return TableShown(
            code=self.code,
            status=self.status,
            setup=show_setup(self.setup),
            seats=[seat.show() for seat in self.seats],
            host=self.seat_of(self.host),
            match=self.match_number,
            commitment=current.commitment if current is not None else None,
            finished=list(self.finished),
            lesson=None if self.script is None else self.script.lesson.show(),
            origin=None if self.opening is None else self.opening.origin,
            hands=None if self.match is None else laid_open(self.match.game),
        )

    def is_stale(self, seat: int, revision: int) -> bool:
        """Tell whether somebody who has seen the table at ``revision`` may have meant another one: since then an act was
        played, or this very seat has said something. Claims of others change no question. Nobody has seen the future.
        """
        return revision > self.revision or revision < max(self.last_act, self.spoke.get(seat, 0))

    # Doing

    def apply(self, entry: entries.TableEntry, at: int) -> Change:
        """Carry an entry out. What the engine refuses raises ``MoveRefused``, and nothing has changed."""
        happening = self._carry_out(entry, at)
        self.revision += 1
        self.changed_at = at
        if entry.guest is not None and entry.id is not None:
            self._done.note(entry.guest, entry.id, self.revision)
        self.history.note(happening)
        return happening

    def _carry_out(self, entry: entries.TableEntry, at: int) -> Change:
        match entry:
            case entries.Moved():  # first, because it is nearly always a move
                return self._move(entry, at)
            case entries.Dealt():
                return self._deal(at)
            case entries.Created():
                return self._create(entry)
            case entries.Configured():
                return self._configure(entry)
            case entries.Sat():
                return self._sit(entry)
            case entries.Left() | entries.Kicked():
                return self._leave(entry)
            case entries.BotAdded():
                return self._add_bot(entry)
            case entries.BotRemoved():
                return self._remove_bot(entry)
            case entries.Swapped():
                return self._swap(entry)
            case entries.HandedOver():
                return self._hand_over(entry)
            case entries.StartWanted():
                self.start_wanted = entry.guest
                return self._changed("start_wanted")
            case entries.Committed():
                return self._commit(entry)
            case entries.StoodIn():
                return self._stand_in(entry)
            case entries.Paced():
                return self._pace(entry)
            case entries.HintsAllowed():
                return self._allow_hints(entry)
            case entries.Closed():
                return self._close(entry)

    def _changed(self, what: str) -> Change:
        self._seat_by_guest = find_guests(self.seats)
        return Change(self.revision + 1, what, table_changed=True)

    def _create(self, entry: entries.Created) -> Change:
        self.setup = entry.setup
        self.seats = [SeatState() for _ in range(entry.setup.seats)]
        self.host = entry.guest
        self.opening = entry.opening
        if self.opening is not None and self.opening.lesson is not None:
            self.script = Script(self.opening.lesson)
        return self._changed("created")

    def _configure(self, entry: entries.Configured) -> Change:
        self.setup = entry.setup
        taken = [seat for seat in self.seats if not seat.free]
        wanted = entry.setup.seats
        if len(self.seats) > wanted:  # those who sit move together rather than lose their seats
            self.seats = taken[:wanted] + [SeatState() for _ in range(wanted - len(taken))]
        else:
            self.seats += [SeatState() for _ in range(wanted - len(self.seats))]
        return self._changed("configured")

    def _sit(self, entry: entries.Sat) -> Change:
        old = self.seat_of(entry.guest)
        if old is not None and old != entry.seat:
            self.seats[old] = SeatState()
        self.seats[entry.seat] = SeatState(guest=entry.guest, name=entry.name)
        if self.host is None:
            self.host = entry.guest
        return self._changed("sat")

    def _leave(self, entry: entries.Left | entries.Kicked) -> Change:
        seat = self.seats[entry.seat]
        guest = seat.guest
        is_kick = isinstance(entry, entries.Kicked)
        if is_kick and guest is not None:
            self.kicked.add(guest)
        if self.running:
            seat.left, seat.stand_in = True, False
        else:
            self.seats[entry.seat] = SeatState()
        if guest == self.host:
            self.host = next_host(self.seats, entry.seat)
        return self._changed("kicked" if is_kick else "left")

    def _add_bot(self, entry: entries.BotAdded) -> Change:
        self.seats[entry.seat] = SeatState(level=entry.level)
        return self._changed("bot_added")

    def _remove_bot(self, entry: entries.BotRemoved) -> Change:
        self.seats[entry.seat] = SeatState()
        return self._changed("bot_removed")

    def _swap(self, entry: entries.Swapped) -> Change:
        self.seats[entry.a], self.seats[entry.b] = self.seats[entry.b], self.seats[entry.a]
        return self._changed("swapped")

    def _hand_over(self, entry: entries.HandedOver) -> Change:
        self.host = self.seats[entry.seat].guest
        return self._changed("handed_over")

    def _commit(self, entry: entries.Committed) -> Change:
        self.start_wanted = None
        names = {f"seat {number}": seat.name or f"bot ({seat.level})" for number, seat in enumerate(self.seats)}
        self.coming = make_match(
            self.setup,
            len(self.seats),
            bytes.fromhex(entry.seed),
            {"table": self.code, "match": str(self.match_number + 1), **names},
            self.opening if self.is_set_up else None,
            rules_version=entry.rules_version,
            keeps_moves=self._keeps_moves,
        )
        return self._changed("committed")

    def _deal(self, at: int) -> Change:
        if self.coming is not None:
            self.match, self.coming = self.coming, None
            self.match_number += 1
            if self.script is not None:
                self.script.begin()
            events = self.match.game.deal_events
        elif self.match is not None:
            events = self.match.next_round()
        else:
            raise HuefallError("nothing can be dealt: no match was committed to")
        self.asked_at = self.moved_at = at
        self.dealt = self.last_act = self.revision + 1
        self.spoke.clear()
        self.positions.begin(self.dealt, self.match.game)
        return Change(self.revision + 1, "dealt", events=events, table_changed=True)

    def _move(self, entry: entries.Moved, at: int) -> Change:
        match = self.match
        if match is None:
            raise HuefallError("no move can be made: no match has begun")
        outcome = match.play(entry.seat, entry.move)
        number = self.revision + 1
        self.spoke[entry.seat] = number
        self.moved_at = at
        self.positions.note(number, match.game)
        # A play with a false call stands (UNO-04); a wrong card goes back to the hand, and the question stays (FOUL-01).
        is_carried_out = not outcome.foul or outcome.verdict.reason == "false_call"
        is_act = is_carried_out and not outcome.move.is_claim
        if is_act:
            self.asked_at, self.last_act = at, number
        self.seats[entry.seat].count_timeout(entry.by)
        if self.script is not None:
            self.script.note(entry.seat, str(outcome.move), outcome.events)
        if match.over:
            self._finish()
        did = Did(entry.seat, str(outcome.move), entry.by, outcome.foul)
        return Change(number, "moved", did, outcome.events, table_changed=match.round_over, is_act=is_act)

    def _finish(self) -> None:
        """Close the match: it is open to all from now on, unless it was a lesson; the seats of those who left are free."""
        if self.script is None:
            self.finished.append(self.match_number)
        self.seats = [SeatState() if seat.left else seat for seat in self.seats]
        self._seat_by_guest = find_guests(self.seats)

    def _stand_in(self, entry: entries.StoodIn) -> Change:
        seat = self.seats[entry.seat]
        seat.stand_in, seat.timeouts = entry.on, 0
        return self._changed("stood_in")

    def _pace(self, entry: entries.Paced) -> Change:
        self.setup = msgspec.structs.replace(self.setup, bot_pause_ms=entry.bot_pause_ms)
        return self._changed("paced")

    def _allow_hints(self, entry: entries.HintsAllowed) -> Change:
        self.setup = msgspec.structs.replace(self.setup, hints=entry.on)
        return self._changed("hints_allowed")

    def _close(self, entry: entries.Closed) -> Change:
        self.closed = entry.reason
        return self._changed("closed")
