"""Why one move is better than another, as a code with parameters; ``huefall.texts.advice`` has the words.

The search knows only that a move wins more often. A reason is looked for in what the cards do and in what the seat can
see, most telling first. It never decides anything: where no reason shows, it says how the trial games went.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from huefall.bots.bot import View
from huefall.bots.comparison import Comparison
from huefall.bots.lacking import colors_lacked
from huefall.bots.memory import Memory
from huefall.bots.sight import Choice, Sight, read_choice
from huefall.editions import Edition
from huefall.editions.deck import ROTATE, SWAP
from huefall.notation.setting import Setting

#: A hand this small may be gone before the next turn.
NEARLY_OUT = 2

#: Every code there is; the catalogues have ``advice.CODE`` for each.
CODES = (
    "only_move", "goes_out", "challenge_likely", "challenge_unlikely", "passes_penalty_on", "escapes_penalty",
    "escapes_skip", "escapes_reverse", "takes_penalty", "dances", "votes_against", "votes_for", "keeps_for_later",
    "plays_at_all", "avoids_bluff", "swaps_for_fewer", "keeps_small_hand", "spares_own_hand", "checks_color",
    "stops_near_out", "stops_unless_answered", "turns_away", "keeps_turn", "more_cards", "names_most_held",
    "next_lacks_color", "keeps_black", "keeps_restricted", "keeps_action", "keeps_color_going", "hits_next",
    "hits_unless_answered", "calls_uno", "catches", "cuts", "foul", "wins_more_often", "hardly_differs",
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
    chances: tuple[float, float] | None = None,
) -> Reason:
    """Say why one legal sentence of a view is better than another; ``chances`` are theirs. Where these hardly differ that is all
    there is to say.

    >>> view = {
    ...     "edition": "classic", "options": {}, "seat": 0, "turn": 0, "direction": 1, "boost": None, "pending": None,
    ...     "color": "r", "discard": ["r5"], "sizes": [4, 5], "hands": [["r7", "r8", "b1", "W"], None],
    ...     "legal": ["play r7", "play r8", "play W b", "draw"],
    ... }
    >>> why_better(view, "play r7", "play W b")
    Reason(code='keeps_black', params={'card': 'W'})
    """
    percent, worse = (round(100 * chance) for chance in (chances or (0.0, 0.0)))
    if better and not other:  # than to say nothing
        return why_claim(better)
    if chances is not None and percent == worse:
        return Reason("hardly_differs", {"percent": percent, "other": worse})
    if better and other:
        case = Comparison(Sight(view, edition), read_choice(better), read_choice(other))
        for find in _FINDERS:
            for reason in find(case):
                return reason
    return Reason("wins_more_often" if percent > worse else "hardly_differs", {"percent": percent, "other": worse})


def why_claim(sentence: str) -> Reason:
    """Say why something is better said than nothing."""
    choice = read_choice(sentence)
    if choice.verb == "catch" and choice.target is not None:
        return Reason("catches", {"seat": choice.target})
    return Reason("calls_uno", {}) if choice.verb == "uno" else Reason("cuts", {"card": choice.cards[0]})


_Found = Iterator[Reason]


def _going_out(case: Comparison) -> _Found:
    if case.better.verb == "play" and not case.sight.after(case.better):
        yield Reason("goes_out", {})


def _challenges(case: Comparison) -> _Found:
    sight, pending = case.sight, case.sight.pending
    for choice, code in ((case.better, "challenge_likely"), (case.other, "challenge_unlikely")):
        if choice.verb == "challenge" and pending is not None:
            chance = Memory(Setting.of(sight.edition, sight.view["options"]), sight.view).bluff_chance(sight.view)
            # What the bluff costs is in the trial games too: where they say otherwise, how likely it was is not the reason.
            if chance is not None and (chance >= 0.3) == (choice is case.better):
                yield Reason(code, {"seat": pending["from"], "percent": round(100 * chance)})


def _penalties(case: Comparison) -> _Found:
    pending = case.sight.pending
    if pending is None:
        return
    if case.better.verb == "play" and case.other.verb == "accept":
        if case.row(case.better).escapes:
            yield _escape(case, pending["kind"])
        elif pending["draw"]:
            amount, target = case.passed_on(case.better, pending["draw"]), case.pressed(case.better)
            yield Reason("passes_penalty_on", {"amount": amount, "card": case.better.cards[0], "seat": target})
    elif case.better.verb == "accept" and case.other.verb == "play":
        code = "takes_penalty" if pending["draw"] else "keeps_for_later"
        yield Reason(code, {"card": case.other.cards[0]})
    elif (
        case.better.verb == "dance" and case.sight.rules.dance_judge != "vote"
    ):  # a vote may cost the cards all the same
        yield Reason("dances", {"amount": pending["draw"]})
    elif case.better.verb in {"approve", "reject"}:
        yield from _votes(case, pending["dancer"])


def _escape(case: Comparison, kind: str) -> Reason:
    """Say what is escaped: only some questions cost cards (JUR-01)."""
    top = case.sight.view["discard"][-1]
    # With two players a Reverse takes the turn (TWO-01).
    if kind == "skip" or (kind == "reverse" and case.sight.players == 2):
        return Reason("escapes_skip", {"card": top})
    return Reason("escapes_reverse", {"card": top}) if kind == "reverse" else Reason("escapes_penalty", {})


def _votes(case: Comparison, dancer: int) -> _Found:
    sizes = case.sight.sizes
    if case.better.verb == "reject" and sizes[dancer] == min(sizes):
        yield Reason("votes_against", {"seat": dancer, "amount": sizes[dancer]})
    elif case.better.verb == "approve" and sizes[dancer] > case.sight.lowest_other():
        yield Reason("votes_for", {"seat": dancer, "amount": sizes[dancer]})


def _holding_back(case: Comparison) -> _Found:
    quiet = ("draw", "keep", "pass")
    if case.better.verb in quiet and case.other.verb == "play":
        yield Reason("keeps_for_later", {"card": case.other.cards[0]})
    elif case.better.verb == "play" and case.other.verb in quiet:
        yield Reason("plays_at_all", {"card": case.better.cards[0]})


def _bluffs(case: Comparison) -> _Found:
    if case.both_play and case.bluffs(case.other) and not case.bluffs(case.better):
        yield Reason("avoids_bluff", {"card": case.other.cards[0]})


def _exchanges(case: Comparison) -> _Found:
    sight = case.sight
    if not case.both_play:
        return
    better, other = (_hand_after(case, choice) for choice in (case.better, case.other))
    # Whoever must exchange anyway wants the smaller hand; whoever need not wants one smaller than the own.
    bound = len(sight.after(case.better)) if other is None else other[1]
    if better is not None and better[1] < bound:
        yield Reason("swaps_for_fewer", {"seat": better[0], "amount": better[1]})
    elif other is not None and other[1] > len(sight.after(case.other)) and better is None:
        yield Reason("keeps_small_hand", {"amount": len(sight.after(case.better))})


def _hand_after(case: Comparison, choice: Choice) -> tuple[int, int] | None:
    """Return whose hand an exchange brings and how many cards it has."""
    if not case.sight.rules.seven_zero:
        return None
    exchanges = case.row(choice).exchanges
    if exchanges == SWAP and choice.target is not None:
        return choice.target, case.sight.sizes[choice.target]
    return (case.previous, case.sight.sizes[case.previous]) if exchanges == ROTATE else None


def _gauntlets(case: Comparison) -> _Found:
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


def _attacks(case: Comparison) -> _Found:
    if not case.both_play or case.sight.pending is not None:  # an answer is judged by where it sends the penalty
        return
    target, card = case.pressed(case.better), case.better.cards[0]
    size, answered = case.sight.sizes[target], case.can_be_answered(case.better)
    attacks = case.presses(case.better) and not case.presses(case.other)
    draws = case.row(case.better).draws > case.row(case.other).draws
    if size <= NEARLY_OUT and (attacks or draws):
        if answered:
            yield Reason("stops_unless_answered", {"seat": target, "amount": size, "card": card})
        yield Reason("stops_near_out", {"seat": target, "amount": size})
    if case.sight.players > 2 and case.turns(case.better) != case.turns(case.other):
        yield from _turning_away(case)
    if case.sight.players == 2 and attacks:
        if answered:
            yield Reason("hits_unless_answered", {"seat": target, "card": card})
        yield Reason("keeps_turn", {"card": card})


def _turning_away(case: Comparison) -> _Found:
    if case.turns(case.better) and case.can_be_run_from(case.better):
        return  # it may not turn at all
    away, towards = case.turn_after(case.other), case.turn_after(case.better)
    size = case.sight.sizes[away]
    if size < case.sight.sizes[towards] and size <= NEARLY_OUT + 1:
        yield Reason("turns_away", {"seat": away, "amount": size})


def _counts(case: Comparison) -> _Found:
    if case.both_play and len(case.better.cards) > len(case.other.cards):
        yield Reason("more_cards", {"amount": len(case.better.cards)})


def _colors_named(case: Comparison) -> _Found:
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


def _lacking(case: Comparison, color: str, instead: str) -> _Found:
    if colors_lacked(case.sight.view).get(case.next) == color != instead:
        yield Reason("next_lacks_color", {"seat": case.next, "color": color})


def _black_cards(case: Comparison) -> _Found:
    if case.both_play and case.row(case.other).black and not case.row(case.better).black:
        code = "keeps_black" if case.always_fits(case.other) else "keeps_restricted"
        yield Reason(code, {"card": case.other.cards[0]})


def _follow_ups(case: Comparison) -> _Found:
    if not case.both_play:
        return
    if case.could_stop(case.other) and not case.could_stop(case.better):
        yield Reason("keeps_action", {"card": case.other.cards[0]})
    color, color_too = case.color_after(case.better), case.color_after(case.other)
    count = case.held(case.sight.after(case.better), color)
    goes = _hand_after(case, case.better) is not None  # with a hand that is given away nothing follows
    alike = len(case.better.cards) == len(case.other.cards)  # who plays fewer has more left, which is no merit
    if color is not None and alike and not goes and count > case.held(case.sight.after(case.other), color_too):
        yield Reason("keeps_color_going", {"color": color, "amount": count})
    if color is not None and color_too is not None and color != color_too:
        yield from _lacking(case, color, color_too)
    if case.sight.pending is None and case.presses(case.better) and not case.presses(case.other):
        code = "hits_unless_answered" if case.can_be_answered(case.better) else "hits_next"
        yield Reason(code, {"seat": case.pressed(case.better), "card": case.better.cards[0]})


#: Most telling first.
_FINDERS: tuple[Callable[[Comparison], _Found], ...] = (
    _going_out, _challenges, _penalties, _holding_back, _bluffs, _exchanges, _gauntlets, _attacks, _counts,
    _colors_named, _black_cards, _follow_ups,
)  # fmt: skip
