"""Why one move is better than another, as a code with parameters; ``huefall.texts.advice`` has the words.

The search knows only that a move wins more often. A reason is looked for in what the cards do and in what the seat can
see, most telling first. It never decides anything: where no reason shows, it says how the trial games went.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from huefall.bots.bot import View
from huefall.bots.lacking import colors_lacked
from huefall.bots.sight import Choice, Sight, read_choice
from huefall.bots.suspicion import bluff_chance
from huefall.editions import Edition
from huefall.editions.deck import ROTATE, SWAP, Row

#: A hand this small may be gone before the next turn.
NEARLY_OUT = 2

#: Every code there is; the catalogues have ``advice.CODE`` for each.
CODES = (
    "only_move", "goes_out", "challenge_likely", "challenge_unlikely", "passes_penalty_on", "escapes_penalty",
    "takes_penalty", "dances", "votes_against", "votes_for", "keeps_for_later", "plays_at_all", "avoids_bluff",
    "swaps_for_fewer", "keeps_small_hand", "spares_own_hand", "checks_color", "stops_near_out", "turns_away",
    "keeps_turn", "more_cards", "names_most_held", "next_lacks_color", "keeps_black", "sheds_points", "keeps_action",
    "keeps_color_going", "hits_next", "calls_uno", "catches", "cuts", "foul", "wins_more_often", "hardly_differs",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Reason:
    """A code and what its words mention: ``seat``, ``card``, ``color``, ``amount``, ``percent``, ``other``."""

    code: str
    params: dict[str, int | str]


class Ranked(Protocol):
    """A sentence with its chance, as the search ranks them."""

    @property
    def sentence(self) -> str:
        """Return the sentence."""

    @property
    def chance(self) -> Any:
        """Return the estimate: an object with a ``mean``."""


def why_best(view: View, ranked: Sequence[Ranked], edition: Edition | None = None) -> Reason:
    """Say why the first of a ranked list is better than the second."""
    if len(ranked) < 2:
        return Reason("only_move", {})
    best, second = ranked[0], ranked[1]
    return why_better(view, best.sentence, second.sentence, edition, (best.chance.mean, second.chance.mean))


def why_better(
    view: View,
    better: str,
    other: str,
    edition: Edition | None = None,
    chances: tuple[float, float] = (0.0, 0.0),
) -> Reason:
    """Say why one legal sentence of a view is better than another; ``chances`` are theirs.

    >>> view = {
    ...     "edition": "classic", "options": {}, "seat": 0, "turn": 0, "direction": 1, "boost": None, "pending": None,
    ...     "color": "r", "discard": ["r5"], "sizes": [4, 5], "hands": [["r7", "r8", "b1", "W"], None],
    ...     "legal": ["play r7", "play r8", "play W b", "draw"],
    ... }
    >>> why_better(view, "play r7", "play W b")
    Reason(code='keeps_black', params={'card': 'W'})
    """
    if better and other:
        case = _Case(Sight(view, edition), read_choice(better), read_choice(other))
        for find in _FINDERS:
            for reason in find(case):
                return reason
    elif better:  # than to say nothing
        return why_claim(better)
    percent, worse = (round(100 * chance) for chance in chances)
    return Reason("wins_more_often" if percent > worse else "hardly_differs", {"percent": percent, "other": worse})


def why_claim(sentence: str) -> Reason:
    """Say why something is better said than nothing."""
    choice = read_choice(sentence)
    if choice.verb == "catch" and choice.target is not None:
        return Reason("catches", {"seat": choice.target})
    return Reason("calls_uno", {}) if choice.verb == "uno" else Reason("cuts", {"card": choice.cards[0]})


class _Case:
    """Two choices of one seat, with what their cards do."""

    def __init__(self, sight: Sight, better: Choice, other: Choice) -> None:
        self.sight = sight
        self.better = better
        self.other = other
        self.next = sight.neighbour(1)
        self.previous = sight.neighbour(-1)

    @property
    def both_play(self) -> bool:
        """Tell whether both choices play cards."""
        return self.better.verb == self.other.verb == "play"

    def row(self, choice: Choice) -> Row:
        """Return what the played card does."""
        return self.sight.kinds[choice.cards[0]].row

    def color_after(self, choice: Choice) -> str | None:
        """Return the colour that will be in force after a play."""
        return choice.color or self.sight.color_of(choice.cards[-1])

    def held(self, cards: Sequence[str], color: str | None) -> int:
        """Count the cards of a colour."""
        return sum(color is not None and self.sight.color_of(card) == color for card in cards)

    def stops(self, choice: Choice) -> bool:
        """Tell whether a play takes the next player's turn."""
        row = self.row(choice)
        color, boost = self.sight.color_of(choice.cards[-1]), self.sight.view["boost"]
        boosted = color is not None and color == boost  # a black card that names it skips nobody (BUZZ-03)
        back = row.reverses and self.sight.players == 2
        return bool(row.draws or row.skips or back or boosted)

    def points(self, choice: Choice) -> int:
        """Add up the points a play rids the hand of."""
        return sum(self.sight.kinds[card].row.points for card in choice.cards)

    def bluffs(self, choice: Choice) -> bool:
        """Tell whether a play may be challenged with success (WD4-02)."""
        sight = self.sight
        holds = self.held(sight.after(choice), sight.view["color"]) > 0
        return self.row(choice).restricted and sight.rules.challenge and sight.rules.wild4 == "bluff" and holds


