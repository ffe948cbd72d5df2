"""Who may do what at a table: a command and the guest who gives it become entries, or a refusal with its reason."""

from __future__ import annotations

import secrets
from collections.abc import Callable

import msgspec

from huefall.bots import LEVELS
from huefall.editions import RULES_VERSION
from huefall.game import MoveRefused
from huefall.protocol import commands
from huefall.protocol.tables import Setup
from huefall.server.guests.person import Person
from huefall.server.refusal import Refusal
from huefall.server.tables import entries
from huefall.server.tables.races import Late, find_first, find_late
from huefall.server.tables.seats import SeatState
from huefall.server.tables.setup import seats_taken, show_trouble
from huefall.server.tables.state import TableState
from huefall.vocabulary.errors import HuefallError


class Decisions:
    """Decides over commands at one table. ``fill`` checks a setup and adds the server's defaults."""

    def __init__(self, state: TableState, fill: Callable[[Setup], Setup]) -> None:
        self.state = state
        self._fill = fill

    def decide(self, person: Person, command: commands.Command) -> list[entries.TableEntry]:
        """Turn a command that changes something into entries, or raise ``Refusal``."""
        if self.state.closed is not None:
            raise Refusal("table_closed", "this table is closed: set up another one")
        if self.state.is_full:
            raise Refusal("table_full", "this table has seen too much to go on: set up another one")
        match command:
            case commands.Move():
                return self._move(person, command)
            case commands.NextRound():
                return self._next_round(person, command)
            case commands.Back():
                return self._back(person, command)
            case commands.Sit():
                return self._sit(person, command)
            case commands.Leave():
                return self._leave(person, command)
            case commands.Swap():
                return self._swap(person, command)
            case _:
                return self._decide_for_host(person, command)

    def _decide_for_host(self, person: Person, command: commands.Command) -> list[entries.TableEntry]:
        if not self.state.is_host(person.guest):
            raise Refusal("not_host", "only the host can do that")
        match command:
            case commands.AddBot():
                return self._add_bot(person, command)
            case commands.RemoveBot():
                return self._remove_bot(person, command)
            case commands.Kick():
                return self._kick(person, command)
            case commands.HandOver():
                return self._hand_over(person, command)
            case commands.Configure():
                return self._configure(person, command)
            case commands.Start():
                return self._start(person, command)
            case commands.Pace():
                return self._pace(person, command)
            case commands.AllowHints():
                return self._allow_hints(person, command)
            case _:
                raise Refusal("bad_message", "nothing is decided by this message")

    # Moves

    def _move(self, person: Person, command: commands.Move) -> list[entries.TableEntry]:
        state = self.state
        seat = self.own_seat(person)
        if not state.running:
            first = find_first(state, seat, command.revision, command.move)  # the last card of the match, perhaps
            raise Refusal("no_match_running", "no match is running: the host can start one", first=first)
        late = find_late(state, seat, command.revision, command.move)
        if late is not None:
            raise _refuse_late(late, seat, command.move)
        if state.script is not None and not state.script.allows(command.move):
            raise Refusal("lesson_step", f"the lesson speaks of another move now: {state.script.awaited}")
        back = self._come_back(person, seat)
        return [*back, entries.Moved(guest=person.guest, id=command.id, seat=seat, move=command.move)]

    def _next_round(self, person: Person, command: commands.NextRound) -> list[entries.TableEntry]:
        seat = self.own_seat(person)
        if self.state.status != "round_over":
            raise Refusal("round_running", "the next round is dealt when this one is over")
        if command.revision < self.state.last_act:  # meant for a round that is long over
            raise Refusal("stale", "the table has moved on since: look again, then decide")
        return [*self._come_back(person, seat), entries.Dealt(guest=person.guest, id=command.id)]

    def _back(self, person: Person, command: commands.Back) -> list[entries.TableEntry]:
        seat = self.own_seat(person)
        if not self.state.seats[seat].stand_in:
            return []
        return [entries.StoodIn(guest=person.guest, id=command.id, seat=seat, on=False)]

    def _come_back(self, person: Person, seat: int) -> list[entries.TableEntry]:
        """Whoever says something has come back."""
        return [entries.StoodIn(guest=person.guest, seat=seat, on=False)] if self.state.seats[seat].stand_in else []

    # Seats

    def _sit(self, person: Person, command: commands.Sit) -> list[entries.TableEntry]:
        state = self.state
        if person.guest in state.kicked:
            raise Refusal("kicked", "the host has sent you away from this table")
        own = state.seat_of(person.guest)
        if own is None and state.script is not None and not state.is_host(person.guest):
            raise Refusal("lesson_table", "a lesson is for one person: begin one of your own")
        number = self._free_seat() if command.seat is None and own is None else command.seat
        number = own if number is None else number
        if number is None:
            raise Refusal("no_free_seat", "every seat is taken: you can watch, or set up another table")
        seat = self._seat(number)
        if own == number and not seat.left:
            return []
        if own != number:
            if state.running:  # nobody inherits a hand, and nobody runs away from one
                raise Refusal("match_running", "seats change when the match is over: until then you can watch")
            if not seat.free:
                raise Refusal("seat_taken", f"seat {number} is taken: choose a free one")
        return [entries.Sat(guest=person.guest, id=command.id, seat=number, name=person.name)]

    def _leave(self, person: Person, command: commands.Leave) -> list[entries.TableEntry]:
        return [entries.Left(guest=person.guest, id=command.id, seat=self.own_seat(person))]

    def _swap(self, person: Person, command: commands.Swap) -> list[entries.TableEntry]:
        self._may_change("seats change places when the match is over")
        pair = {command.a: self._seat(command.a), command.b: self._seat(command.b)}
        if not self.state.is_host(person.guest):
            others = [seat for seat in pair.values() if seat.guest != person.guest]
            # A seat with itself is nobody's own: who does not sit here would be heard.
            if len(pair) != 2 or len(others) != 1 or others[0].guest is not None:
                raise Refusal(
                    "not_host", "only the host moves other people; swap your own seat with a bot or a free one"
                )
        return [entries.Swapped(guest=person.guest, id=command.id, a=command.a, b=command.b)]

    # The host's

    def _add_bot(self, person: Person, command: commands.AddBot) -> list[entries.TableEntry]:
        self._may_change("bots come and go when the match is over")
        if command.level not in LEVELS:
            raise Refusal("unknown_level", f"no bot plays at {command.level!r}: expected one of {', '.join(LEVELS)}")
        number = self._free_seat() if command.seat is None else command.seat
        if number is None:
            raise Refusal("no_free_seat", "every seat is taken")
        if self._seat(number).guest is not None:
            raise Refusal("seat_taken", f"a person sits on seat {number}: choose a free one")
        return [entries.BotAdded(guest=person.guest, id=command.id, seat=number, level=command.level)]

    def _remove_bot(self, person: Person, command: commands.RemoveBot) -> list[entries.TableEntry]:
        self._may_change("bots come and go when the match is over")
        if self._seat(command.seat).level is None:
            raise Refusal("no_bot_there", f"no bot sits on seat {command.seat}")
        return [entries.BotRemoved(guest=person.guest, id=command.id, seat=command.seat)]

    def _kick(self, person: Person, command: commands.Kick) -> list[entries.TableEntry]:
        self._another_person(person, command.seat)
        return [entries.Kicked(guest=person.guest, id=command.id, seat=command.seat)]

    def _hand_over(self, person: Person, command: commands.HandOver) -> list[entries.TableEntry]:
        self._another_person(person, command.seat)
        return [entries.HandedOver(guest=person.guest, id=command.id, seat=command.seat)]

    def _configure(self, person: Person, command: commands.Configure) -> list[entries.TableEntry]:
        self._may_change("the rules stay as they are until the match is over")
        try:
            setup = self._fill(command.setup)
            taken = sum(not seat.free for seat in self.state.seats)
            if setup.seats < taken:
                raise seats_taken(taken, setup.seats)
        except HuefallError as error:
            raise Refusal("bad_setup", str(error), trouble=show_trouble(error)) from None
        return [entries.Configured(guest=person.guest, id=command.id, setup=setup)]

    def _start(self, person: Person, command: commands.Start) -> list[entries.TableEntry]:
        self._not_running("a match is running: it is started once")
        free = [number for number, seat in enumerate(self.state.seats) if seat.free]
        if free:
            raise Refusal("seats_empty", f"seats {free} are empty: add bots, wait for people, or take seats away")
        return [
            entries.Committed(guest=person.guest, seed=secrets.token_hex(32), rules_version=RULES_VERSION),
            entries.Dealt(guest=person.guest, id=command.id),
        ]

    def _pace(self, person: Person, command: commands.Pace) -> list[entries.TableEntry]:
        filled = self._fill(msgspec.structs.replace(self.state.setup, bot_pause_ms=command.bot_pause_ms))
        return [entries.Paced(guest=person.guest, id=command.id, bot_pause_ms=filled.bot_pause_ms or 0)]

    def _allow_hints(self, person: Person, command: commands.AllowHints) -> list[entries.TableEntry]:
        if self.state.script is not None:
            raise Refusal("lesson_table", "a lesson tells its moves itself: set up a table of your own")
        return [entries.HintsAllowed(guest=person.guest, id=command.id, on=command.on)]

    # What they have in common

    def own_seat(self, person: Person) -> int:
        """Return where somebody sits; who does not has no say."""
        seat = self.state.seat_of(person.guest)
        if seat is None or self.state.seats[seat].left:
            raise Refusal("not_seated", "you do not sit at this table: take a seat first")
        return seat

    def _seat(self, number: int) -> SeatState:
        if number >= len(self.state.seats):
            raise Refusal("no_such_seat", f"there is no seat {number}: expected 0 to {len(self.state.seats) - 1}")
        return self.state.seats[number]

    def _free_seat(self) -> int | None:
        return next((number for number, seat in enumerate(self.state.seats) if seat.free), None)

    def _not_running(self, text: str) -> None:
        if self.state.running:
            raise Refusal("match_running", text)

    def _may_change(self, text: str) -> None:
        """Refuse what would not fit the position from which the next match begins, and changes during a match."""
        self._not_running(text)
        if self.state.script is not None:
            raise Refusal("lesson_table", "a lesson stays as it is: set up a table of your own")
        if self.state.is_set_up:
            raise Refusal("match_running", "this table is set up for a match that is about to begin: " + text)

    def _another_person(self, person: Person, number: int) -> None:
        seat = self._seat(number)
        if seat.guest is None or seat.guest == person.guest or seat.left:
            raise Refusal("no_person_there", f"no other person sits on seat {number}")


def _refuse_late(late: Late, seat: int, move: str) -> Refusal:
    if late.verdict is None:
        return Refusal("stale", "the table has moved on since: look again, then decide", first=late.first)
    text = str(MoveRefused(seat, move, late.verdict))
    return Refusal(late.verdict.reason, text, rule=late.verdict.rule, first=late.first)
