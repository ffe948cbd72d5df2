"""A review as values, and its written form: the one place that turns it into JSON and back (docs/review.md).

Everything here is numbers, codes and sentences of the notation. Words are made from them in the reader's language by
``huefall.review.wording``, or by the page from the same catalogues.

Chances and their changes are multiples of a millionth (``exact``), so that what is added up adds up exactly, also for
whoever reads the decimals.
"""

from __future__ import annotations

import json
import types
from collections.abc import Iterable, Mapping
from dataclasses import MISSING, asdict, dataclass, field, fields, is_dataclass
from functools import cache
from math import fsum
from typing import Any, Union, get_args, get_origin, get_type_hints

from huefall.bots.explain.reasons import Reason
from huefall.review.errors import ReviewError

FORMAT = "huefall-review"
VERSION = 4

#: Decimals of a chance.
DECIMALS = 6

#: How far what was at stake may be off, as a share of it, for an accuracy to be told.
UNSURE = 0.25

#: A number for each seat.
Seats = tuple[float, ...]


def exact(value: float) -> float:
    """Return the multiple of a millionth that is nearest; never a negative nought.

    >>> exact(1 / 3), exact(-1e-9)
    (0.333333, 0.0)
    """
    return round(value, DECIMALS) + 0.0


def total(values: Iterable[float]) -> float:
    """Add up multiples of a millionth, exactly.

    >>> total([0.1] * 3) == 0.3
    True
    """
    return exact(fsum(values))


@dataclass(frozen=True, slots=True)
class Chance:
    """A chance with its 95 % interval."""

    mean: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Point:
    """The chances after a step of a round. Steps are those of a replay: 0 is the deal, k what came of move k."""

    round: int
    step: int
    seat: int | None  # who moved; nobody dealt
    sentence: str | None  # "play r7 uno"
    foul: bool
    chances: Seats  # to win the round, per seat
    low: Seats
    high: Seats
    play: Seats  # what the move itself changed, per seat
    luck: Seats  # what the cards it brought changed


