"""A table without sockets, store and clock: a test gives commands and looks at the changes."""

from __future__ import annotations

from typing import Any

import pytest
from tests.server.local_server import FakeEngine

from huefall.protocol import commands
from huefall.protocol.tables import TableSetup
from huefall.server.guests.person import Person
from huefall.server.refusal import Refusal
from huefall.server.tables import entries
from huefall.server.tables.decisions import Context, Decision, decide
from huefall.server.tables.history import Change
from huefall.server.tables.opening import Opening
from huefall.server.tables.setup import fill_setup
from huefall.server.tables.state import TableState

ANNA, BEN, CARA, DORA = (Person(f"g-{name.lower()}", name) for name in ("Anna", "Ben", "Cara", "Dora"))

MOVE_SECONDS, BOT_PAUSE_MS = 30, 1000


def fill(setup: TableSetup) -> TableSetup:
    return fill_setup(setup, MOVE_SECONDS, BOT_PAUSE_MS)


#: Of a table without connections, whose rules are compiled.
CONTEXT = Context(fill, lambda _: False, FakeEngine())


class BareTable:
    """Anna's table. Time goes on by a second with each entry."""

    def __init__(self, opening: Opening | None = None, **setup: Any) -> None:
        self.state = TableState("abcdefgh")
        self.entries: list[tuple[entries.TableEntry, int]] = []
        self.now = 1_000_000
        self._ids = 0
        self.enter(entries.Created(guest=ANNA.guest, setup=fill(TableSetup(**setup)), opening=opening))

    def enter(self, entry: entries.TableEntry) -> Change:
        """Carry an entry out as it would be stored."""
        self.now += 1000
        change = self.state.apply(entries.decode_entry(entries.encode_entry(entry)), self.now)
        self.entries.append((entry, self.now))
        if self.state.lacks_seed:  # as a table does at the end of each batch
            self.enter(entries.SeedDrawn(seed=f"{self.state.match_number:064x}"))
        return change

    def say(self, person: Person, kind: type, **fields: Any) -> Change:
        """Give a command, and return its last change."""
        return [self.enter(entry) for entry in self.decide(person, kind, **fields).entries][-1]

    def decide(self, person: Person | None, kind: type, **fields: Any) -> Decision:
        """Decide on a command, without an action."""
        self._ids += 1
        fields.setdefault("id", f"m{self._ids}")
        if kind in {commands.Move, commands.NextRound}:
            fields.setdefault("revision", self.state.revision)
        return decide(self.state, person, kind(**fields), CONTEXT)

    @property
    def asked(self) -> int:
        """Return who is asked."""
        asked = self.state.match.asked
        assert asked is not None
        return asked

    def again(self) -> TableState:
        """Make the same table from its entries."""
        state = TableState("abcdefgh")
        for entry, at in self.entries:
            state.apply(entry, at)
        return state


def seated(*persons: Person, seats: int = 0, **setup: Any) -> BareTable:
    """Seat persons, and bots on the other seats."""
    table = BareTable(seats=seats or max(2, len(persons)), **setup)
    for person in persons:
        table.say(person, commands.Sit)
    for _ in range(table.state.setup.seats - len(persons)):
        table.say(ANNA, commands.AddBot)
    return table


def started(*persons: Person, **setup: Any) -> BareTable:
    """Seat persons and bots, and deal."""
    table = seated(*persons, **setup)
    table.say(ANNA, commands.Start)
    return table


#: The pile of a table that begins from a position: no card of it is red or green.
PILE = [f"{color}{number}" for color in "yb" for number in (1, 2, 3, 4, 5, 6, 8, 9)]


def opened(hands: list[list[str]], top: str = "r5", pile: list[str] | None = None, **setup: Any) -> BareTable:
    """Begin a match of Anna, Ben … from a position in which Anna is asked."""
    position = {"hands": hands, "discard": [top], "pile": PILE if pile is None else pile, "turn": 0}
    return started(*(ANNA, BEN, CARA, DORA)[: len(hands)], opening=Opening(position), **setup)


def play_match(table: BareTable, seed: int) -> None:
    """Play until the match is over, at random, each seat by its own."""
    from random import Random

    rng = Random(seed)
    while table.state.running:
        match = table.state.match
        if match.round_over:
            table.enter(entries.Dealt())
            continue
        legal = [str(move) for move in match.legal() if not move.is_claim]
        table.enter(entries.Moved(seat=match.asked, move=rng.choice(legal), by="bot"))


def refused(bare: BareTable, person: object, kind: type, **fields: object) -> Refusal:
    before = bare.state.revision
    with pytest.raises(Refusal) as caught:
        bare.say(person, kind, **fields)
    assert bare.state.revision == before
    assert caught.value.text
    return caught.value
