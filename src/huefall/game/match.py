"""``Match``: rounds of one table until a player has won, with everything that a record keeps of them.

    match = Match("classic", players=3, seed=7)
    while not match.over:
        if match.round_over:
            match.next_round()
        match.play(match.asked, choice(match.legal()))

``huefall.record`` saves, loads and proves matches.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from sys import intern
from typing import Any

from huefall.editions import SHIPPED, Edition, OptionError, load_edition
from huefall.editions.file import read_edition
from huefall.game.commitment import commitment_of
from huefall.game.events import Event
from huefall.game.game import Game, new_table
from huefall.game.outcome import Outcome, Verdict
from huefall.game.reshuffle import Reshuffle
from huefall.game.seeding import SHUFFLE_VERSION
from huefall.game.shared_seed import SharedSeed
from huefall.notation.variant import Variant
from huefall.vocabulary.errors import HuefallError
from huefall.vocabulary.moves import Move


@dataclass(frozen=True, slots=True)
class Played:
    """An accepted move, or a foul."""

    seat: int
    sentence: str  # "play r7 uno"
    foul: bool
    reshuffle: Reshuffle | None

    @property
    def order(self) -> tuple[int, ...] | None:
        """The order of the reshuffled pile; None without a reshuffle."""
        return None if self.reshuffle is None else self.reshuffle.order


@dataclass(frozen=True, slots=True)
class Result:
    """How a round came out."""

    winner: int | None  # None: the round is void
    points: tuple[int, ...]  # what it adds, per seat
    scores: tuple[int, ...]  # of the match with it


@dataclass(slots=True)
class Round:
    """A round as a record keeps it; cards are kinds."""

    dealer: int
    deck: tuple[int, ...]  # first card dealt first
    reshuffle: Reshuffle | None  # in the deal itself: a turned card that draws more than the pile has
    moves: list[Played] = field(default_factory=list)
    result: Result | None = None

    @property
    def order(self) -> tuple[int, ...] | None:
        """The order of the reshuffled pile; None without a reshuffle."""
        return None if self.reshuffle is None else self.reshuffle.order


class Match:
    """A match at one table. Moves are made here, not on ``game``, so that nothing is missing from the record."""

    def __init__(
        self,
        edition: str | Edition = "classic",
        players: int = 4,
        options: Mapping[str, Any] | None = None,
        *,
        seed: int | bytes | SharedSeed | None = None,
        number: int = 0,
        shuffle_version: int = SHUFFLE_VERSION,
        notes: Mapping[str, str] | None = None,
        edition_text: str | None = None,
        undo: bool = True,
        keeps_moves: bool = True,
        _game: Game | None = None,
    ) -> None:
        """Deal the first round. ``seed``, ``number``, ``shuffle_version`` and ``undo``: as for ``Game.new``; a shared seed
        is mixed here. ``notes`` (names, a date) go into the record as they are. ``edition_text``: the text of the edition's
        file, where its path does not give it. Without ``keeps_moves`` there is no record to write: the caller keeps the
        moves. ``_game`` is for ``scripted`` and ``from_position``: the match goes on with it instead of a deal, and without
        a seed every order is given to it.
        """
        self.keeps_moves = keeps_moves  # without them only the current round is known
        self.variant = Variant.of(edition, options) if _game is None else _game.variant
        # As a record writes it: "classic", or {"name": "thunder", "file": the whole text of its file}.
        self.edition = _name_edition(self.variant.edition, edition_text)
        self.number = number
        self.shuffle_version = shuffle_version
        self.notes = _check_notes(notes or {})
        self.rounds: list[Round] = []
        self.round = 0  # the number of the current one, from 1
        self.shared_seed: SharedSeed | None = None  # None: the seed was drawn by one side alone
        if isinstance(seed, SharedSeed):
            self.shared_seed = seed
            seed = seed.mix(self._facts(players), self.variant.rules.rules_version)
        self.seed: int | bytes | None = seed
        self.start: Mapping[str, Any] | None = None  # the position the first round began from; None: it was dealt
        self.commitment: str | None = None  # the hash, published before the deal, that binds a secret seed
        self._scripted = _game is not None and seed is None  # every order is given, nothing is left to chance
        self._made = 0  # moves of the current round
        if _game is not None:
            self.game = _game
            return
        self.seed = _check_seed(secrets.token_bytes(32) if seed is None else seed, number)
        self.game = Game.new(
            self.variant.edition,
            players,
            options,
            seed=self.seed,
            number=number,
            shuffle_version=shuffle_version,
            undo=undo,
        )
        if self.shared_seed is not None:
            self.commitment = self.shared_seed.commitment
        elif isinstance(self.seed, bytes):
            self.commitment = commitment_of(self.seed, self.facts())
        self._begin_round()

    @classmethod
    def scripted(
        cls,
        variant: Variant,
        players: int,
        dealer_draw: Sequence[int],
        *,
        notes: Mapping[str, str] | None = None,
        edition_text: str | None = None,
    ) -> Match:
        """Begin a match whose orders are given, as in a replay; ``next_round`` is given each deck, the first too."""
        variant.rules.check_players(variant.edition, players)
        match = cls(notes=notes, edition_text=edition_text, _game=new_table(variant, players))
        match._draw_for_dealer(dealer_draw)
        return match

    @classmethod
    def from_position(
        cls,
        variant: Variant,
        position: Mapping[str, Any],
        seed: int | bytes | None = None,
        *,
        notes: Mapping[str, str] | None = None,
        edition_text: str | None = None,
        keeps_moves: bool = True,
    ) -> Match:
        """Begin a match from a position instead of a deal; its next rounds are dealt.

        ``position`` is whole, as docs/notation.md writes it, for the edition and options of ``variant``. The seed decides
        reshuffles and later deals; without one every order is given, as in a replay. Such a match has no commitment, and
        no record of it can be written: those begin with a shuffled deck.
        """
        game = Game.at(variant, position, seed=0 if seed is None else seed, undo=seed is None)
        match = cls(seed=seed, notes=notes, edition_text=edition_text, keeps_moves=keeps_moves, _game=game)
        match.start = position
        match._begin_round()
        match._made = game.moves  # those before the position count for PILE-04, and belong to another record
        return match

    def begin_again(self) -> Match:
        """Return a new match that begins as this one did, for playing its moves again; the order of cards is given, not drawn."""
        if self.start is not None:
            return Match.from_position(self.variant, self.start, notes=self.notes, edition_text=self.edition_text)
        return Match.scripted(
            self.variant, self.players, self.dealer_draw, notes=self.notes, edition_text=self.edition_text
        )

    @property
    def edition_text(self) -> str | None:
        """The text of the edition's file; None for a shipped edition."""
        return None if isinstance(self.edition, str) else self.edition["file"]

    # Looking

    @property
    def players(self) -> int:
        return self.game.players

    @property
    def setting(self) -> Variant:
        """The name of ``variant`` up to version 0.5.0, kept for existing programs."""
        return self.variant

    @property
    def asked(self) -> int | None:
        """The seat whose decision is awaited; None when the round is over."""
        return self.game.asked

    @property
    def round_over(self) -> bool:
        return self.game.over

    @property
    def over(self) -> bool:
        """Whether the match is decided."""
        return self.game.over and bool(self.game.match_winners)

    @property
    def winners(self) -> list[int]:
        """List who has won the match: nobody while it lasts, several when they share it (SCORE-02)."""
        return self.game.match_winners

    @property
    def scores(self) -> list[int]:
        """List the points so far, per seat."""
        return self.game.scores

    @property
    def dealer_draw(self) -> list[int]:
        """List the cards drawn for the first dealer, first one first."""
        return self.game.dealer_draw

    @property
    def phase(self) -> str:
        """Name what the asked seat is asked."""
        return self.game.phase

    @property
    def dealer(self) -> int:
        """Return who deals."""
        return self.game.dealer

    def hand(self, seat: int) -> list[str]:
        return self.game.hand(seat)

    def position(self) -> dict[str, Any]:
        """Write the whole position, secrets included."""
        return self.game.position()

    def why(self, seat: int, sentence: str | Move) -> Verdict:
        """Return the verdict on a move without playing it."""
        return self.game.why(seat, sentence)

    def facts(self) -> dict[str, Any]:
        """Return what everybody knows before the deal, as a record's header writes it; ``deck`` is not shuffled yet."""
        return self._facts(self.players)

    def _facts(self, players: int) -> dict[str, Any]:
        return {
            "edition": self.edition,
            "options": self.variant.rules.changed_options(),
            "players": players,
            "deck": self.variant.write_cards(self.variant.deck()),
        }

    def legal(self, seat: int | None = None) -> list[Move]:
        """List the legal moves of a seat, or of the asked one."""
        return self.game.legal(seat)

    # Doing

    def play(self, seat: int, sentence: str | Move, *, reshuffle: Sequence[int] | None = None) -> Outcome:
        """Play a move; a refused one raises ``MoveRefused`` and changes nothing. ``reshuffle``: of a scripted match."""
        self._check_in_step()
        self._script(reshuffle)
        outcome = self.game.play(seat, str(sentence))  # as text, because the record must be able to say it again
        if self._scripted:
            problem = _reshuffle_problem(outcome.reshuffle, reshuffle)
            if problem:
                self.game.undo()
                raise HuefallError(f"seat {seat} cannot {str(sentence)!r} here: {problem}")
        self._made += 1
        if self.keeps_moves:
            # The same sentences at every table: one text of each is enough.
            played = Played(seat, intern(str(outcome.move)), outcome.foul, outcome.reshuffle)
            self.rounds[-1].moves.append(played)
        if self.game.over:
            points = self.game.record_of_state[0]["points"][: self.players].tolist()
            self.rounds[-1].result = Result(self.game.winner, tuple(points), tuple(self.game.scores))
        return outcome

    def undo(self) -> None:
        """Take back the last move of the current round; the record forgets it."""
        self._check_in_step()
        self.game.undo()
        self._made -= 1
        if self.keeps_moves:
            self.rounds[-1].moves.pop()
        self.rounds[-1].result = None

    def next_round(self, deck: Sequence[int] | None = None, *, reshuffle: Sequence[int] | None = None) -> list[Event]:
        """Deal the next round and return its events; the dealer moves left (SETUP-04). Only a scripted match is given the ``deck``."""
        self._check_in_step()
        if self._scripted != (deck is not None):
            needed = "needs a given deck" if self._scripted else "shuffles for itself and takes no given deck"
            raise HuefallError(f"the next round cannot begin: this match {needed}")
        if deck is not None:
            self._check_deck(deck)
        self._script(reshuffle)
        if self.rounds:
            self.game.next_round(deck)
        else:
            self.game.deal(deck)
        problem = _reshuffle_problem(self.game.deal_reshuffle, reshuffle) if self._scripted else ""
        if problem:
            raise HuefallError(f"the deck cannot be dealt: {problem}")
        self._begin_round()
        return self.game.deal_events

    def _draw_for_dealer(self, cards: Sequence[int]) -> None:
        # The rest of the deck lies under the given cards; if one of it is drawn, too few were given.
        counts = self.variant.count_cards(cards)
        rest = [kind for kind, left in enumerate(counts) for _ in range(self.variant.kinds[kind].copies - left)]
        self.game.draw_for_dealer([*cards, *rest])
        if self.dealer_draw != list(cards):
            needed = len(self.dealer_draw) if len(self.dealer_draw) < len(cards) else "more"
            raise HuefallError(f"the dealer draw has {len(cards)} cards, but {needed} decide it (SETUP-02)")

    def _begin_round(self) -> None:
        if not self.keeps_moves:
            self.rounds.clear()
        self.round += 1
        self._made = 0
        self.rounds.append(Round(self.game.dealer, tuple(self.game.deck), self.game.deal_reshuffle))

    def _script(self, order: Sequence[int] | None) -> None:
        if self._scripted:
            self.variant.count_cards(order or ())
            self.game.script_reshuffle(order)
        elif order is not None:
            raise HuefallError("this match shuffles for itself: only a scripted one is given the order of a reshuffle")

    def _check_deck(self, deck: Sequence[int]) -> None:
        edition = self.variant.edition
        self.variant.count_cards(deck)
        if len(deck) != edition.card_count:
            raise HuefallError(f"a deck of {len(deck)} cards: {edition.name} has {edition.card_count}")

    def _check_in_step(self) -> None:
        if self.game.moves != self._made:
            raise HuefallError("moves were made behind the match's back: use play and undo of Match, not of its game")


