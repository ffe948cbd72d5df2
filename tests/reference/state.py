"""The state of a round, the pending question, and the few operations that every rule uses."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from .cards import Card
from .editions import Edition
from .options import Options

Event = dict[str, Any]
Reshuffle = Callable[[list[str]], list[str]]

PENALTIES = ("draw2", "wild4")
# The rule that an `ask` of each kind gives as its reason; `accept` repeats it.
ASK_RULES = {
    "draw2": "D2-01",
    "wild4": "WD4-01",
    "skip": "SKIP-01",
    "reverse": "REV-01",
    "dance": "BTS-01",
    "vote": "BTS-02",
    "color": "FIRST-04",
}


def keep_order(cards: list[str]) -> list[str]:
    """A reshuffle that leaves the order as it is."""
    return cards


@dataclass
class Pending:
    """A question to one seat (notation.md, Positions)."""

    kind: str
    seat: int
    source: int  # written `from`: who caused it
    draw: int = 0
    count: int = 1
    guilty: bool | None = None  # only of a wild4 that can be challenged
    dancer: int | None = None  # only of a vote
    votes: list[bool] | None = None  # only of a vote


@dataclass
class State:
    """The whole state of a round; the fields are those of a position."""

    edition: Edition
    edition_label: str  # as the edition was named: "classic" or a path
    options: Options
    hands: list[list[Card]]
    pile: list[Card]  # [0] is drawn first
    discard: list[Card]  # [-1] is the top card
    color: str | None
    turn: int | None
    direction: int
    dealer: int
    scores: list[int]
    boost: str | None = None
    pending: Pending | None = None
    drawn: Card | None = None
    called: set[int] = field(default_factory=set)
    open: set[int] = field(default_factory=set)
    cut: Card | None = None
    cut_count: int = 1
    passes: int = 0
    moves: int = 0
    over: bool = False
    winner: int | None = None
    points: list[int] = field(default_factory=list)
    match_winners: list[int] | None = None
    shown: tuple[int, int, list[str]] | None = None  # challenger, whose hand, the hand (CHAL-01)
    events: list[Event] = field(default_factory=list)
    reshuffle: Reshuffle = keep_order

    @property
    def players(self) -> int:
        """How many seats there are."""
        return len(self.hands)

    @property
    def top(self) -> Card:
        """The top card of the discards."""
        return self.discard[-1]

    def after(self, seat: int, steps: int = 1) -> int:
        """The seat ``steps`` further in the direction of play."""
        return (seat + steps * self.direction) % self.players

    def say(self, event: str, rule: str, **keys: object) -> None:
        """Add an event (docs/events.md)."""
        self.events.append({"event": event, **keys, "rule": rule})

    def begin_act(self, *, is_pass: bool = False) -> None:
        """An act ends the window for cutting and hides a shown hand (CUT-01, CHAL-01)."""
        self.cut = None
        self.cut_count = 1
        self.shown = None
        if not is_pass:
            self.passes = 0  # PILE-03: any act but a pass breaks the row

    def close_catching(self) -> None:
        """Too late to catch: a card was played, or with `turn` a player drew or passed in a turn (UNO-02)."""
        self.open.clear()

    def begin_turn(self, seat: int) -> None:
        """An ordinary turn of this seat."""
        self.pending = None
        self.drawn = None
        self.turn = seat
        self.say("turn", "PLAY-01", seat=seat)

    def ask(self, question: Pending) -> None:
        """Ask a question; it waits for the seat's answer."""
        self.pending = question
        self.drawn = None
        self.turn = question.seat
        keys: dict[str, object] = {"seat": question.seat, "other": question.source, "question": question.kind}
        if question.draw:
            keys["amount"] = question.draw
        self.say("ask", ASK_RULES[question.kind], **keys)

    def turn_direction(self, rule: str) -> None:
        """Turn the direction of play once."""
        self.direction = -self.direction
        self.say("reverse", rule, amount=self.direction)

    def forget_stale_calls(self) -> None:
        """Only a seat with one card can have called or be caught; drawing a card ends both (UNO-01)."""
        self.called = {seat for seat in self.called if len(self.hands[seat]) == 1}
        self.open = {seat for seat in self.open if len(self.hands[seat]) == 1}
