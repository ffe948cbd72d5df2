"""``TableState``: a table as its entries make it. Applying the same entries gives the same table.

It knows no sockets, no store and no clock: every entry comes with its time.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from huefall.game import Match
from huefall.game.events import Event
from huefall.protocol.fields import Status
from huefall.protocol.messages import Did
from huefall.protocol.tables import TableSetup, TableShown
from huefall.server.tables import entries
from huefall.server.tables.history import Change, History
from huefall.server.tables.lesson_script import LessonScript
from huefall.server.tables.opening import Opening, make_match
from huefall.server.tables.positions import Positions
from huefall.server.tables.results import FinishedMatch, sum_up
from huefall.server.tables.seat_requests import SeatRequest, SeatRequests
from huefall.server.tables.seats import SeatState, next_host, seats_by_guest
from huefall.server.tables.seen_commands import SeenCommands
from huefall.server.tables.setup import show_setup
from huefall.view import laid_open
from huefall.vocabulary.errors import HuefallError

#: A table with this many entries takes no more commands: nobody plays that long, and every entry is kept.
MAX_ENTRIES = 100_000


class TableState:
    """A table with all entries applied so far."""

    def __init__(self, code: str, *, keeps_moves: bool = False) -> None:
        """Begin without entries. ``keeps_moves``: the match keeps its moves, so that a record can be written."""
        self.code = code
        self._keeps_moves = keeps_moves
        self.revision = 0
        self.changed_at_ms = 0
        self.setup = TableSetup()
        self.seats: list[SeatState] = []
        self._seat_by_guest: dict[str, int] = {}
        self.host: str | None = None
        self.kicked: set[str] = set()
        self.requests = SeatRequests()
        #: The seats that guests have lost to others in this match.
        self.lost_seats: dict[str, int] = {}
        self.closed: str | None = None  # the reason
        self.match: Match | None = None  # the current one, or the last
        self.match_number = 0
        self.finished: list[int] = []  # numbers of the matches whose records are public
        #: The results of those matches, in order.
        self.results: list[FinishedMatch] = []
        #: Everybody who has given a command that was stored.
        self.guests: set[str] = set()
        self.next_match: Match | None = None  # committed to, not dealt yet
        #: When the current question was put.
        self.asked_at_ms = 0
        #: When the asked seat's turn began: earlier than its question if it has drawn a card and may now play or keep it.
        self.turn_began_at_ms = 0
        #: When the last move was made or the round dealt.
        self.moved_at_ms = 0
        #: The guest who wants a match to begin as soon as the rules are compiled.
        self.start_wanted: str | None = None
        #: The revision of the last move that answered a question, or of the deal: moves sent before it are stale.
        self.last_answer_revision = 0
        self.dealt_revision = 0
        #: The revision of each seat's last move in this round.
        self.last_move_revisions: dict[int, int] = {}
        self.history = History()
        self.positions = Positions()
        self._seen_commands = SeenCommands()
        self.opening: Opening | None = None
        self.script: LessonScript | None = None  # None if this is no lesson

    # Reading

    @property
    def status(self) -> Status:
        if self.closed is not None:
            return "closed"
        if self.next_match is not None:
            return "starting"
        if self.match is None:
            return "open"
        if self.match.over:
            return "over"
        return "round_over" if self.match.round_over else "playing"

    @property
    def running(self) -> bool:
        """Whether a match has begun that is not over."""
        return self.match is not None and not self.match.over

    @property
    def is_full(self) -> bool:
        """Whether the table takes no more commands."""
        return self.revision >= MAX_ENTRIES

    @property
    def is_set_up(self) -> bool:
        """Whether the next match begins from a position: with an opening the first match, in a lesson every match."""
        return self.opening is not None and (self.match_number == 0 or self.script is not None)

    def seat_of(self, guest: str | None) -> int | None:
        return None if guest is None else self._seat_by_guest.get(guest)

    def is_host(self, guest: str | None) -> bool:
        return guest is not None and guest == self.host

    def find_done(self, guest: str, command: str) -> int | None:
        """Return the revision to which a command with this id has led; None if it has not been executed."""
        return self._seen_commands.find(guest, command)

    def show(self) -> TableShown:
        """Return the table as everybody may see it."""
        current = self.next_match or self.match
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
            requests=[request.show() for request in self.requests],
            round=0 if self.match is None else self.match.round,
        )

    def is_stale(self, seat: int, revision: int) -> bool:
        """Return whether a seat that has seen the table at ``revision`` may have meant another question: since then one was
        answered, or the seat itself has moved. Claims of others change no question. A revision to come is stale as well.
        """
        return revision > self.revision or revision < max(
            self.last_answer_revision, self.last_move_revisions.get(seat, 0)
        )

    def is_same_turn(self, seat: int) -> bool:
        """Return whether a seat is asked again in the turn in which the last change was made: to keep the card it drew."""
        match = self.match
        if match is None or match.asked != seat:
            return False
        return not _begins_turn(self.history.latest[-1].events)

    # Applying entries

    def apply(self, entry: entries.TableEntry, at: int) -> Change:
        """Apply an entry; ``at`` is its time in ms. A move the engine refuses raises ``MoveRefused`` and changes nothing."""
        change = self._dispatch(entry, at)
        self.revision += 1
        self.changed_at_ms = at
        if entry.guest is not None:
            self.guests.add(entry.guest)
            if entry.id is not None:
                self._seen_commands.add(entry.guest, entry.id, self.revision)
        self.history.add(change)
        return change

    def _dispatch(self, entry: entries.TableEntry, at: int) -> Change:
        match entry:
            case entries.Moved():  # first, because nearly every entry is a move
                return self._move(entry, at)
            case entries.Dealt():
                return self._deal(entry, at)
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
                return self._change_host(entry)
            case entries.StartWanted():
                self.start_wanted = entry.guest
                return self._changed(entry)
            case entries.Committed():
                return self._commit(entry)
            case entries.StoodIn():
                return self._stand_in(entry)
            case entries.Paced():
                return self._pace(entry)
            case entries.HintsAllowed():
                return self._allow_hints(entry)
            case entries.TakenOver():
                return self._take_over(entry)
            case entries.SeatRequested() | entries.RequestGranted() | entries.RequestEnded():
                return self._note_request(entry, at)
            case entries.LateJoiningSet():
                self.setup = msgspec.structs.replace(self.setup, late_joining=entry.mode)
                return self._changed(entry)
            case entries.RematchWanted():
                self.seats[entry.seat].wants_rematch = True
                return self._changed(entry)
            case entries.Closed():
                return self._close(entry)

    def _changed(self, entry: entries.TableEntry) -> Change:
        self._seat_by_guest = seats_by_guest(self.seats)
        return Change(self.revision + 1, type(entry), table_changed=True)

    def _create(self, entry: entries.Created) -> Change:
        self.setup = entry.setup
        self.seats = [SeatState() for _ in range(entry.setup.seats)]
        self.host = entry.guest
        self.opening = entry.opening
        if self.opening is not None and self.opening.lesson is not None:
            self.script = LessonScript(self.opening.lesson)
        return self._changed(entry)

    def _configure(self, entry: entries.Configured) -> Change:
        self.setup = entry.setup
        taken = [seat for seat in self.seats if not seat.is_free]
        wanted = entry.setup.seats
        if len(self.seats) > wanted:  # people and bots move up rather than lose their seats
            self.seats = taken[:wanted] + [SeatState() for _ in range(wanted - len(taken))]
        else:
            self.seats += [SeatState() for _ in range(wanted - len(self.seats))]
        return self._changed(entry)

    def _sit(self, entry: entries.Sat) -> Change:
        old = self.seat_of(entry.guest)
        if old is not None and old != entry.seat:
            self.seats[old] = SeatState()
        self.seats[entry.seat] = SeatState(guest=entry.guest, name=entry.name)
        self._note_seated(entry.guest)
        return self._changed(entry)

    def _note_seated(self, guest: str | None) -> None:
        if guest is not None:
            self.requests.end(guest)
            self.lost_seats.pop(guest, None)
        if self.host is None:
            self.host = guest

    def _take_over(self, entry: entries.TakenOver) -> Change:
        number, before = entry.seat, self.seats[entry.seat]
        after = SeatState(guest=entry.guest, name=entry.name, taken_over_at=self.revision + 1)
        self.seats[number] = after
        self._note_seated(entry.guest)
        if before.guest is not None:
            self.lost_seats[before.guest] = number
            if before.guest == self.host:
                self.host = next_host(self.seats, number)
        if self.running and self.match is not None:
            after.events_before = len(self.match.game.events)
            # The record names who holds the seat at the end, and until which round somebody else did.
            self.match.notes[f"seat {number} until round {self.match.round}"] = before.note
            self.match.notes[f"seat {number}"] = after.note
        return self._changed(entry)

    def _note_request(
        self, entry: entries.SeatRequested | entries.RequestGranted | entries.RequestEnded, at: int
    ) -> Change:
        match entry:
            case entries.SeatRequested():
                guest = entry.guest or ""
                self.requests.add(SeatRequest(self.revision + 1, guest, entry.name, entry.seat, at, entry.granted))
            case entries.RequestGranted():
                self.requests.grant(entry.request)
            case entries.RequestEnded():
                request = self.requests.find(entry.request)
                if request is not None:
                    self.requests.end(request.guest, None if entry.why == "withdrawn" else entry.why)
        return self._changed(entry)

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
        return self._changed(entry)

    def _add_bot(self, entry: entries.BotAdded) -> Change:
        self.seats[entry.seat] = SeatState(level=entry.level)
        return self._changed(entry)

    def _remove_bot(self, entry: entries.BotRemoved) -> Change:
        self.seats[entry.seat] = SeatState()
        return self._changed(entry)

    def _swap(self, entry: entries.Swapped) -> Change:
        self.seats[entry.a], self.seats[entry.b] = self.seats[entry.b], self.seats[entry.a]
        return self._changed(entry)

    def _change_host(self, entry: entries.HandedOver) -> Change:
        self.host = self.seats[entry.seat].guest
        return self._changed(entry)

    def _commit(self, entry: entries.Committed) -> Change:
        self.start_wanted = None
        names = {f"seat {number}": seat.note for number, seat in enumerate(self.seats)}
        self.next_match = make_match(
            self.setup,
            len(self.seats),
            bytes.fromhex(entry.seed),
            {"table": self.code, "match": str(self.match_number + 1), **names},
            self.opening if self.is_set_up else None,
            rules_version=entry.rules_version,
            keeps_moves=self._keeps_moves,
        )
        return self._changed(entry)

    def _deal(self, entry: entries.Dealt, at: int) -> Change:
        if self.next_match is not None:
            self.match, self.next_match = self.next_match, None
            self.match_number += 1
            self._forget_last_match()
            if self.script is not None:
                self.script.restart()
            events = self.match.game.deal_events
        elif self.match is not None:
            events = self.match.next_round()
        else:
            raise HuefallError("no round can be dealt: no match was committed to")
        for seat in self.seats:
            seat.events_before = 0
        self.asked_at_ms = self.turn_began_at_ms = self.moved_at_ms = at
        self.dealt_revision = self.last_answer_revision = self.revision + 1
        self.last_move_revisions.clear()
        self.positions.restart(self.dealt_revision, self.match.game)
        return Change(self.revision + 1, type(entry), events=events, table_changed=True)

    def _forget_last_match(self) -> None:
        self.requests.forget_ended()
        self.lost_seats.clear()
        for seat in self.seats:
            seat.wants_rematch = False

    def _move(self, entry: entries.Moved, at: int) -> Change:
        match = self.match
        if match is None:
            raise HuefallError("no move can be made: no match has begun")
        outcome = match.play(entry.seat, entry.move)
        sentence = str(outcome.move)
        number = self.revision + 1
        self.last_move_revisions[entry.seat] = number
        self.moved_at_ms = at
        self.positions.add(number, match.game)
        # A play with a false call counts (UNO-04); a wrong card goes back to the hand, and the question stays (FOUL-01).
        is_carried_out = not outcome.foul or outcome.verdict.reason == "false_call"
        is_answer = is_carried_out and not outcome.move.is_claim
        if is_answer:
            self.asked_at_ms, self.last_answer_revision = at, number
            if match.asked != entry.seat or _begins_turn(outcome.events):
                self.turn_began_at_ms = at
        self.seats[entry.seat].note_mover(entry.by)
        if self.script is not None:
            self.script.add(entry.seat, sentence, outcome.events)
        if match.over:
            self._finish(match, at)
        did = Did(entry.seat, sentence, entry.by, outcome.foul)
        return Change(number, type(entry), did, outcome.events, table_changed=match.round_over, is_answer=is_answer)

    def _finish(self, match: Match, at: int) -> None:
        """Make the match's record public, unless it was a lesson, and free the seats of people who have left."""
        if self.script is None:
            self.finished.append(self.match_number)
            origin = self.opening.origin if self.opening is not None and match.start is not None else None
            self.results.append(sum_up(match, self.match_number, self.seats, origin, at))
        self.seats = [SeatState() if seat.left else seat for seat in self.seats]
        self._seat_by_guest = seats_by_guest(self.seats)

    def _stand_in(self, entry: entries.StoodIn) -> Change:
        seat = self.seats[entry.seat]
        seat.stand_in, seat.timed_out = entry.on, False
        return self._changed(entry)

    def _pace(self, entry: entries.Paced) -> Change:
        self.setup = msgspec.structs.replace(self.setup, bot_pause_ms=entry.bot_pause_ms)
        return self._changed(entry)

    def _allow_hints(self, entry: entries.HintsAllowed) -> Change:
        self.setup = msgspec.structs.replace(self.setup, hints=entry.on)
        return self._changed(entry)

    def _close(self, entry: entries.Closed) -> Change:
        self.closed = entry.reason
        return self._changed(entry)


def _begins_turn(events: Sequence[Event]) -> bool:
    """Return whether a turn has begun with these events; not when the asked seat has drawn a card and is asked about it."""
    return any(event.kind == "turn" for event in events)
