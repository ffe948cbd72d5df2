"""A review in words of one language: what its codes and numbers say."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from huefall.review.model import Mistake, Point, Review, RoundReview, Summary, TurningPoint
from huefall.texts import Catalogue
from huefall.texts.advice import advise, player_name, say_move
from huefall.texts.options import edition_title

#: A proper minus sign, as wide as a plus.
MINUS = "−"

#: A cause that changed this much more or less than the whole step is told beside it.
APART = 0.03


class Words:
    """One review, told in one language."""

    def __init__(self, review: Review, catalogue: Catalogue) -> None:
        self.review = review
        self.catalogue = catalogue
        self.text = catalogue.text

    def player(self, seat: int, *, with_level: bool = False) -> str:
        """Name a player as at the table; a bot's level may stand beside it."""
        return player_name(self.catalogue, self.review.players, seat, with_level=with_level)

    def move(self, sentence: str) -> str:
        """Put a sentence into words."""
        return say_move(self.catalogue, sentence, self.review.players, self.review.titles)

    def edition(self) -> str:
        """Name the edition."""
        return edition_title(self.catalogue, self.review.edition, self.review.edition_title)

    def step(self, point: Point | TurningPoint | Mistake) -> str:
        """Tell what was done at a step."""
        if point.seat is None:
            return self.text("review.dealt")
        if point.sentence is None:
            return self.text("review.let_pass", player=self.player(point.seat))
        key = "review.move.foul" if isinstance(point, Point) and point.foul else "review.move"
        return self.text(key, player=self.player(point.seat), move=self.move(point.sentence))

    def decision(self, mistake: Mistake) -> str:
        """Tell where a mistake was decided on: where the better move can still be made."""
        return self.text("review.decision", amount=mistake.step)

    def place(self, point: Point | TurningPoint | Mistake) -> str:
        """Tell where in the match a step is."""
        return self.text("review.place", round=point.round, step=point.step)

    def round(self, played: RoundReview) -> str:
        """Name a round and how it ended."""
        if not played.over:
            return self.text("review.round.open", amount=played.round)
        if played.winner is None:
            return self.text("review.round.void", amount=played.round)
        return self.text("review.round.won", amount=played.round, player=self.player(played.winner))

    def turn(self, turn: TurningPoint) -> str:
        """Tell what a turning point was about, and what its cause alone changed, where that is not what the whole step did."""
        others = turn.drew if turn.code.endswith("_others") else [turn.subject if turn.seat is None else turn.seat]
        other = self.text("cards.join").join(map(self.player, others))
        told = self.text(f"review.turn.{turn.code}", player=self.player(turn.subject), other=other)
        if abs(turn.whole - turn.change) <= APART:
            return told
        return self.text(f"review.turning.{turn.cause}", words=told, points=self.signed(turn.change))

    def better(self, mistake: Mistake) -> str:
        """Tell what would have been better, and why."""
        reason = advise(
            self.catalogue, mistake.reason.code, mistake.reason.params, self.review.players, self.review.titles
        )
        told = [reason]
        if mistake.better is not None:
            better = self.text("review.better.move", move=self.move(mistake.better))
            # A call at its end has a mark of its own.
            told.insert(0, better if better.endswith(("!", "！")) else better + self.text("review.stop"))
        if mistake.went_well:
            told.append(self.text("review.better.went_well", player=self.player(mistake.seat)))
        return reduce(lambda first, second: self.text("review.sentences", first=first, second=second), told)

    def result(self) -> str:
        """Tell who won the match, or that it is not over."""
        if not self.review.finished:
            return self.text("review.unfinished")
        winners = self.text("cards.join").join(self.player(seat) for seat in self.review.winners)
        return self.text("event.match", player=winners)

    # Numbers

    def percent(self, chance: float | None, digits: int = 0) -> str:
        """Write a chance; a dash where there is none."""
        return "–" if chance is None else self.text("review.percent", percent=f"{100 * chance:.{digits}f}")

    def points(self, difference: float | None) -> str:
        """Write a difference of two chances: it is no share of anything, so it is not written as one."""
        return "–" if difference is None else self.text("review.points", points=f"{100 * difference:.1f}")

    def signed(self, change: float) -> str:
        """Write a change with its sign; one that is too small for a decimal has none."""
        return self.text("review.points", points=_signed(100 * change, 1))

    def part(self, part: float, rounds: int, margin: float = 0.0, key: str = "review.margin") -> str:
        """Write a part of a result and how sure it is: of one round in percentage points, of several in rounds."""
        scale, digits = (100, 1) if rounds == 1 else (1, 2)
        return self._with_margin(_signed(scale * part, digits), rounds, margin, key)

    def whole(self, result: float, rounds: int, margin: float = 0.0, key: str = "review.margin") -> str:
        """Write what a part is added to, or the result: a chance, or rounds."""
        number = f"{100 * result:.1f}" if rounds == 1 else f"{result:.{0 if result == int(result) else 2}f}"
        written = self._with_margin(number, rounds, margin, key)
        return self.text("review.percent", percent=written) if rounds == 1 else written

    def _with_margin(self, number: str, rounds: int, margin: float, key: str) -> str:
        """Write what is certain without a margin; ``key``: as it is read, or as it is said."""
        sure = f"{100 * margin:.1f}" if rounds == 1 else f"{margin:.2f}"
        return self.text(key, number=number, margin=sure) if margin else number

    def range(self, low: float, high: float, key: str = "review.range") -> str:
        """Write an interval."""
        return self.text(key, low=f"{100 * low:.0f}", high=f"{100 * high:.0f}")

    def open_result(self, summary: Sequence[Summary]) -> list[str]:
        """Tell what a round that is not over adds to a sum of several."""
        is_open = summary[0].rounds > 1 and not self.review.rounds[-1].over
        return [self.text("review.parts.open")] if is_open else []

    def notes(self, *, has_ranges: bool = True) -> list[str]:
        """Tell how the review was made, and what its numbers are."""
        return [
            self.text("review.notes.chances", amount=self.review.effort.chances),
            *([self.text("review.notes.ranges")] if has_ranges else []),
            self.text("review.notes.points"),
            self.text("review.notes.fair"),
            self.text("review.notes.accuracy"),
            self.text("review.notes.parts"),
            self.text("review.notes.margins"),
        ]


def margin_of(summary: Summary, part: str) -> float:
    """Return the margin of a part; where everybody begins is certain."""
    return getattr(summary.margins, part, 0.0)


def _signed(value: float, digits: int) -> str:
    number = f"{abs(value):.{digits}f}"
    return ("" if not float(number) else "+" if value > 0 else MINUS) + number
