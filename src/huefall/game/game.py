"""``Game``: one table. It lists legal moves, plays a move or says why not, tells what happened, and can take moves
back.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from huefall.editions import Edition, OptionError
from huefall.editions.deck import FIRST_BURY, FIRST_IGNORE
from huefall.game.events import Event, cut_log, new_log, read_log
from huefall.game.outcome import GOOD, MoveRefused, Outcome, Shown, Verdict, restore
from huefall.game.ready import get_ready
from huefall.game.reshuffle import Reshuffle, find_reshuffle, pile_of
from huefall.kernel import entry
from huefall.kernel.layout import FAST, LOG_CARD, MOVE, SCRIPTED, SECURE, STATE, STATE_WORD, Records, blank, clone
from huefall.notation.moves import Move, MoveReader, SentenceError, read_move
from huefall.notation.position import PositionError, hand_of, read_position, seats_in, write_position
from huefall.notation.setting import Setting
from huefall.vocabulary import colors, phases, refusals, rule_ids
from huefall.vocabulary.errors import HuefallError

#: Verbs that are claims, not acts: they close no window (UNO-02).
CLAIMS = ("uno", "catch")

ASKED, PHASE = STATE_WORD["asked"], STATE_WORD["phase"]


class Game:
    """A table with its history. Positions are made by ``Game.new`` (a dealt round) or ``Game.from_position``."""

    def __init__(self, setting: Setting, state: Records) -> None:
        self.setting = setting
        self.players = int(state[0]["players"])
        self._state = state
        self._bytes = state.view(np.ndarray).view(np.uint8)
        self._words = self._bytes.view(np.int64)  # the scalars, quick to read
        self._move = blank(MOVE)
        self._log = new_log()
        self._reader = MoveReader(setting)
        self._past: list[tuple[bytes, Shown | None]] = []
        self.shown: Shown | None = None
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
    ) -> Game:
        """Deal a first round. ``seed``: a number for a match that can be repeated (``number`` tells apart the matches
        of one run), 32 secret bytes, or nothing: then they come from the operating system and nobody can predict a
        card.
        """
        setting = Setting.of(edition, options)
        setting.rules.check_players(setting.edition, players)
        game = new_table(setting, players, secrets.token_bytes(32) if seed is None else seed, number)
        game.draw_for_dealer()
        game.deal()
        return game

    @classmethod
    def from_position(cls, position: Mapping[str, Any], *, seed: int | bytes = 0) -> Game:
        """Set up a position; ``seed`` decides its reshuffles."""
        get_ready()
        if not isinstance(position, Mapping):
            raise PositionError(f"a position is an object with fields, got {position!r}")
        setting = Setting.of(position.get("edition", "classic"), position.get("options"))
        state = read_position(setting, position)
        _seed(state, seed, 0)
        return cls(setting, state)

    def draw_for_dealer(self, deck: Sequence[int] | None = None) -> list[Event]:
        """Find the dealer by drawing cards (SETUP-02), from a shuffled or a given deck."""
        self._check_idle()
        if deck is not None:
            self.setting.count_cards(deck)
            self._lay_pile(deck)
        entry.find_dealer(self._state, self.setting.packed_edition, deck is not None, self._log)
        rows = cut_log(self._log)
        self.dealer_draw = [row[LOG_CARD] for row in rows]
        return read_log(self.setting, rows)

    def deal(self, deck: Sequence[int] | None = None, dealer: int | None = None) -> list[Event]:
        """Deal a round, from a shuffled or a given deck (first card dealt first), and turn up the first card."""
        self._check_idle()
        if deck is not None:
            self._check_deck(deck)
        if dealer is not None:
            self._state[0]["dealer"] = self._seat(dealer)
        self._lay_pile(deck)
        self.deck = pile_of(self._state)
        entry.deal(self._state, self.setting.packed_rules, self.setting.packed_edition, self._log)
        rows = cut_log(self._log)
        self.deal_events = read_log(self.setting, rows)
        self.deal_reshuffle = find_reshuffle(rows, lambda: None, self._state)
        self._past.clear()
        self.shown = None
        return self.deal_events

    def _check_idle(self) -> None:
        if not self.over:
            raise HuefallError("nothing can be dealt now: the round is not over")

    def _check_deck(self, deck: Sequence[int]) -> None:
        """Refuse a deck that runs out before a first card is turned up."""
        self.setting.count_cards(deck)
        dealt = self.players * self.setting.rules.hand_size
        rest = [self.setting.kinds[kind].row.first for kind in deck[dealt:]]
        if all(first in (FIRST_BURY, FIRST_IGNORE) for first in rest):
            raise HuefallError(f"deck of {len(deck)} cards: no first card can be turned up after the {dealt} dealt")

    def _seat(self, seat: object) -> int:
        if not isinstance(seat, int) or isinstance(seat, bool) or not 0 <= seat < self.players:
            raise HuefallError(f"no seat {seat!r} at this table: expected 0 to {self.players - 1}")
        return seat

    def _lay_pile(self, deck: Sequence[int] | None) -> None:
        if deck is None:
            entry.mix_deck(self._state, self.setting.packed_edition)
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
    def asked(self) -> int | None:
        """Return the one seat whose decision is awaited; nobody's when the round is over."""
        seat = self._words.item(ASKED)
        return None if seat < 0 else seat

    @property
    def phase(self) -> str:
        """Name what the asked seat is asked."""
        return phases.NAMES[self._words.item(PHASE)]

    @property
    def over(self) -> bool:
        """Tell whether the round is over."""
        return bool(self._words.item(PHASE) == phases.OVER)

    @property
    def winner(self) -> int | None:
        """Return who has won the round; nobody while it lasts, and when it is void."""
        seat = int(self._state[0]["winner"])
        return None if seat < 0 else seat

    @property
    def match_winners(self) -> list[int]:
        """List who has won the match; nobody while it lasts."""
        return seats_in(int(self._state[0]["match_winners"]))

    @property
    def scores(self) -> list[int]:
        """List the points of the match so far."""
        return list(self._state[0]["scores"][: self.players].tolist())

    @property
    def dealer(self) -> int:
        """Return who deals."""
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
        """List a hand."""
        return hand_of(self._state, self.setting, self._seat(seat))

    def position(self) -> dict[str, Any]:
        """Write the whole position, secrets included."""
        return write_position(self._state, self.setting)

    def legal(self, seat: int | None = None) -> list[Move]:
        """List the legal moves of a seat, or of the asked one."""
        if seat is None:
            seat = self._words.item(ASKED)
        if not isinstance(seat, int):
            raise HuefallError(f"a seat is a whole number, got {seat!r}")
        if not 0 <= seat < self.players:
            return []
        setting, reader = self.setting, self._reader
        count = entry.legal_moves(self._state, setting.packed_rules, setting.packed_edition, seat, reader.rows)
        if count >= len(reader.rows):
            reader.grow(count)
            entry.legal_moves(self._state, setting.packed_rules, setting.packed_edition, seat, reader.rows)
        return reader.read(count)

    def why(self, seat: int, sentence: str | Move) -> Verdict:
        """Say what would come of a move, without playing it."""
        try:
            self._pack(seat, sentence)
        except SentenceError as error:
            return self._verdict(error.reason, error.word)
        setting = self.setting
        return self._verdict(entry.judge_move(self._state, setting.packed_rules, setting.packed_edition, self._move))

    # Doing

    def play(self, seat: int, sentence: str | Move) -> Outcome:
        """Play a move; a refused one raises ``MoveRefused`` and changes nothing."""
        try:
            move = self._pack(seat, sentence)
        except SentenceError as error:
            raise MoveRefused(seat, str(sentence), self._verdict(error.reason, error.word)) from None
        setting = self.setting
        before = self._bytes.tobytes()
        reason = entry.play_move(self._state, setting.packed_rules, setting.packed_edition, self._move, self._log)
        verdict = self._verdict(reason)
        if verdict.status == "refused":
            raise MoveRefused(seat, str(sentence), verdict)
        self._past.append((before, self.shown))
        self._remember_shown(seat, move, verdict, before)
        return Outcome(setting, seat, move, verdict, self._log, before, self._state)

    def undo(self) -> None:
        """Take the last move of the round back."""
        if not self._past:
            raise HuefallError("nothing to take back: no move has been played in this round")
        before, self.shown = self._past.pop()
        self._bytes[:] = np.frombuffer(before, np.uint8)

    def script_reshuffle(self, order: Iterable[int] | None) -> None:
        """Give the order of the next reshuffle, first card drawn first, instead of leaving it to chance; a replay does
        so.
        """
        row = self._state[0]
        row["chance"] = SCRIPTED
        kinds = list(order or ())
        self.setting.count_cards(kinds)
        row["script"][: len(kinds)] = kinds

    def _pack(self, seat: int, sentence: str | Move) -> Move:
        known = isinstance(seat, int) and not isinstance(seat, bool) and 0 <= seat < self.players
        if isinstance(sentence, Move) and self._reader.knows(sentence):
            move = sentence  # one of ours, taken apart already
        else:
            hand = self._state[0]["hands"][seat].tolist() if known else [0] * len(self._state[0]["hands"][0])
            move = read_move(self.setting, hand, str(sentence))
        self._reader.pack(seat if known else -1, move, self._move)
        return move

    def _verdict(self, reason: int, word: str = "") -> Verdict:
        if reason == refusals.NONE:
            return GOOD
        fined = reason == refusals.FALSE_CALL or (
            refusals.is_misplay(reason) and self.setting.rules.misplay_penalty > 0
        )
        rule = refusals.RULES[reason]
        return Verdict(
            "foul" if fined else "refused",
            refusals.NAMES[reason],
            None if rule == rule_ids.NO_RULE else rule_ids.NAMES[rule],
            word,
        )

    def _remember_shown(self, seat: int, move: Move, verdict: Verdict, before: bytes) -> None:
        if move.verb == "challenge":
            state = restore(before)
            accused = int(state[0]["source"])
            self.shown = Shown(seat, accused, tuple(hand_of(state, self.setting, accused)))
        elif move.verb not in CLAIMS and not (verdict.status == "foul" and verdict.reason != "false_call"):
            self.shown = None