def _reshuffle_problem(found: Reshuffle | None, given: Sequence[int] | None) -> str:
    """Return what is wrong with the order given for a reshuffle; an empty text if it fits."""
    if found is None:
        return "" if given is None else "an order is given for a reshuffle, but nothing is reshuffled"
    if given is None:
        return "the discards are reshuffled, but no order is given for them"
    return "" if sorted(given) == sorted(found.discards) else "the reshuffle does not have the cards of the discards"


def _name_edition(edition: Edition, text: str | None) -> str | dict[str, str]:
    """Write an edition as a record does: a shipped one by its name, another with the whole text of its file."""
    if text is None and edition.name in SHIPPED and edition == load_edition(edition.name):
        return edition.name
    if text is None:
        if not edition.source:
            raise OptionError(f"the edition {edition.name!r} has no file for the record: give its text as edition_text")
        try:
            text = Path(edition.source).read_text(encoding="utf-8")
        except OSError as error:
            raise OptionError(f"edition file {edition.source}: cannot be read ({error.strerror or error})") from error
    if read_edition(text, edition.source) != edition:
        raise OptionError(f"the edition {edition.name!r} is not what its file says now: load it again")
    return {"name": edition.name, "file": text}


def _check_notes(notes: Mapping[str, str]) -> dict[str, str]:
    if not all(isinstance(text, str) for pair in notes.items() for text in pair):
        raise OptionError(f"notes must be texts by name, got {dict(notes)!r}")
    return dict(notes)


def _check_seed(seed: int | bytes, number: int) -> int | bytes:
    if isinstance(seed, bytes) and number:
        raise OptionError(f"number {number} is for a seed that is a number; a secret seed has one match")
    if not 0 <= number < 1 << 63:
        raise OptionError(f"number must be a whole number from 0 to 2**63 - 1, got {number}")
    return seed
