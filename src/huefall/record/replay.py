"""Playing a record again: ``replay`` takes the orders of cards from the record; ``load_match`` derives them from the seed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from huefall.game import Match, Outcome, Reshuffle
from huefall.notation.variant import CardError
from huefall.record.errors import RecordError
from huefall.record.header import read_header
from huefall.record.lines import Line, Source, read_lines
from huefall.record.steps import Step
from huefall.vocabulary.errors import HuefallError

Result = TypeVar("Result")


def replay(source: Source, *, unfinished: bool = False) -> Match:
    """Play a record again from its own orders and prove the results.

    ``unfinished``: the closing line may be missing, and the last line may break off.
    """
    return open_record(source, unfinished=unfinished).run()


def open_record(source: Source, *, unfinished: bool = False) -> Replayer:
    """Read a record and check its header; ``steps`` of what is returned plays it. ``unfinished``: as for ``replay``."""
    return Replayer(read_lines(source, unfinished=unfinished), unfinished=unfinished)


def load_match(source: Source, *, unfinished: bool = False) -> Match:
    """Return the match as if it had never been saved, chance included; a match that is not over needs its seed for that."""
    lines = read_lines(source, unfinished=unfinished)
    match = Replayer(lines, from_seed=read_header(lines).seed is not None, unfinished=unfinished).run()
    if match.seed is None and not match.over:
        raise RecordError("there is no seed to go on with, and the match is not over: save it with save_match", 1)
    return match


class Replayer:
    """Plays a record again, line by line, and raises ``RecordError`` at the first line that does not hold."""

    match: Match  # from the first step on

    def __init__(self, lines: Sequence[Line], *, from_seed: bool = False, unfinished: bool = False) -> None:
        self.lines = lines
        self.header = read_header(lines)
        self._from_seed = from_seed
        self._unfinished = unfinished
        self._result_checked = False
        self._closed = False

    @property
    def move_count(self) -> int:
        return sum(line.kind == "move" for line in self.lines)

    @property
    def round_count(self) -> int:
        return sum(line.kind == "round" for line in self.lines)

    def run(self) -> Match:
        for _ in self.steps():
            pass
        return self.match

    def steps(self) -> Iterator[Step]:
        """Check the record line by line; yield each deal and move once it is proved. Only the end proves the whole."""
        for line, kind in zip(self.lines[1:3], ("dealer_draw", "round"), strict=False):
            _expect(line, kind)
        if len(self.lines) < 3:
            raise RecordError("it breaks off before the first deal", self.lines[-1].number)
        self._begin(self.lines[1], self.lines[2])
        yield Step(1, 0, self.match)
        for line in self.lines[3:]:
            _expect(line, *self._kinds_now())
            if line.kind == "round":
                self._check_round(line)
                yield Step(self.match.round, 0, self.match)
            elif line.kind == "move":
                outcome = self._check_move(line)
                moves = self.match.rounds[-1].moves
                yield Step(self.match.round, len(moves), self.match, moves[-1], outcome)
            elif line.kind == "result":
                self._check_result(line)
            else:
                self._check_end(line)
        if not self._closed and not self._unfinished:
            raise RecordError("it breaks off: a 'match' or 'paused' line must be the last", self.lines[-1].number)

    def _check_end(self, line: Line) -> None:
        match = self.match
        self._closed = True
        _compare(line, "scores", match.scores)
        if line.kind == "match":
            _compare(line, "match", match.winners)
            _compare(line, "rounds", match.round)
        else:
            _compare(line, "paused", match.round)
            _compare(line, "moves", len(match.rounds[-1].moves))

    def _kinds_now(self) -> tuple[str, ...]:
        if self._closed:
            return ()
        if not self.match.round_over:
            return ("move", "paused")
        if not self._result_checked:
            return ("result",)
        return ("match",) if self.match.over else ("round", "paused")

    # Deals

    def _begin(self, draw: Line, deal: Line) -> None:
        drawn, deck = self._read_cards(draw, "dealer_draw"), self._read_cards(deal, "deck")
        _compare(deal, "round", 1)
        if self._from_seed:
            self.match = _attempt(self.lines[0], self._make_match)
            self._compare_order(draw, "the dealer draw", self.match.dealer_draw, drawn)
        else:
            order = self._order(deal)
            self.match = _attempt(draw, lambda: self._script_match(drawn))
            _attempt(deal, lambda: self.match.next_round(deck, reshuffle=order))
        self.match.commitment = self.header.commitment
        _compare(draw, "dealer", self.match.rounds[0].dealer)
        self._check_deal(deal, deck)

    def _make_match(self) -> Match:
        header = self.header
        return Match(
            header.variant.edition,
            header.players,
            header.variant.rules.changes(),
            seed=header.seed if header.shared_seed is None else header.shared_seed,
            number=header.number,
            shuffle_version=header.shuffle_version,
            notes=header.notes,
            edition_text=header.edition_text,
        )

    def _script_match(self, drawn: list[int]) -> Match:
        header = self.header
        match = Match.scripted(
            header.variant,
            header.players,
            drawn,
            notes=header.notes,
            edition_text=header.edition_text,
        )
        match.seed, match.number, match.shuffle_version = header.seed, header.number, header.shuffle_version
        match.shared_seed = header.shared_seed
        return match

    def _check_round(self, line: Line) -> None:
        deck, order = self._read_cards(line, "deck"), self._order(line)
        _attempt(
            line, self.match.next_round if self._from_seed else lambda: self.match.next_round(deck, reshuffle=order)
        )
        self._result_checked = False
        _compare(line, "round", self.match.round)
        self._check_deal(line, deck)

    def _check_deal(self, line: Line, deck: Sequence[int]) -> None:
        dealt = self.match.rounds[-1]
        _compare(line, "dealer", dealt.dealer)
        self._compare_order(line, f"the deck of round {self.match.round}", dealt.deck, deck)
        self._check_reshuffle(line, dealt.reshuffle)

    # Moves and results

    def _check_move(self, line: Line) -> Outcome:
        place = f"move {len(self.match.rounds[-1].moves) + 1} of round {self.match.round}"
        found = re.fullmatch(r"([0-9]) (\S.*)", line.fields["move"])
        if found is None:
            said = f"a seat and a sentence were expected, as in '2 play r7', got {line.fields['move']!r}"
            raise RecordError(said, line.number, place)
        seat, sentence = int(found[1]), found[2]
        order = None if self._from_seed else self._order(line)
        outcome = _attempt(line, lambda: self.match.play(seat, sentence, reshuffle=order), place)
        place += f" ({line.fields['move']})"
        if outcome.foul != line.fields.get("foul", False):
            said = "it is a foul, and the record is silent" if outcome.foul else "it is called a foul, and is none"
            raise RecordError(said, line.number, place)
        self._check_reshuffle(line, outcome.reshuffle, place)
        return outcome

    def _check_result(self, line: Line) -> None:
        played = self.match.rounds[-1]
        if played.result is None:  # _kinds_now has made sure that the round is over
            raise RecordError("the round is not over", line.number)
        _compare(line, "result", self.match.round)
        _compare(line, "winner", played.result.winner)
        _compare(line, "points", list(played.result.points))
        _compare(line, "scores", list(played.result.scores))
        _compare(line, "moves", len(played.moves))
        self._result_checked = True

    # Cards

    def _order(self, line: Line) -> list[int] | None:
        return self._read_cards(line, "reshuffle") if "reshuffle" in line.fields else None

    def _read_cards(self, line: Line, field: str) -> list[int]:
        try:
            return self.header.variant.read_cards(line.fields[field], field)
        except CardError as error:
            raise RecordError(f"{field}: {error}", line.number) from error

    def _check_reshuffle(self, line: Line, found: Reshuffle | None, place: str = "") -> None:
        """Compare the reshuffle of a line with the one that happened."""
        if (found is not None) != ("reshuffle" in line.fields):
            said = "nothing is reshuffled here, but the record says so" if found is None else "the reshuffle is missing"
            raise RecordError(said, line.number, place)
        if found is not None:
            discards, order = self._read_cards(line, "discards"), self._read_cards(line, "reshuffle")
            if list(found.discards) != discards:
                raise RecordError("the discards are not those that lay there", line.number, place)
            self._compare_order(line, "the reshuffle", found.order, order, place)

    def _compare_order(
        self, line: Line, what: str, found: Sequence[int], recorded: Sequence[int], place: str = ""
    ) -> None:
        if list(found) == list(recorded):
            return
        texts = self.header.variant.texts
        for at, (one, other) in enumerate(zip(found, recorded, strict=False)):
            if one != other:
                said = f"card {at + 1} is {texts[other]}, the seed gives {texts[one]}"
                raise RecordError(f"{what} does not follow from the seed: {said}", line.number, place)
        raise RecordError(f"{what} has {len(recorded)} cards, the seed gives {len(found)}", line.number, place)


def _expect(line: Line, *kinds: str) -> None:
    if line.kind not in kinds:
        wanted = f"a {' or '.join(repr(kind) for kind in kinds)} line was expected" if kinds else "the record has ended"
        raise RecordError(f"{wanted}, got a {line.kind!r} line", line.number)


def _compare(line: Line, field: str, found: object) -> None:
    if line.fields[field] != found:
        raise RecordError(f"{field} is {line.fields[field]!r}, but {found!r} when played again", line.number)


def _attempt(line: Line, act: Callable[[], Result], place: str = "") -> Result:
    """Do what the rules may refuse; a refusal becomes a ``RecordError`` of this line."""
    try:
        return act()
    except HuefallError as error:
        raise RecordError(str(error), line.number, place) from error