def new_table(setting: Setting, players: int, seed: int | bytes = 0, number: int = 0) -> Game:
    """Make a table at which nothing has been dealt yet."""
    get_ready()
    state = blank(STATE)
    row = state[0]
    row["players"] = players
    row["phase"], row["asked"], row["winner"] = phases.OVER, -1, -1
    row["boost"] = row["color"] = colors.NO_COLOR
    row["drawn"] = row["cut"] = -1
    _seed(state, seed, number)
    return Game(setting, state)


def _seed(state: Records, seed: int | bytes, number: int) -> None:
    row = state[0]
    if not isinstance(seed, int | bytes) or isinstance(seed, bool):
        raise OptionError(f"seed must be a whole number or 32 bytes, got {seed!r}")
    if not isinstance(number, int) or not 0 <= number < 1 << 63:
        raise OptionError(f"number must be a whole number from 0 to 2**63 - 1, got {number!r}")
    if isinstance(seed, bytes):
        if len(seed) != 32:
            raise OptionError(f"a secret seed has 32 bytes, got {len(seed)}")
        row["chance"] = SECURE
        row["seed"] = [int.from_bytes(seed[at : at + 4], "little") for at in range(0, 32, 4)]
        return
    if not 0 <= seed < 1 << 63:
        raise OptionError(f"seed must be a whole number from 0 to 2**63 - 1, got {seed}")
    row["chance"] = FAST
    entry.seed_table(state, seed, number)
