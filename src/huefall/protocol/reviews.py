"""A review: what ``huefall.review`` computes, the server stores and sends, and the page shows (docs/review.md).

Everything here is numbers, codes and sentences of the notation. ``huefall.review.wording`` and the page put them into words
of the reader's language. Chances and their changes are multiples of a millionth (``huefall.review.rounding``). A written
review is read by ``msgspec.json.decode(text, type=Review)``.

Tested in tests/review/test_model.py.
"""

from __future__ import annotations

import json
from typing import Any, Literal

import msgspec
from msgspec import Struct

FORMAT = "huefall-review"
VERSION = 4

#: A number for each seat.
PerSeat = tuple[float, ...]

#: ``choice``: a worse move. ``uncalled``: a forgotten call. ``unclaimed``: a catch or cut nobody made. ``foul``: a penalty.
MistakeFault = Literal["choice", "uncalled", "unclaimed", "foul"]

#: What happened to the subject of a turning point: ``review.turn.*`` in the catalogues.
TurnCode = Literal[
    "gained", "lost", "helped", "hit", "lucky", "unlucky", "lucky_others", "unlucky_others", "won", "void"
]


class Chance(Struct, frozen=True):
    """A chance to win the round, from 0 to 1, with its 95 % interval."""

    mean: float
    low: float
    high: float


class ReasonShown(Struct, frozen=True):
    """Why a move is better than another: ``advice.CODE`` in the catalogues has the words."""

    code: str
    #: What the words mention: ``seat`` (``player`` in words), ``card``, ``color``, ``amount``, ``percent``, ``other``.
    params: dict[str, int | str]


class ReviewEffort(Struct, frozen=True):
    """How many rollouts each estimate has: the chances at a step, the first look at a decision's choices, the final comparison."""

    chances: int
    sift: int
    judge: int


class ReviewStep(Struct, frozen=True):
    """The chances after a step of a round, by seat. Steps are the frames of a replay: 0 is the deal."""

    round: int
    step: int
    #: Who moved; null for the deal.
    seat: int | None
    sentence: str | None
    foul: bool
    chances: PerSeat
    low: PerSeat
    high: PerSeat
    #: What the move itself changed.
    play: PerSeat
    #: What the cards it brought changed.
    luck: PerSeat


class ReviewMistake(Struct, frozen=True):
    """A move that was clearly worse than another, as far as its player could know, or a claim that was not made.

    The decision was made at the step before.
    """

    round: int
    step: int
    seat: int
    fault: MistakeFault
    #: ``review.grade.*``
    grade: Literal["mistake", "blunder"]
    #: Null if the mistake is a catch or a cut that was not made.
    sentence: str | None
    #: Null if any legal move was better.
    better: str | None
    chance: Chance
    better_chance: Chance
    #: What the better move would have added to the chance.
    gain: float
    #: Half the 95 % interval of the gain.
    margin: float
    reason: ReasonShown
    #: With the hands as they were the move gained, which its player could not know.
    went_well: bool = False


class ReviewTurn(Struct, frozen=True):
    """A turning point: a step that changed much, and what changed it."""

    round: int
    step: int
    #: Who moved; null for the deal.
    seat: int | None
    sentence: str | None
    cause: Literal["play", "luck"]
    #: ``review.turn.*``
    code: TurnCode
    #: The seat whose chance it is about.
    subject: int
    #: What the cause changed of the subject's chance; the whole step if it ended the round.
    change: float
    #: What the whole step changed for the subject.
    whole: float
    #: How much chance the whole step moved from some seats to others.
    swing: float
    #: Who drew cards.
    drew: tuple[int, ...] = ()


class ReviewMargins(Struct, frozen=True):
    """Half the 95 % interval of each part of a summary."""

    deal: float
    draws: float
    own: float
    others: float
    #: Of deal and draws together.
    luck: float
    #: 0 for a round that is over.
    result: float
    at_stake: float


class ReviewSummary(Struct, frozen=True):
    """One seat in a round or in the match: start + deal + draws + own + others = result."""

    seat: int
    rounds: int
    start: float
    #: Luck: the hand that was dealt.
    deal: float
    #: Luck: cards drawn, by any seat.
    draws: float
    #: Skill: own moves.
    own: float
    #: The moves of all other seats.
    others: float
    result: float
    #: Moves with a real choice.
    decisions: int
    #: The difference between the best and the worst choice, added up. Estimates err, so the sum can be negative.
    at_stake: float
    #: What the moves lost against the best ones, added up. It can be negative for the same reason.
    loss: float
    #: Without the blunders.
    mistakes: int
    blunders: int
    margins: ReviewMargins
    #: deal + draws
    luck: float
    #: loss / decisions, at least 0; null without decisions.
    average_loss: float | None
    #: 1 - loss / at_stake, from 0 to 1; null where the error of the estimates is too large a part of what was at stake.
    accuracy: float | None


class ReviewRound(Struct, frozen=True):
    """A reviewed round."""

    round: int
    dealer: int
    over: bool
    #: Null if the round is void or not over.
    winner: int | None
    #: What it added to the scores.
    points: tuple[int, ...]
    scores: tuple[int, ...]
    #: The chance of each seat before the deal.
    start: float
    steps: tuple[ReviewStep, ...]
    mistakes: tuple[ReviewMistake, ...]
    turning_points: tuple[ReviewTurn, ...]
    summary: tuple[ReviewSummary, ...]


class Review(Struct, frozen=True):
    """A reviewed match. Lists are by seat unless they say otherwise."""

    format: str
    version: int
    edition: str
    #: The set of card pictures.
    theme: str
    options: dict[str, Any]
    #: Their names; "" for a seat without one.
    players: tuple[str, ...]
    finished: bool
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    seed: int
    effort: ReviewEffort
    rounds: tuple[ReviewRound, ...]
    #: The largest of all rounds, largest first.
    turning_points: tuple[ReviewTurn, ...]
    summary: tuple[ReviewSummary, ...]
    #: Names that a custom edition gives its cards, by face and language.
    titles: dict[str, dict[str, str]] = {}
    #: The title of a custom edition, by language.
    edition_title: dict[str, str] = {}

    def rounds_won(self, seat: int) -> int:
        """Count the rounds a seat has won; a round that is not over counts for nobody."""
        return sum(played.over and played.winner == seat for played in self.rounds)

    def dump(self) -> str:
        """Write the review as JSON text."""
        # Not msgspec's encoder: the same review is the same bytes as in earlier versions, floats included.
        return json.dumps(msgspec.to_builtins(self), ensure_ascii=False, separators=(",", ":"))
