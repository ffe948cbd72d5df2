"""``ReferenceGame``: the reference engine, slow and obvious, for comparison with the fast one in lock step."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from . import answers, claims
from .dealing import check_counts, deal_round, draw_for_dealer, read_cards
from .editions import Edition, find_edition, load_edition
from .ending import MAX_MOVES_OF_ROUND, void_round
from .errors import ReferenceError, Refused
from .judge import Verdict, judge
from .legal import legal_sentences
from .moves import Move, read_move
from .options import check_table, read_options
from .plays import carry_out_play
from .position import read_position, write_position
from .state import Event, Reshuffle, State, keep_order
from .view import view_of

ACTIONS: dict[str, Callable[[State, int, Move], None]] = {
    "draw": answers.draw,
    "keep": answers.keep,
    "pass": answers.pass_turn,
    "color": answers.name_first_color,
    "accept": answers.accept,
    "challenge": answers.challenge,
    "dance": answers.dance,
    "approve": answers.vote,
    "reject": answers.vote,
    "catch": claims.catch,
}


@dataclass(frozen=True)
class Outcome:
    """The result of a move."""

    status: str  # "accepted", "foul" or "refused"
    events: list[Event] = field(default_factory=list)
    reason: str = ""


class ReferenceGame:
    """A match of Huefall, one round at a time."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[Event] = state.events  # of the deal, if there was one

    @classmethod
    def from_position(cls, position: dict[str, Any], *, edition_path: Path | None = None) -> "ReferenceGame":
        """Read a position, cards exactly as listed."""
        return cls(read_position(position, edition_of(position.get("edition", "classic"), edition_path)))

    @classmethod
    def deal(
        cls,
        edition: str,
        options: dict[str, Any] | None,
        players: int,
        dealer: int,
        deck: list[str],
        scores: list[int] | None = None,
        *,
        edition_path: Path | None = None,
        reshuffle: Reshuffle = keep_order,
    ) -> "ReferenceGame":
        """Deal from the deck, first card first, turn the first card and apply it."""
        table = edition_of(edition, edition_path)
        chosen = read_options(options, table)
        check_table(table, chosen, players)
        cards = read_cards(table, deck, "deck")
        start = [0] * players if scores is None else scores
        return cls(deal_round(table, str(edition), chosen, players, dealer, cards, start, reshuffle))

    def next_round(self, deck: list[str], reshuffle: Reshuffle = keep_order) -> list[Event]:
        """Deal the next round; the dealer is the last one's left neighbour (SETUP-04)."""
        old = self.state
        if not old.over:
            raise ReferenceError("next_round: the round is not over")
        if old.match_winners is not None:
            raise ReferenceError("next_round: the match is decided")
        cards = read_cards(old.edition, deck, "deck")
        dealer = (old.dealer + 1) % old.players
        label, options, players = old.edition_label, old.options, old.players
        self.state = deal_round(old.edition, label, options, players, dealer, cards, old.scores, reshuffle)
        self.events = self.state.events
        return self.events

    def play(self, seat: int, sentence: str, reshuffle: Reshuffle = keep_order) -> Outcome:
        """Carry a sentence out completely, or refuse it without changing the state."""
        state = self.state
        if type(seat) is not int or not 0 <= seat < state.players:
            return Outcome("refused", reason=f"unknown seat {seat!r} (FOUL-02)")
        try:
            move = read_move(sentence, state.edition, state.hands[seat])
        except Refused as refusal:
            return Outcome("refused", reason=str(refusal))
        verdict = judge(state, seat, move)
        if verdict.status == "refused":
            return Outcome("refused", reason=verdict.reason)
        state.events = []
        state.reshuffle = reshuffle
        carry_out(state, seat, move, verdict)
        state.forget_stale_calls()
        state.moves += 1
        if state.moves >= MAX_MOVES_OF_ROUND and not state.over:
            void_round(state, "PILE-04")
        return Outcome(verdict.status, state.events, verdict.reason)

    def legal(self, seat: int) -> list[str]:
        """The full set of legal sentences of a seat."""
        return legal_sentences(self.state, seat)

    def position(self) -> dict[str, Any]:
        """The complete position."""
        return write_position(self.state)

    def view(self, seat: int | None) -> dict[str, Any]:
        """What a seat, or a spectator (None), may see."""
        return view_of(self.state, seat)


def carry_out(state: State, seat: int, move: Move, verdict: Verdict) -> None:
    """Carry out a move by its verdict."""
    if move.verb == "play":
        if verdict.way:
            carry_out_play(state, seat, move, verdict.way, verdict.false_call)
        else:
            claims.punish_misplay(state, seat, move)
    elif move.verb == "uno":
        if verdict.false_call:
            claims.punish_false_call(state, seat)
        else:
            claims.call_uno(state, seat)
    else:
        ACTIONS[move.verb](state, seat, move)


def edition_of(name: object, path: Path | None) -> Edition:
    """The edition of this name, or of this file."""
    if path is None:
        path = find_edition(str(name))
    return load_edition(Path(path))


def dealer_draw(
    edition: str,
    options: dict[str, Any] | None,
    players: int,
    deck: list[str],
    *,
    edition_path: Path | None = None,
) -> tuple[int, list[Event]]:
    """Draw for the dealer: the seat that deals, and the events."""
    table = edition_of(edition, edition_path)
    chosen = read_options(options, table)
    check_table(table, chosen, players)
    cards = read_cards(table, deck, "deck")
    check_counts(table, chosen, cards)
    return draw_for_dealer(table, players, cards)
