"""What a move would do, and which cards would fit: found by asking the rules, not by reading them a second time.

For everyone who explains, infers or values moves. Nothing here decides who is next, what stacks or who draws: a move is
played on a copy of the state, and the state and the log say what came of it. A new house rule needs no change here.

**A state** is a table as the kernel keeps it (``huefall.kernel.layout.STATE``): of a game (``game.state``), a sample of the
search, or ``state_of_view(variant, view)``, which puts cards the seat does not see into hands and pile anyhow.

**What would this move do?**

    found = preview(variant, state, seat, "play r+2")
    found.asked, found.phase         # 1, "draw2": seat 1 has to answer a pending penalty
    found.penalty, found.source      # 2, 0: two cards are at stake, put by seat 0
    found.target, found.amount       # 1, 2: whom the play hits, and how many cards that seat draws unless it answers
    found.can_be_answered            # True where the rules leave an answer; found.answers says which kinds
    found.unanswered.asked           # 2: whose turn it is if nobody answers
    found.unanswered.lost_turns      # (1,): who loses a turn then, first one first
    found.unanswered.drew            # (0, 2, 0, 0): cards drawn per seat
    found.turns_direction, found.color, found.boost, found.over, found.winner, found.sizes

**Which kinds would fit, and as what?** As bits, kind 0 lowest, independent of any hand:

    roles_on(variant, top, color)                    # in an ordinary turn
    roles_on(variant, top, color, phases.DRAW2)      # in answer to a penalty; phase_of_rule("D2-01") gives the phase
    roles_in(variant, state, seat)                   # for a seat at a table, its claims (cuts) included

    found.plays, found.stacks, found.shields, found.escapes, found.cuts
    found.answers       # stacks, shields and escapes together
    found.if_allowed    # of all these the kinds that a hand may forbid (``wild4`` = ``enforce``)

**Who sits there?** ``seat_after(state, seat, steps)`` counts seats in the direction of play; -1 is the seat before.

Where chance or hidden hands decide (a draw until a card fits, a Gauntlet's check, a challenge of another seat's card), a
preview shows what happens in *this* state: true of a game, one possibility of a sample.

The rules must have been loaded (``huefall.game.ready``), as for everything that calls the kernel.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

import numpy as np

from huefall.kernel import entry, fitting
from huefall.kernel.layout import (
    FAST,
    KINDS,
    LOG,
    LOG_AMOUNT,
    LOG_EVENT,
    LOG_ROWS,
    LOG_SEAT,
    MOVE,
    NO_CARD,
    NOBODY,
    STATE,
    STATE_WORD,
    Records,
    blank,
    clone,
)
from huefall.notation.moves import MoveReader
from huefall.notation.position import FIELDS, read_position
from huefall.notation.variant import Variant
from huefall.vocabulary import colors, events, phases, refusals, rule_ids
from huefall.vocabulary.moves import Move

#: Questions that have an effect when they are accepted and can be averted by a card.
_THREATS = phases.NAMES[phases.DRAW2 : phases.DANCE]

#: How many of a state's numbers are read at once.
_NUMBERS = STATE_WORD["seed"]


class Roles(NamedTuple):
    """Kinds of card by the role in which they fit, as bits, kind 0 lowest."""

    plays: int = 0  # an ordinary play
    stacks: int = 0  # adds to the pending penalty (STACK-01 to STACK-03)
    shields: int = 0  # moves the pending penalty on (SHIELD-01)
    escapes: int = 0  # cancels what the top card threatens (JUR-01)
    cuts: int = 0  # the same card out of turn (CUT-01)
    if_allowed: int = 0  # of these: those that a hand may forbid (WD4-02, ``enforce``)

    @property
    def answers(self) -> int:
        """The kinds with which the asked seat averts what is pending."""
        return self.stacks | self.shields | self.escapes


class Preview:
    """What one move does, before anybody answers it; ``unanswered`` is what it comes to if nobody does."""

    def __init__(
        self, variant: Variant, state: Records, seat: int, reason: int, before: list[int], log: list[list[int]]
    ) -> None:
        self.variant = variant
        self.state = state  # the table after the move: preview the next move from here
        self.seat = seat  # who moves
        self.reason = refusals.NAMES[reason]  # "none" if the move is good; what is refused changes nothing
        self._before = before
        self.log = log  # rows of the kernel's log, for those who need more than is read here
        self._numbers = _numbers_of(state)
        self.phase = phases.NAMES[self._number("phase")]  # "draw2": what the asked seat is asked
        self.asked = _or_none(self._number("asked"))  # whose decision is awaited; None if the round is over
        self.penalty = self._number("penalty")  # cards at stake in the pending question
        self.source = _or_none(self._number("source"))  # whose card put the question
        self.direction = self._number("direction")  # 1 clockwise, -1
        self.color = _letter(self._number("color"))  # "r": the colour in force
        self.boost = _letter(self._number("boost"))  # the boosted colour (BUZZ-02)
        self.over = self._number("phase") == phases.OVER  # the round is over
        self.winner = _or_none(self._number("winner"))
        self.players = self._number("players")

    def _number(self, name: str) -> int:
        return self._numbers[STATE_WORD[name]]

    @property
    def sizes(self) -> tuple[int, ...]:
        """Hand sizes after the move."""
        first = STATE_WORD["sizes"]
        return tuple(self._numbers[first : first + self.players])

    @property
    def turns_direction(self) -> bool:
        return self.direction != self._before[STATE_WORD["direction"]]

    @property
    def is_question(self) -> bool:
        """Whether a question is pending, other than an ordinary turn."""
        return self.phase in phases.QUESTIONS

    @property
    def is_bluff(self) -> bool:
        """Whether a challenge of the pending card would succeed (WD4-02)."""
        return bool(self._number("guilty"))

    @cached_property
    def drew(self) -> tuple[int, ...]:
        """Cards drawn per seat, by this move."""
        drawn = Counter(row[LOG_SEAT] for row in self.log if row[LOG_EVENT] == events.DRAW)
        return tuple(drawn[seat] for seat in range(self.players))

    @cached_property
    def lost_turns(self) -> tuple[int, ...]:
        """Seats that lose a turn by this move, first one first.

        Of two players one who plays and is asked again has taken the other's turn, if by a Reverse (TWO-01).
        """
        lost = [row[LOG_SEAT] for row in self.log if row[LOG_EVENT] == events.SKIP]
        goes_on = self.players == 2 and self.phase == "turn" and self.asked == self.seat
        if not lost and goes_on and any(row[LOG_EVENT] == events.REVERSE for row in self.log):
            lost.append(1 - self.seat)
        return tuple(dict.fromkeys(lost))

    @cached_property
    def target(self) -> int | None:
        """The seat a play hits first: it is asked to answer, draws or loses its turn. ``None`` if no other seat is hit."""
        hit = [row[LOG_SEAT] for row in self.unanswered.log if row[LOG_EVENT] in (events.DRAW, events.SKIP)]
        return next((seat for seat in (*hit, *self.unanswered.lost_turns) if seat != self.seat), None)

    @property
    def amount(self) -> int:
        """Cards that ``target`` draws unless it answers, those forgiven for want of cards included (PILE-02)."""
        if self.target is None:
            return 0
        rows = [row for row in self.unanswered.log if row[LOG_SEAT] == self.target]
        forgiven = sum(row[LOG_AMOUNT] for row in rows if row[LOG_EVENT] == events.FORGIVEN)
        return forgiven + sum(row[LOG_EVENT] == events.DRAW for row in rows)

    @cached_property
    def answers(self) -> Roles:
        """The kinds that could avert what the move does, if a copy is left outside the discards."""
        if self.over or self.asked is None:
            return Roles()
        asked, claims = roles_in(self.variant, self.state, self.asked), roles_in(self.variant, self.state, NOBODY)
        left = self._kinds_left()
        answering = asked if self.phase in _THREATS else Roles()
        return Roles(
            stacks=answering.stacks & left,
            shields=answering.shields & left,
            escapes=answering.escapes & left,
            cuts=claims.cuts & left,
            if_allowed=answering.if_allowed & left,
        )

    def _kinds_left(self) -> int:
        row = self.state[0]
        gone = Counter(row["discard"][: row["discard_count"]].tolist())
        return sum(1 << number for number, kind in enumerate(self.variant.kinds) if kind.copies > gone[number])

    @property
    def can_be_answered(self) -> bool:
        """Whether the rules leave an answer that averts what the move does: a card, or a challenge that succeeds."""
        return bool(self.answers.answers or self.answers.cuts) or self.is_bluff

    @cached_property
    def unanswered(self) -> Preview:
        """What the move comes to if nobody answers it: penalties are drawn, footprint cards act. A dance stays a question."""
        found = self
        while found.asked is not None and found.phase in _THREATS:
            following = preview(self.variant, found.state, found.asked, Move("accept"))
            found = Preview(
                self.variant, following.state, self.seat, refusals.NONE, self._before, found.log + following.log
            )
        return found


def preview(variant: Variant, state: Records, seat: int, move: Move | str) -> Preview:
    """Play a move on a copy. A legal one is meant; of a refused one the preview shows the table as it was, and the reason.

    Cards are written as in the list of legal moves: a footprint card with its star.
    """
    if isinstance(move, str):
        move = Move.parse(move)
    copied, record, log = clone(state[:1]), blank(MOVE), blank(LOG)
    log[0]["room"] = LOG_ROWS
    _reader(variant).pack(seat, move, record)
    reason = entry.play_move(copied, variant.packed_rules, variant.packed_edition, record, log)
    rows = log.view(np.ndarray)["table"][0, : int(log[0]["rows"])].tolist()
    return Preview(variant, copied, seat, int(reason), _numbers_of(state), rows)


@lru_cache(maxsize=64)
def _reader(variant: Variant) -> MoveReader:
    return MoveReader(variant)


def _numbers_of(state: Records) -> list[int]:
    found: list[int] = state[:1].view(np.ndarray).view(np.uint8).view(np.int64)[:_NUMBERS].tolist()
    return found


def _or_none(number: int) -> int | None:
    return None if number == NOBODY else number


def _letter(color: int) -> str | None:
    return None if color == colors.NO_COLOR else colors.letter(color)


def seat_after(state: Records, seat: int, steps: int = 1) -> int:
    """Return the seat ``steps`` further in the direction of play, at most once round the table; -1: the seat before."""
    return int(entry.seat_after(state, seat, steps))


def phase_of_rule(rule: str) -> int | None:
    """Return the phase that an ``ask`` or ``accept`` event with this rule is about; ``None`` if it is about none.

    >>> phases.NAMES[phase_of_rule("WD4-01")]
    'wild4'
    """
    found = [phase for phase, number in enumerate(phases.RULES) if rule_ids.NAMES[number] == rule]
    return found[0] if found else None


def roles_in(variant: Variant, state: Records, seat: int) -> Roles:
    """Return the kinds that would fit for a seat now, whatever it holds; ``NOBODY`` asks for a seat whose turn it is not."""
    copied = clone(state[:1])
    if seat != NOBODY:
        copied[0]["held"][seat] = 0
    return _read_roles(variant, copied, seat)


@lru_cache(maxsize=4096)
def roles_on(variant: Variant, top: int, color: int, phase: int = phases.TURN) -> Roles:
    """Return the kinds that would fit for the asked seat on a top card (by kind) while a colour is in force."""
    state = blank(STATE)
    row = state[0]
    row["players"], row["direction"], row["phase"], row["top"], row["color"] = 2, 1, phase, top, color
    row["boost"], row["drawn"], row["cut"], row["cut_count"] = colors.NO_COLOR, NO_CARD, NO_CARD, 1
    return _read_roles(variant, state, 0)


def _read_roles(variant: Variant, state: Records, seat: int) -> Roles:
    roles = np.zeros(KINDS, np.int8)
    entry.roles_of_kinds(state, variant.packed_rules, variant.packed_edition, seat, roles)
    found = [0] * (fitting.CUT + 1)
    if_allowed = 0
    for kind, role in enumerate(roles[: len(variant.kinds)].tolist()):
        found[role] |= 1 << kind
        if role != fitting.NO_ROLE and variant.rules.wild4 == "enforce" and variant.kinds[kind].row.restricted:
            if_allowed |= 1 << kind
    return Roles(
        found[fitting.ORDINARY],
        found[fitting.STACK],
        found[fitting.SHIELD],
        found[fitting.ESCAPE],
        found[fitting.CUT],
        if_allowed,
    )


def state_of_view(variant: Variant, view: Mapping[str, Any]) -> Records:
    """Make a state of what a seat sees. Cards it does not see are put anyhow: for what does not depend on them."""
    seat, sizes = view["seat"], view["sizes"]
    seen = Counter(variant.read_cards(view["hands"][seat], "hands"))
    seen.update(variant.read_cards(view["discard"], "discard"))
    unseen = list((Counter(variant.deck()) - seen).elements())
    hands: list[list[str]] = []
    for other, size in enumerate(sizes):
        if other == seat:
            hands.append(view["hands"][seat])
        else:
            hands.append(variant.write_cards(unseen[:size]))
            del unseen[:size]
    position = {field: view[field] for field in FIELDS if field in view}
    position["hands"] = hands
    state = read_position(variant, position)
    # Straight into the state: reading a pile card by card takes longer than all the rest.
    pile = unseen[: view.get("pile_size", len(unseen))]
    state[0]["pile"][: len(pile)] = pile
    state[0]["pile_count"] = len(pile)
    # A move may draw more than the pile holds, and the shuffle of the discards never ends without a seed.
    state[0]["chance"] = FAST
    entry.seed_table(state, 0, 0)
    return state
