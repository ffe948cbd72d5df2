"""A review as it goes over the wire, for the schema; ``huefall.review`` writes it as plain data (docs/review.md)."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct


class ChanceShown(Struct, frozen=True):
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
    """How many games were tried: for the chances at a step, to sift the choices of a decision, to judge between them."""

    chances: int
    sift: int
    judge: int


class ReviewStep(Struct, frozen=True):
    """The chances after a step of a round, by seat. Steps are the frames of a replay: 0 is the deal."""

    round: int
    step: int
    #: Who moved; nobody dealt.
    seat: int | None
    sentence: str | None
    foul: bool
    chances: list[float]
    low: list[float]
    high: list[float]
    #: What the move itself changed.
    play: list[float]
    #: What the cards it brought changed.
    luck: list[float]


class ReviewMistake(Struct, frozen=True):
    """A move that was clearly worse than another, as far as its player could know, or a claim that was not made. It was decided on at the step before."""

    round: int
    step: int
    seat: int
    fault: Literal["choice", "uncalled", "unclaimed", "foul"]
    #: ``review.grade.*``
    grade: Literal["mistake", "blunder"]
    #: Nothing: a catch or a cut was let pass.
    sentence: str | None
    #: Nothing: anything legal.
    better: str | None
    chance: ChanceShown
    better_chance: ChanceShown
    #: What the better move would have added to the chance.
    gain: float
    #: Half the 95 % interval of the gain.
    margin: float
    reason: ReasonShown
    #: With the hands as they were it gained, which its player could not know.
    went_well: bool


class ReviewTurn(Struct, frozen=True):
    """A turning point: a step that changed much, and what changed it."""

    round: int
    step: int
    #: Who moved; nobody dealt.
    seat: int | None
    sentence: str | None
    cause: Literal["play", "luck"]
    #: ``review.turn.*``
    code: Literal[
        "gained",
        "lost",
        "helped",
        "hit",
        "lucky",
        "unlucky",
        "lucky_others",
        "unlucky_others",
        "won",
        "void",
    ]
    #: The seat it is told of.
    subject: int
    #: Of the subject's chance, by the cause; by the whole step if that ended the round.
    change: float
    #: What the whole step changed for the subject.
    whole: float
    #: How much chance went from some seats to others by the whole step.
    swing: float
    #: Who drew cards.
    drew: list[int]


class ReviewMargins(Struct, frozen=True):
    """Half the 95 % interval of each part of a summary."""

    deal: float
    draws: float
    own: float
    others: float
    #: Of deal and draws together.
    luck: float
    #: Nought of a round that is over.
    result: float
    at_stake: float


class ReviewSummary(Struct, frozen=True):
    """One seat in a round or in the match: start + deal + draws + own + others = result."""

    seat: int
    rounds: int
    start: float
    #: Luck: the hand that was dealt.
    deal: float
    #: Luck: cards drawn, by anybody.
    draws: float
    #: Skill: own moves.
    own: float
    #: Everybody else's moves.
    others: float
    result: float
    #: Moves with a real choice.
    decisions: int
    #: What lay between the best and the worst choice, added up. Estimates err: it may be below nought.
    at_stake: float
    #: What the moves lost against the best ones, added up; likewise.
    loss: float
    #: Blunders are not among them.
    mistakes: int
    blunders: int
    #: deal + draws
    luck: float
    #: Nothing where nothing was to be decided.
    average_loss: float | None
    #: 1 - loss / at_stake, from 0 to 1; nothing where hardly more was at stake than the estimates err.
    accuracy: float | None
    margins: ReviewMargins


class ReviewRound(Struct, frozen=True):
    """A reviewed round."""

    round: int
    dealer: int
    over: bool
    #: Nobody: the round is void.
    winner: int | None
    #: What it added to the scores.
    points: list[int]
    scores: list[int]
    #: The chance of everybody before the deal.
    start: float
    steps: list[ReviewStep]
    mistakes: list[ReviewMistake]
    turning_points: list[ReviewTurn]
    summary: list[ReviewSummary]


class Review(Struct, frozen=True):
    """A reviewed match. Lists are by seat unless they say otherwise."""

    format: str
    version: int
    edition: str
    #: Whose pictures the cards have.
    theme: str
    options: dict[str, Any]
    #: Their names; of a seat without one, nothing.
    players: list[str]
    finished: bool
    winners: list[int]
    scores: list[int]
    seed: int
    effort: ReviewEffort
    rounds: list[ReviewRound]
    #: The largest of all rounds, largest first.
    turning_points: list[ReviewTurn]
    summary: list[ReviewSummary]
    #: What an own edition calls its cards, by face and language.
    titles: dict[str, dict[str, str]]
    #: And itself, by language.
    edition_title: dict[str, str]