_Found = Iterator[Reason]


def _going_out(case: _Case) -> _Found:
    if case.better.verb == "play" and not case.sight.after(case.better):
        yield Reason("goes_out", {})


def _challenges(case: _Case) -> _Found:
    pending = case.sight.pending
    for choice, code in ((case.better, "challenge_likely"), (case.other, "challenge_unlikely")):
        if choice.verb == "challenge" and pending is not None:
            chance = bluff_chance(case.sight, pending["from"])
            # The search reads the public record, this rule of thumb does not: where they disagree it is silent.
            if (chance >= 0.3) == (choice is case.better):
                yield Reason(code, {"seat": pending["from"], "percent": round(100 * chance)})


def _penalties(case: _Case) -> _Found:
    pending = case.sight.pending
    if pending is None:
        return
    if case.better.verb == "play" and case.other.verb == "accept":
        if case.row(case.better).escapes:
            yield Reason("escapes_penalty", {"amount": pending["draw"]})
        elif pending["draw"]:
            yield Reason("passes_penalty_on", {"amount": pending["draw"], "card": case.better.cards[0]})
    elif case.better.verb == "accept" and case.other.verb == "play":
        yield Reason("takes_penalty", {"card": case.other.cards[0]})
    elif (
        case.better.verb == "dance" and case.sight.rules.dance_judge != "vote"
    ):  # a vote may cost the cards all the same
        yield Reason("dances", {"amount": pending["draw"]})
    elif case.better.verb in {"approve", "reject"}:
        yield from _votes(case, pending["dancer"])


def _votes(case: _Case, dancer: int) -> _Found:
    sizes = case.sight.sizes
    if case.better.verb == "reject" and sizes[dancer] == min(sizes):
        yield Reason("votes_against", {"seat": dancer, "amount": sizes[dancer]})
    elif case.better.verb == "approve" and sizes[dancer] > case.sight.lowest_other():
        yield Reason("votes_for", {"seat": dancer, "amount": sizes[dancer]})


def _holding_back(case: _Case) -> _Found:
    quiet = ("draw", "keep", "pass")
    if case.better.verb in quiet and case.other.verb == "play":
        yield Reason("keeps_for_later", {"card": case.other.cards[0]})
    elif case.better.verb == "play" and case.other.verb in quiet:
        yield Reason("plays_at_all", {"card": case.better.cards[0]})


def _bluffs(case: _Case) -> _Found:
    if case.both_play and case.bluffs(case.other) and not case.bluffs(case.better):
        yield Reason("avoids_bluff", {"card": case.other.cards[0]})


def _exchanges(case: _Case) -> _Found:
    sight = case.sight
    if not (case.both_play and sight.rules.seven_zero):
        return
    better, other = (_hand_after(case, choice) for choice in (case.better, case.other))
    # Whoever must exchange anyway wants the smaller hand; whoever need not wants one smaller than the own.
    bound = len(sight.after(case.better)) if other is None else other[1]
    if better is not None and better[1] < bound:
        yield Reason("swaps_for_fewer", {"seat": better[0], "amount": better[1]})
    elif other is not None and other[1] > len(sight.after(case.other)) and better is None:
        yield Reason("keeps_small_hand", {"amount": len(sight.after(case.better))})


def _hand_after(case: _Case, choice: Choice) -> tuple[int, int] | None:
    """Return whose hand an exchange brings and how many cards it has."""
    exchanges = case.row(choice).exchanges
    if exchanges == SWAP and choice.target is not None:
        return choice.target, case.sight.sizes[choice.target]
    return (case.previous, case.sight.sizes[case.previous]) if exchanges == ROTATE else None


