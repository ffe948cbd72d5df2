"""``TableFields``: what a table consists of, and what can be read from it.

Tested in tests/server/tables/state/test_table_state.py.
"""

from __future__ import annotations

from collections.abc import Sequence

from huefall.game import Match
from huefall.game.events import Event
from huefall.protocol.fields import Status
from huefall.protocol.tables import SeedRevealed, TableSetup, TableShown
from huefall.server.tables import entries
from huefall.server.tables.history import Change, History
from huefall.server.tables.lesson_script import LessonScript
from huefall.server.tables.opening import Opening
from huefall.server.tables.positions import Positions
from huefall.server.tables.results import FinishedMatch
from huefall.server.tables.seat_requests import SeatRequests
from huefall.server.tables.seats import SeatState, seats_by_guest
from huefall.server.tables.seen_commands import SeenCommand, SeenCommands
from huefall.server.tables.setup import show_setup
from huefall.server.tables.upcoming import Upcoming
from huefall.view import laid_open

#: A table with this many entries takes no more commands: nobody plays that long, and every entry is kept.
MAX_ENTRIES = 100_000


class TableFields:
    """A table with all entries applied so far, as it can be read."""

    def __init__(self, code: str, *, keeps_moves: bool = False) -> None:
        """Begin without entries. ``keeps_moves``: the match keeps its moves, so that a record can be written."""
        self.code = code
        self.keeps_moves = keeps_moves
        self.revision = 0
        #: The revision of the last snapshot of this table.
        self.saved_revision = 0
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
        #: The next match that begins with a deal; None while a match is running.
        self.upcoming: Upcoming | None = None
        self.next_match: Match | None = None  # its seed is known, and it is not dealt yet
        # The next three are times of the steady clock: people's time does not end because somebody sets the wall clock.
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
        if self.next_match is not None or self.is_sealed:
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
    def is_sealed(self) -> bool:
        """Whether a match has been started and waits for the contributions to its seed: who plays is fixed."""
        return self.upcoming is not None and self.upcoming.is_sealed

    @property
    def lacks_seed(self) -> bool:
        """Whether the server has to draw its part of the next match's seed, so that a commitment can be shown."""
        is_between = self.next_match is None and not self.running and self.closed is None
        return is_between and self.upcoming is None and not self.is_set_up and self.revision > 0

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

    def find_done(self, guest: str, command: str) -> SeenCommand | None:
        """Return the executed command of a guest with this id; None if there is none."""
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
            upcoming=None if self.upcoming is None else self.upcoming.show(),
            revealed=[] if self.closed is None else self._reveal_seeds(),
        )

    def _reveal_seeds(self) -> list[SeedRevealed]:
        """Return the seeds of the matches that will never come to their end at a closed table."""
        shared = self.match.shared_seed if self.match is not None and self.running else None
        running = [] if shared is None else [SeedRevealed(shared.match, shared.commitment, _hex(shared.server_seed))]
        return running + ([] if self.upcoming is None else [self.upcoming.reveal()])

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
        return not begins_turn(self.history.latest[-1].events)

    # Changing

    def index_seats(self) -> None:
        """Note who sits where, after a change of the seats."""
        self._seat_by_guest = seats_by_guest(self.seats)

    def make_change(self, entry: entries.TableEntry) -> Change:
        """Return the change by an entry that concerns the table, not the game."""
        self.index_seats()
        return Change(self.revision + 1, type(entry), table_changed=True)


def _hex(data: bytes | None) -> str:
    return "" if data is None else data.hex()


def begins_turn(events: Sequence[Event]) -> bool:
    """Return whether a turn has begun with these events; not when the asked seat has drawn a card and is asked about it."""
    return any(event.kind == "turn" for event in events)