@dataclass(frozen=True, slots=True)
class Mistake:
    """A move that was clearly worse than another, as far as the player could know, or a claim that was not made. The decision was
    made at the step before.
    """

    round: int
    step: int
    seat: int
    fault: str  # "choice", "uncalled" (the call was forgotten), "unclaimed" (a catch or a cut was let pass), "foul"
    grade: str  # "mistake" or "blunder"
    sentence: str | None  # nothing: a claim was let pass
    better: str | None  # nothing: anything legal
    chance: Chance  # with the move
    better_chance: Chance
    gain: float  # what the better move would have added to the chance
    margin: float  # by how much the gain may be less, with 95 % certainty
    reason: Reason
    went_well: bool = False  # with the hands as they were it gained, which the player could not know

    @property
    def decided_at(self) -> int:
        """Return the step at which the better move could still be made."""
        return self.step - 1


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A step that changed much, and what changed it."""

    round: int
    step: int
    seat: int | None  # who moved
    sentence: str | None
    cause: str  # "play" or "luck"
    code: str  # what happened to the subject: see arithmetic.CODES
    subject: int  # the seat it is told of
    change: float  # of the subject's chance, by the cause; by the whole step if that ended the round
    whole: float  # what the whole step changed for the subject
    swing: float  # how much chance went from some seats to others by the whole step
    drew: tuple[int, ...] = ()  # who drew cards


@dataclass(frozen=True, slots=True)
class Margins:
    """How sure the parts of a summary are: half the 95 % interval of each."""

    deal: float
    draws: float
    own: float
    others: float
    luck: float  # of deal and draws together
    result: float  # nought of a round that is over
    at_stake: float


@dataclass(frozen=True, slots=True)
class Summary:
    """One seat in a round or in the match: start + deal + draws + own + others = result, exactly."""

    seat: int
    rounds: int
    start: float  # 1/seats for each round
    deal: float  # luck: the hand that was dealt
    draws: float  # luck: cards drawn, by anybody
    own: float  # skill: own moves
    others: float  # everybody else's moves
    result: float  # rounds won; of one that is not over, the chance at its last step
    decisions: int  # moves with a real choice
    at_stake: float  # what lay between best and worst choice, added up; estimates err, so it may be below nought
    loss: float  # what the moves lost against the best ones, added up; likewise
    mistakes: int  # blunders are not among them
    blunders: int
    margins: Margins

    @property
    def luck(self) -> float:
        """Return what chance gave."""
        return total((self.deal, self.draws))

    @property
    def average_loss(self) -> float | None:
        """Return what a decision lost on average; nothing where there was none."""
        return max(0.0, self.loss) / self.decisions if self.decisions else None

    @property
    def accuracy(self) -> float | None:
        """Return how much of what choosing could win was won; nothing where hardly more was at stake than estimates err."""
        if self.at_stake <= 0 or self.margins.at_stake > UNSURE * self.at_stake:
            return None
        return min(1.0, max(0.0, 1 - self.loss / self.at_stake))


@dataclass(frozen=True, slots=True)
class RoundReview:
    """A round, as far as it was played."""

    round: int
    dealer: int
    over: bool
    winner: int | None  # of a round that is over: nobody if it is void
    points: tuple[int, ...]  # what it added to the scores; empty while it is not over
    scores: tuple[int, ...]
    start: float  # the chance of everybody before the deal
    steps: tuple[Point, ...]
    mistakes: tuple[Mistake, ...]
    turning_points: tuple[TurningPoint, ...]  # in the order of the steps
    summary: tuple[Summary, ...]


@dataclass(frozen=True, slots=True)
class Effort:
    """How many games are tried: for the chances at a step, to sift the choices of a decision, and to judge between them."""

    chances: int
    sift: int
    judge: int


@dataclass(frozen=True, slots=True)
class Review:
    """A reviewed match."""

    edition: str  # its name
    theme: str  # the pictures and colours its cards have
    options: dict[str, Any]
    players: tuple[str, ...]  # names; "" for a seat without one
    finished: bool
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    seed: int
    effort: Effort
    rounds: tuple[RoundReview, ...]
    turning_points: tuple[TurningPoint, ...]  # the largest of all rounds, largest first
    summary: tuple[Summary, ...]
    titles: dict[str, dict[str, str]] = field(default_factory=dict)  # names an own edition gives its cards, by face
    edition_title: dict[str, str] = field(default_factory=dict)  # and itself, by language

    def rounds_won(self, seat: int) -> int:
        """Count the rounds a seat has won; one that is not over is nobody's."""
        return sum(played.over and played.winner == seat for played in self.rounds)

    def to_json(self) -> dict[str, Any]:
        """Write the review as an object for JSON; sums and shares that follow from others are written with them."""
        written = {"format": FORMAT, "version": VERSION, **asdict(self)}
        summaries = [(self.summary, written["summary"])]
        summaries += [
            (played.summary, at["summary"]) for played, at in zip(self.rounds, written["rounds"], strict=True)
        ]
        for values, objects in summaries:
            for value, at in zip(values, objects, strict=True):
                at |= {name: getattr(value, name) for name in DERIVED}
        return written

    def dump(self) -> str:
        """Write the review as JSON text."""
        return json.dumps(self.to_json(), ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def from_json(cls, written: object) -> Review:
        """Read a review from JSON text or its object; refuse what is none, or one of another version."""
        if isinstance(written, str | bytes):
            try:
                written = json.loads(written)
            except ValueError as error:
                raise ReviewError(f"a review is JSON, and this is not: {error}") from error
        if not isinstance(written, Mapping) or written.get("format") != FORMAT:
            raise ReviewError(f'a review is an object with "format": "{FORMAT}"')
        if written.get("version") != VERSION:
            raise ReviewError(
                f"this review has version {written.get('version')!r}, and {VERSION} can be read: review the record again"
            )
        found = _read(cls, written, "review")
        return found if isinstance(found, cls) else cls(**found)


#: Properties of a summary that are written for readers of the JSON, and not read back.
DERIVED = ("luck", "average_loss", "accuracy")


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


def _read(kind: Any, value: Any, place: str) -> Any:
    """Read a value of a kind: a scalar, a choice of those, a tuple or mapping of them, or a dataclass."""
    origin = get_origin(kind)
    if kind is Any:
        return value
    if is_dataclass(kind):
        return _read_object(kind, value, place)
    if origin is tuple and isinstance(value, list):
        inner = get_args(kind)[0]
        return tuple(_read(inner, each, f"{place}[{at}]") for at, each in enumerate(value))
    if origin in {dict, Mapping} and isinstance(value, Mapping):
        inner = get_args(kind)[1]
        return {str(name): _read(inner, each, f"{place}.{name}") for name, each in value.items()}
    if origin in {Union, types.UnionType}:
        if value is None and type(None) in get_args(kind):
            return None
        for each in get_args(kind):
            if each is not type(None) and (is_dataclass(each) or _fits(each, value)):
                return _read(each, value, place)
    elif _fits(kind, value):
        return float(value) if kind is float else value
    raise ReviewError(f"{place} of a review cannot be {value!r}: expected {getattr(kind, '__name__', kind)}")


def _fits(kind: Any, value: Any) -> bool:
    if isinstance(value, bool):
        return kind is bool
    return isinstance(value, int | float) if kind is float else isinstance(kind, type) and isinstance(value, kind)


def _read_object(kind: Any, value: Any, place: str) -> Any:
    if not isinstance(value, Mapping):
        raise ReviewError(f"{place} of a review must be an object, got {value!r}")
    hints = _hints(kind)
    found = {}
    for each in fields(kind):
        if each.name not in value:
            if each.default is not MISSING or each.default_factory is not MISSING:
                continue
            raise ReviewError(f"{place} of a review lacks {each.name!r}")
        found[each.name] = _read(hints[each.name], value[each.name], f"{place}.{each.name}")
    return kind(**found)
