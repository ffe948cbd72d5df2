"""A review in words of one language: its codes and numbers as text."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from huefall.protocol.reviews import Review, ReviewMistake, ReviewRound, ReviewStep, ReviewSummary, ReviewTurn
from huefall.texts import Catalogue
from huefall.texts.advice import advise, player_name, say_move
from huefall.texts.options import edition_title

#: The typographic minus sign, as wide as a plus.
MINUS_SIGN = "−"

#: If the cause of a turning point changed this much more or less than the whole step, both are given.
MIN_DIFFERENCE_FROM_WHOLE = 0.03


class Words:
    """One review in one language."""

    def __init__(self, review: Review, catalogue: Catalogue) -> None:
        self.review = review
        self.catalogue = catalogue
        self.text = catalogue.text

    def player(self, seat: int, *, with_level: bool = False) -> str:
        """Name a player as at the table, a bot with its level if asked."""
        return player_name(self.catalogue, self.review.players, seat, with_level=with_level)

    def move(self, sentence: str) -> str:
        return say_move(self.catalogue, sentence, self.review.players, self.review.titles)

    def edition(self) -> str:
        return edition_title(self.catalogue, self.review.edition, self.review.edition_title)

    def step(self, point: ReviewStep | ReviewTurn | ReviewMistake) -> str:
        """Say who did what at a step."""
        if point.seat is None:
            return self.text("review.dealt")
        if point.sentence is None:
            return self.text("review.let_pass", player=self.player(point.seat))
        key = "review.move.foul" if isinstance(point, ReviewStep) and point.foul else "review.move"
        return self.text(key, player=self.player(point.seat), move=self.move(point.sentence))

    def round(self, played: ReviewRound) -> str:
        """Name a round and how it ended."""
        if not played.over:
            return self.text("review.round.open", amount=played.round)
        if played.winner is None:
            return self.text("review.round.void", amount=played.round)
        return self.text("review.round.won", amount=played.round, player=self.player(played.winner))

    def turn(self, turn: ReviewTurn) -> str:
        """Say what happened at a turning point, and what its cause alone changed if that differs from the whole step."""
        others = turn.drew if turn.code.endswith("_others") else [turn.subject if turn.seat is None else turn.seat]
        other = self.text("cards.join").join(map(self.player, others))
        words = self.text(f"review.turn.{turn.code}", player=self.player(turn.subject), other=other)
        if abs(turn.whole - turn.change) <= MIN_DIFFERENCE_FROM_WHOLE:
            return words
        return self.text(f"review.turning.{turn.cause}", words=words, points=self.signed(turn.change))

    def better(self, mistake: ReviewMistake) -> str:
        """Say what would have been better, and why."""
        reason = advise(
            self.catalogue, mistake.reason.code, mistake.reason.params, self.review.players, self.review.titles
        )
        sentences = [reason]
        if mistake.better is not None:
            better = self.text("review.better.move", move=self.move(mistake.better))
            # A sentence that ends with a call has its exclamation mark already.
            sentences.insert(0, better if better.endswith(("!", "！")) else better + self.text("review.stop"))
        if mistake.went_well:
            sentences.append(self.text("review.better.went_well", player=self.player(mistake.seat)))
        return reduce(lambda first, second: self.text("review.sentences", first=first, second=second), sentences)

    def result(self) -> str:
        """Say who won the match, or that it is not over."""
        if not self.review.finished:
            return self.text("review.unfinished")
        winners = self.text("cards.join").join(self.player(seat) for seat in self.review.winners)
        return self.text("event.match", player=winners)

    # Numbers

    def percent(self, chance: float | None, digits: int = 0) -> str:
        """Write a chance, or a dash for None."""
        return "–" if chance is None else self.text("review.percent", percent=f"{100 * chance:.{digits}f}")

    def points(self, difference: float | None) -> str:
        """Write a difference of two chances in percentage points, or a dash for None."""
        return "–" if difference is None else self.text("review.points", points=f"{100 * difference:.1f}")

    def signed(self, change: float) -> str:
        """Write a change of a chance in percentage points, with its sign; one that rounds to 0 has no sign."""
        return self.text("review.points", points=_signed(100 * change, 1))

    def part(self, part: float, rounds: int, margin: float = 0.0) -> str:
        """Write a part of a result with its margin: in percentage points for one round, in rounds for several."""
        scale, digits = (100, 1) if rounds == 1 else (1, 2)
        return self._with_margin(_signed(scale * part, digits), rounds, margin)

    def whole(self, result: float, rounds: int, margin: float = 0.0) -> str:
        """Write the start or the result: a chance for one round, a number of rounds for several."""
        number = f"{100 * result:.1f}" if rounds == 1 else f"{result:.{0 if result == int(result) else 2}f}"
        written = self._with_margin(number, rounds, margin)
        return self.text("review.percent", percent=written) if rounds == 1 else written

    def _with_margin(self, number: str, rounds: int, margin: float) -> str:
        """Add a margin unless it is 0."""
        written = f"{100 * margin:.1f}" if rounds == 1 else f"{margin:.2f}"
        return self.text("review.margin", number=number, margin=written) if margin else number

    def range(self, low: float, high: float) -> str:
        return self.text("review.range.short", low=f"{100 * low:.0f}", high=f"{100 * high:.0f}")

    def open_result(self, summary: Sequence[ReviewSummary]) -> list[str]:
        """Explain what an unfinished round adds to a sum over several rounds."""
        is_open = summary[0].rounds > 1 and not self.review.rounds[-1].over
        return [self.text("review.parts.open")] if is_open else []

    def notes(self, *, has_ranges: bool = True) -> list[str]:
        """Explain how the review was made and what its numbers mean."""
        return [
            self.text("review.notes.chances", amount=self.review.effort.chances),
            *([self.text("review.notes.ranges")] if has_ranges else []),
            self.text("review.notes.points"),
            self.text("review.notes.fair"),
            self.text("review.notes.accuracy"),
            self.text("review.notes.parts"),
            self.text("review.notes.margins"),
        ]


def margin_of(summary: ReviewSummary, part: str) -> float:
    """Return the margin of a part; the start is certain and has none."""
    return getattr(summary.margins, part, 0.0)


def _signed(value: float, digits: int) -> str:
    number = f"{abs(value):.{digits}f}"
    return ("" if not float(number) else "+" if value > 0 else MINUS_SIGN) + number
