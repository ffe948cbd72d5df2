"""``Game``: one table. It lists legal moves, plays a move or says why not, tells what happened, and can take moves
back.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from huefall.editions import Edition
from huefall.editions.deck import FIRST_BURY, FIRST_IGNORE
from huefall.game.events import Event, EventLog, LogRow, read_log
from huefall.game.move_cache import MoveCache
from huefall.game.outcome import GOOD, MoveRefused, Outcome, RevealedHand, Verdict, restore, verdict_on
from huefall.game.ready import prepare_rules
from huefall.game.reshuffle import Reshuffle, find_reshuffle, pile_of
from huefall.game.seeding import SHUFFLE_VERSION, empty_table, seed_table
from huefall.kernel import entry
from huefall.kernel.layout import LOG_CARD, SCRIPTED, STATE_WORD, Records, clone
from huefall.notation.moves import MoveReader, SentenceError
from huefall.notation.position import PositionError, counts_of, hand_of, read_position, seats_in, write_position
from huefall.notation.variant import Variant
from huefall.vocabulary import phases
from huefall.vocabulary.errors import HuefallError
from huefall.vocabulary.moves import Move

ASKED, PHASE, DRAWN, MOVES, TOP = (STATE_WORD[name] for name in ("asked", "phase", "drawn", "moves", "top"))


class Game:
    """A table with its history. Positions are made by ``Game.new`` (a dealt round) or ``Game.from_position``.

    With ``undo`` off no past is kept (2 kB a move), and no move can be taken back.
    """

    def __init__(self, variant: Variant, state: Records, *, undo: bool = True) -> None:
        self.variant = variant
        self.players = int(state[0]["players"])
        self._state = state
        self._bytes = state.view(np.ndarray).view(np.uint8)
        self._words = self._bytes.view(np.int64)  # the scalars, quick to read
        self._log = EventLog()
        self._reader = MoveReader(variant)
        self._sentences = MoveCache(variant, self._reader)
        self._move = self._sentences.packed
        self._past: list[tuple[bytes, RevealedHand | None, int]] | None = [] if undo else None
        self.changes = 0  # goes up with every deal, every move and every one taken back
        self._hands: dict[int, tuple[bytes, list[str]]] = {}  # as last listed, by what was counted
        self.shown: RevealedHand | None = None
        self._logged: list[LogRow] = []  # the round so far
        #: Hands shown this round, by the number of the event they were shown with.
        self.showings: dict[int, RevealedHand] = {}
        self.deal_events: list[Event] = []
        self.dealer_draw: list[int] = []  # the cards drawn for the dealer, first one first
        self.deck: list[int] = []  # the order this round was dealt from, first card dealt first
        self.deal_reshuffle: Reshuffle | None = None

    # Beginning

    @classmethod
    def new(
        cls,
        edition: str | Edition = "classic",
        players: int = 4,
        options: Mapping[str, Any] | None = None,
        *,
        seed: int | bytes | None = None,
        number: int = 0,
        shuffle_version: int = SHUFFLE_VERSION,
        undo: bool = True,
    ) -> Game:
        """Deal a first round. ``seed``: a number for a match that can be repeated (``number`` tells apart the matches
        of one run), 32 secret bytes, or None: then they come from the operating system and nobody can predict a
        card. ``shuffle_version``: 1 for the cards that a number gave up to Huefall 0.7.0. ``undo``: whether moves can
        be taken back, which takes 2 kB a move.
        """
        variant = Variant.of(edition, options)
        variant.rules.check_players(variant.edition, players)
        seed = secrets.token_bytes(32) if seed is None else seed
        game = new_table(variant, players, seed, number, shuffle_version, undo=undo)
        game.draw_for_dealer()
        game.deal()
        return game

    @classmethod
    def from_position(cls, position: Mapping[str, Any], *, seed: int | bytes = 0) -> Game:
        """Set up a position; ``seed`` decides its reshuffles."""
        if not isinstance(position, Mapping):
            raise PositionError(f"a position is an object with fields, got {position!r}")
        return cls.at(Variant.of(position.get("edition", "classic"), position.get("options")), position, seed=seed)

    @classmethod
    def at(cls, variant: Variant, position: Mapping[str, Any], *, seed: int | bytes = 0, undo: bool = True) -> Game:
        """Set up a position of a known variant; the edition and options that the position names are ignored."""
        prepare_rules()
        state = read_position(variant, position)
        seed_table(state, seed)
        return cls(variant, state, undo=undo)

    def copy(self, *, undo: bool = False) -> Game:
        """Copy the table as it is now, with what a challenger was shown. The copy has no history."""
        copied = Game(self.variant, self.state, undo=undo)
        copied.shown = self.shown
        return copied

    def draw_for_dealer(self, deck: Sequence[int] | None = None) -> list[Event]:
        """Find the dealer by drawing cards (SETUP-02), from a shuffled or a given deck."""
        self._check_idle()
        if deck is not None:
            self.variant.count_cards(deck)
            self._lay_pile(deck)
        entry.find_dealer(self._state, self.variant.packed_edition, deck is not None, self._log.records)
        rows = self._log.cut()
        self.dealer_draw = [row[LOG_CARD] for row in rows]
        self.changes += 1
        return read_log(self.variant, rows)

    def deal(self, deck: Sequence[int] | None = None, dealer: int | None = None) -> list[Event]:
        """Deal a round, from a shuffled or a given deck (first card dealt first), and turn up the first card."""
        self._check_idle()
        if deck is not None:
            self._check_deck(deck)
        if dealer is not None:
            self._state[0]["dealer"] = self._seat(dealer)
        self._lay_pile(deck)
        self.deck = pile_of(self._state)
        entry.deal(self._state, self.variant.packed_rules, self.variant.packed_edition, self._log.records)
        rows = self._log.cut()
        self.deal_events = read_log(self.variant, rows)
        self.deal_reshuffle = find_reshuffle(rows, lambda: None, self._state)
        if self._past:
            self._past.clear()
        self.shown = None
        self._logged = rows
        self.showings = {}
        self.changes += 1
        return self.deal_events

    def _check_idle(self) -> None:
        if not self.over:
            raise HuefallError("nothing can be dealt now: the round is not over")

    def _check_deck(self, deck: Sequence[int]) -> None:
        """Refuse a deck that runs out before a first card is turned up."""
        self.variant.count_cards(deck)
        dealt = self.players * self.variant.rules.hand_size
        rest = [self.variant.kinds[kind].row.first for kind in deck[dealt:]]
        if all(first in (FIRST_BURY, FIRST_IGNORE) for first in rest):
            raise HuefallError(f"deck of {len(deck)} cards: no first card can be turned up after the {dealt} dealt")

    def _seat(self, seat: object) -> int:
        if not isinstance(seat, int) or isinstance(seat, bool) or not 0 <= seat < self.players:
            raise HuefallError(f"no seat {seat!r} at this table: expected 0 to {self.players - 1}")
        return seat

    def _lay_pile(self, deck: Sequence[int] | None) -> None:
        if deck is None:
            entry.mix_deck(self._state, self.variant.packed_edition)
            return
        row = self._state[0]
        row["pile"][: len(deck)] = deck[::-1]
        row["pile_count"] = len(deck)

    def next_round(self, deck: Sequence[int] | None = None) -> list[Event]:
        """Deal the next round of the match; the dealer moves left (SETUP-04)."""
        if not self.over:
            raise HuefallError("the next round cannot begin: this one is not over")
        if self.match_winners:
            raise HuefallError("the next round cannot begin: the match is decided")
        row = self._state[0]
        row["dealer"] = (int(row["dealer"]) + 1) % self.players
        return self.deal(deck)

    # Looking

    @property
    def setting(self) -> Variant:
        """The name of ``variant`` up to version 0.5.0, kept for existing programs."""
        return self.variant

    @property
    def asked(self) -> int | None:
        """The seat whose decision is awaited; None when the round is over."""
        seat = self._words.item(ASKED)
        return None if seat < 0 else seat

    @property
    def phase(self) -> str:
        """The name of the phase: what the asked seat is asked."""
        return phases.NAMES[self._words.item(PHASE)]

    @property
    def drawn(self) -> str | None:
        """The card just drawn, on which the asked seat decides; only that seat may know it."""
        kind = self._words.item(DRAWN)
        return None if kind < 0 else self.variant.texts[kind]

    @property
    def top(self) -> int:
        """The kind of the top card; negative while there is none."""
        return int(self._words.item(TOP))

    @property
    def moves(self) -> int:
        """Count the moves of the round, fouls included."""
        return int(self._words.item(MOVES))

    @property
    def over(self) -> bool:
        return bool(self._words.item(PHASE) == phases.OVER)

    @property
    def winner(self) -> int | None:
        """The winner of the round; None while it lasts and when it is void."""
        seat = int(self._state[0]["winner"])
        return None if seat < 0 else seat

    @property
    def match_winners(self) -> list[int]:
        """The winners of the match; none while it lasts."""
        return seats_in(int(self._state[0]["match_winners"]))

    @property
    def scores(self) -> list[int]:
        """List the points of the match so far."""
        return list(self._state[0]["scores"][: self.players].tolist())

    @property
    def dealer(self) -> int:
        return int(self._state[0]["dealer"])

    @property
    def state(self) -> Records:
        """Return a copy of the kernel's record: the whole table, secrets included."""
        return clone(self._state)

    @property
    def record_of_state(self) -> Records:
        """Return the kernel's record itself, for reading."""
        return self._state

    def hand(self, seat: int) -> list[str]:
        """List the cards of a seat's hand, sorted by kind."""
        counts = counts_of(self._state, self._seat(seat))
        known = self._hands.get(seat)
        if known is None or known[0] != counts:  # a move changes one or two hands, but views count all of them
            known = self._hands[seat] = (counts, hand_of(self._state, self.variant, seat))
        return known[1].copy()

    @property
    def events(self) -> list[Event]:
        """The events of this round, the deal first. A round from a position begins without events."""
        return self.events_from(0)

    def events_from(self, number: int) -> list[Event]:
        """The events of this round from a number on, for callers that have the earlier ones."""
        return read_log(self.variant, self._logged[number:])

    def dealt(self, seat: int) -> list[str]:
        """List the cards a seat was dealt; none where the round began from a position."""
        first = (self.dealer + 1) % self.players
        count = self.players * self.variant.rules.hand_size if self.deck else 0
        return self.variant.write_cards(self.deck[(seat - first) % self.players : count : self.players])

    def position(self) -> dict[str, Any]:
        """Write the whole position, secrets included."""
        return write_position(self._state, self.variant)

    def legal(self, seat: int | None = None) -> list[Move]:
        """List the legal moves of a seat, or of the asked one."""
        if seat is None:
            seat = self._words.item(ASKED)
        if not isinstance(seat, int):
            raise HuefallError(f"a seat is a whole number, got {seat!r}")
        if not 0 <= seat < self.players:
            return []
        variant, reader = self.variant, self._reader
        count = entry.legal_moves(self._state, variant.packed_rules, variant.packed_edition, seat, reader.rows)
        if count >= len(reader.rows):
            reader.grow(count)
            entry.legal_moves(self._state, variant.packed_rules, variant.packed_edition, seat, reader.rows)
        return reader.read(count) if count else []

    def why(self, seat: int, sentence: str | Move) -> Verdict:
        """Return the verdict on a move without playing it."""
        try:
            self._pack(seat, sentence)
        except SentenceError as error:
            return self._verdict(error.reason, error.word)
        variant = self.variant
        return self._verdict(entry.judge_move(self._state, variant.packed_rules, variant.packed_edition, self._move))

    # Doing

    def play(self, seat: int, sentence: str | Move) -> Outcome:
        """Play a move; a refused one raises ``MoveRefused`` and changes nothing."""
        try:
            move = self._pack(seat, sentence)
        except SentenceError as error:
            raise MoveRefused(seat, str(sentence), self._verdict(error.reason, error.word)) from None
        variant = self.variant
        before = self._bytes.tobytes()
        reason = entry.play_move(
            self._state, variant.packed_rules, variant.packed_edition, self._move, self._log.records
        )
        verdict = self._verdict(reason)
        if verdict.status == "refused":
            raise MoveRefused(seat, str(sentence), verdict)
        if self._past is not None:
            self._past.append((before, self.shown, len(self._logged)))
        self.changes += 1
        self._remember_shown(seat, move, verdict, before)
        rows = self._log.cut()
        self._logged += rows
        return Outcome(variant, seat, move, verdict, rows, before, self._state)

    def undo(self) -> None:
        """Take the last move of the round back."""
        if self._past is None:
            raise HuefallError("no move can be taken back: this table keeps no past, it was made with undo=False")
        if not self._past:
            raise HuefallError("nothing to take back: no move has been played in this round")
        before, self.shown, logged = self._past.pop()
        self._bytes[:] = np.frombuffer(before, np.uint8)
        del self._logged[logged:]
        self.showings = {number: shown for number, shown in self.showings.items() if number < logged}
        self.changes += 1

    def script_reshuffle(self, order: Iterable[int] | None) -> None:
        """Give the order of the next reshuffle, first card drawn first, instead of leaving it to chance; a replay does
        so.
        """
        row = self._state[0]
        row["chance"] = SCRIPTED
        kinds = list(order or ())
        self.variant.count_cards(kinds)
        row["script"][: len(kinds)] = kinds

    def _pack(self, seat: int, sentence: str | Move) -> Move:
        known = isinstance(seat, int) and not isinstance(seat, bool) and 0 <= seat < self.players
        return self._sentences.pack(self._state, seat, known, sentence)

    def _verdict(self, reason: int, word: str = "") -> Verdict:
        return verdict_on(reason, self.variant.rules.misplay_penalty, word) if reason else GOOD

    def _remember_shown(self, seat: int, move: Move, verdict: Verdict, before: bytes) -> None:
        if move.verb == "challenge":
            state = restore(before)
            accused = int(state[0]["source"])
            self.shown = RevealedHand(seat, accused, tuple(hand_of(state, self.variant, accused)))
            self.showings[len(self._logged)] = self.shown
        elif not move.is_claim and not (verdict.status == "foul" and verdict.reason != "false_call"):
            self.shown = None


def new_table(
    variant: Variant,
    players: int,
    seed: int | bytes = 0,
    number: int = 0,
    shuffle_version: int = SHUFFLE_VERSION,
    *,
    undo: bool = True,
) -> Game:
    """Make a table at which nothing has been dealt yet."""
    prepare_rules()
    return Game(variant, empty_table(players, seed, number, shuffle_version), undo=undo)