def _gauntlets(case: _Case) -> _Found:
    if not (case.both_play and case.row(case.better).checks and len(case.better.cards) > 1):
        return
    laid = case.sight.color_of(case.better.cards[1])
    if case.row(case.other).checks and len(case.other.cards) > 1 and case.sight.rules.gauntlet_self:
        own = [
            case.held(case.sight.after(choice), case.sight.color_of(choice.cards[1]))
            for choice in (case.better, case.other)
        ]
        if not own[0] and own[1] and laid is not None:
            yield Reason("spares_own_hand", {"color": laid})
    elif laid is not None and not case.row(case.other).checks:
        yield Reason("checks_color", {"color": laid, "amount": case.row(case.better).checks})


def _attacks(case: _Case) -> _Found:
    if not case.both_play:
        return
    size = case.sight.sizes[case.next]
    stops, stops_too = case.stops(case.better), case.stops(case.other)
    draws = case.row(case.better).draws > case.row(case.other).draws
    if size <= NEARLY_OUT and ((stops and not stops_too) or draws):
        yield Reason("stops_near_out", {"seat": case.next, "amount": size})
    turns, turns_too = case.row(case.better).reverses, case.row(case.other).reverses
    if case.sight.players > 2 and turns != turns_too:
        away, towards = (case.next, case.previous) if turns else (case.previous, case.next)
        if case.sight.sizes[away] < case.sight.sizes[towards] and case.sight.sizes[away] <= NEARLY_OUT + 1:
            yield Reason("turns_away", {"seat": away, "amount": case.sight.sizes[away]})
    if case.sight.players == 2 and stops and not stops_too:
        yield Reason("keeps_turn", {"card": case.better.cards[0]})


def _counts(case: _Case) -> _Found:
    if case.both_play and len(case.better.cards) > len(case.other.cards):
        yield Reason("more_cards", {"amount": len(case.better.cards)})


def _colors_named(case: _Case) -> _Found:
    """Two plays of the same cards, or two answers, that differ in the colour they name."""
    named, named_too = case.better.color, case.other.color
    if named is None or named_too is None or named == named_too or case.better.cards != case.other.cards:
        return
    left = case.sight.after(case.better)
    count = case.held(left, named)
    others = {case.sight.color_of(card) for card in left} - {named, None}
    if count > max((case.held(left, color) for color in others), default=0):
        yield Reason("names_most_held", {"color": named, "amount": count})
    yield from _lacking(case, named, named_too)


def _lacking(case: _Case, color: str, instead: str) -> _Found:
    lacks = colors_lacked(case.sight.view)
    if color in lacks.get(case.next, ()) and instead not in lacks.get(case.next, ()):
        yield Reason("next_lacks_color", {"seat": case.next, "color": color})


def _black_cards(case: _Case) -> _Found:
    if not case.both_play:
        return
    black, black_too = case.row(case.better).black, case.row(case.other).black
    threatened = case.sight.lowest_other() <= NEARLY_OUT
    if black_too and not black:
        yield Reason("keeps_black", {"card": case.other.cards[0]})
    points = case.points(case.better)
    if threatened and points >= case.points(case.other) + 10:
        yield Reason("sheds_points", {"amount": points})


def _follow_ups(case: _Case) -> _Found:
    if not case.both_play:
        return
    row, row_too = case.row(case.better), case.row(case.other)
    acts, acts_too = ((each.draws or each.skips or each.reverses) for each in (row, row_too))
    if acts_too and not acts:
        yield Reason("keeps_action", {"card": case.other.cards[0]})
    color, color_too = case.color_after(case.better), case.color_after(case.other)
    count = case.held(case.sight.after(case.better), color)
    if color is not None and count > case.held(case.sight.after(case.other), color_too):
        yield Reason("keeps_color_going", {"color": color, "amount": count})
    if color is not None and color_too is not None and color != color_too:
        yield from _lacking(case, color, color_too)
    if case.stops(case.better) and not case.stops(case.other):
        yield Reason("hits_next", {"seat": case.next, "card": case.better.cards[0]})
    if case.points(case.better) > case.points(case.other):
        yield Reason("sheds_points", {"amount": case.points(case.better)})


#: Most telling first.
_FINDERS: tuple[Callable[[_Case], _Found], ...] = (
    _going_out, _challenges, _penalties, _holding_back, _bluffs, _exchanges, _gauntlets, _attacks, _counts,
    _colors_named, _black_cards, _follow_ups,
)  # fmt: skip
