"""Why one move is better than another, as a code with parameters; ``huefall.texts.advice`` has the words.

The search knows only that a move wins more often. A reason is looked for in what the cards do and in what the seat can
see, most telling first. Reasons decide nothing: where none is found, the win chances of both moves are the reason.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from huefall.bots.bot import View
from huefall.bots.explain.comparison import CARDLESS, Comparison
from huefall.bots.search.estimates import NO_CLAIM, Ranked, is_clearly_better
from huefall.bots.seat_view import NEARLY_OUT, SeatView
from huefall.editions import Edition
from huefall.vocabulary.moves import Move

#: A bluff at least this likely is the reason for a challenge; below it, the reason against one.
LIKELY_BLUFF = 0.3

#: All codes; the catalogues have ``advice.CODE`` for each.
CODES = (
    "only_move", "goes_out", "challenge_likely", "challenge_unlikely", "passes_penalty_on", "escapes_penalty",
    "escapes_skip", "escapes_reverse", "takes_penalty", "dances", "votes_against", "votes_for", "keeps_for_later",
    "plays_at_all", "avoids_bluff", "swaps_for_fewer", "keeps_small_hand", "spares_own_hand", "checks_color",
    "stops_near_out", "stops_unless_answered", "turns_away", "keeps_turn", "more_cards", "names_most_held", "names_last",
    "next_lacks_color", "keeps_black", "keeps_restricted", "keeps_action", "keeps_color_going", "hits_next",
    "hits_unless_answered", "calls_uno", "catches", "cuts", "foul", "wins_more_often", "hardly_differs",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Reason:
    """A code and the parameters of its text: ``seat``, ``card``, ``color``, ``amount``, ``percent``, ``other``."""

    code: str
    params: dict[str, int | str]


class Reasons:
    """Finds reasons in what one seat sees."""

    def __init__(self, view: View, edition: Edition | None = None) -> None:
        self._seat_view = SeatView(view, edition)

    def why_best(self, ranked: Sequence[Ranked]) -> Reason:
        """Explain the first of a ranked list, compared with the next that is clearly worse."""
        return self.explain(ranked)[0]

    def explain(self, ranked: Sequence[Ranked]) -> list[Reason]:
        """Explain each of a ranked list.

        A claim by what it gains, the best answer compared with the next that is clearly worse, and every other answer
        compared with the best one.
        """
        answers = [each for each in ranked if not _is_claim(each.sentence)]
        return [self._explain_one(each, answers) for each in ranked]

    def _explain_one(self, ranked: Ranked, answers: Sequence[Ranked]) -> Reason:
        if _is_claim(ranked.sentence):
            return why_claim(ranked.sentence)
        best = answers[0]
        if len(answers) == 1:
            return Reason("only_move", {})
        if ranked is not best:
            return self.why_better(best, ranked)
        worse = (each for each in answers if is_clearly_better(best.chance, each.chance))
        return self.why_better(best, next(worse, answers[1]))

    def why_better(self, better: Ranked, other: Ranked) -> Reason:
        """Explain why one legal sentence is better than another, or that their chances hardly differ."""
        percent, worse = (round(100 * each.chance.mean) for each in (better, other))
        shares: dict[str, int | str] = {"percent": percent, "other": worse}
        if not is_clearly_better(better.chance, other.chance):
            return self._why_sure(better.sentence) or Reason("hardly_differs", shares)
        return self.why(better.sentence, other.sentence) or Reason("wins_more_often", shares)

    def why(self, better: str, other: str) -> Reason | None:
        """Find the reason for one legal sentence against another; ``None`` if only the win chances speak for it.

        >>> view = {
        ...     "edition": "classic", "options": {}, "seat": 0, "turn": 0, "direction": 1, "boost": None, "pending": None,
        ...     "color": "r", "discard": ["r5"], "sizes": [4, 5], "hands": [["r7", "r8", "b1", "W"], None],
        ...     "legal": ["play r7", "play r8", "play W b", "draw"],
        ... }
        >>> Reasons(view).why("play r7", "play W b")
        Reason(code='keeps_black', params={'card': 'W'})
        """
        if other == NO_CLAIM or _is_claim(better):
            return why_claim(better)
        if better == NO_CLAIM:
            return None
        case = Comparison(self._seat_view, Move.parse(better), Move.parse(other))
        return next((reason for find in _FINDERS for reason in find(case)), None)

    def _why_sure(self, sentence: str) -> Reason | None:
        """Explain a move that wins at once, even if another one does, too."""
        move = Move.parse(sentence)
        return next(_going_out(Comparison(self._seat_view, move, move)), None)


def _is_claim(sentence: str) -> bool:
    return sentence != NO_CLAIM and Move.parse(sentence).is_claim


def why_claim(sentence: str) -> Reason:
    """Explain a claim by what it gains."""
    move = Move.parse(sentence)
    if move.verb == "catch" and move.target is not None:
        return Reason("catches", {"seat": move.target})
    return Reason("calls_uno", {}) if move.is_call else Reason("cuts", {"card": move.cards[0]})


_Found = Iterator[Reason]


def _going_out(case: Comparison) -> _Found:
    if case.better.is_play and not case.seat_view.after(case.better):
        yield Reason("goes_out", {})


def _challenges(case: Comparison) -> _Found:
    pending = case.seat_view.pending
    for move, code in ((case.better, "challenge_likely"), (case.other, "challenge_unlikely")):
        if move.verb == "challenge" and pending is not None:
            chance = case.bluff_chance
            # Win chances include what a challenge costs: where they disagree, the likelihood is not the reason.
            if chance is not None and (chance >= LIKELY_BLUFF) == (move is case.better):
                yield Reason(code, {"seat": pending["from"], "percent": round(100 * chance)})


def _penalties(case: Comparison) -> _Found:
    pending = case.seat_view.pending
    if pending is None:
        return
    if case.better.is_play and case.other.verb == "accept":
        target = case.target(case.better)
        if case.row(case.better).escapes:
            yield _escape(case, pending["kind"])
        elif pending["draw"] and target is not None:
            amount = case.amount(case.better)
            yield Reason("passes_penalty_on", {"amount": amount, "card": case.better.cards[0], "seat": target})
    elif case.better.verb == "accept" and case.other.is_play:
        code = "takes_penalty" if pending["draw"] else "keeps_for_later"
        yield Reason(code, {"card": case.other.cards[0]})
    elif case.better.verb == "dance":
        if case.seat_view.rules.dance_judge != "vote":  # a lost vote costs the cards, too
            yield Reason("dances", {"amount": pending["draw"]})
    elif case.better.verb in {"approve", "reject"}:
        yield from _votes(case, pending["dancer"])


def _escape(case: Comparison, kind: str) -> Reason:
    """Name what is escaped: only some questions cost cards (JUR-01)."""
    top = case.seat_view.view["discard"][-1]
    # With two players a Reverse takes the turn (TWO-01).
    if kind == "skip" or (kind == "reverse" and case.seat_view.players == 2):
        return Reason("escapes_skip", {"card": top})
    return Reason("escapes_reverse", {"card": top}) if kind == "reverse" else Reason("escapes_penalty", {})


def _votes(case: Comparison, dancer: int) -> _Found:
    sizes = case.seat_view.sizes
    if case.better.verb == "reject" and sizes[dancer] == min(sizes):
        yield Reason("votes_against", {"seat": dancer, "amount": sizes[dancer]})
    elif case.better.verb == "approve" and sizes[dancer] > case.seat_view.lowest_other():
        yield Reason("votes_for", {"seat": dancer, "amount": sizes[dancer]})


def _holding_back(case: Comparison) -> _Found:
    if case.better.verb in CARDLESS and case.other.is_play:
        yield from _keeping(case)
    elif case.better.is_play and case.other.verb in CARDLESS:
        yield from _hits(case)
        yield Reason("plays_at_all", {"card": case.better.cards[0]})


def _keeping(case: Comparison) -> _Found:
    """Why a card is kept: it always fits, or takes a turn. Other cards are kept for reasons that the hand does not show."""
    card = case.other.cards[0]
    if case.row(case.other).black:
        yield Reason("keeps_black" if case.always_fits(case.other) else "keeps_restricted", {"card": card})
    elif case.takes_turn_unboosted(case.other):
        yield Reason("keeps_action", {"card": card})


def _bluffs(case: Comparison) -> _Found:
    if case.holds_back and case.bluffs(case.other) and not (case.both_play and case.bluffs(case.better)):
        yield Reason("avoids_bluff", {"card": case.other.cards[0]})


def _exchanges(case: Comparison) -> _Found:
    seat_view = case.seat_view
    if not case.holds_back:
        return
    better, other = (case.exchange(move) if move.is_play else None for move in (case.better, case.other))
    # If both moves exchange hands, the smaller one is better; if only one does, compare with the own hand.
    bound = len(seat_view.after(case.better)) if other is None else other[1]
    if better is not None and better[1] < bound:
        yield Reason("swaps_for_fewer", {"seat": better[0], "amount": better[1]})
    elif other is not None and other[1] > len(seat_view.after(case.other)) and better is None:
        yield Reason("keeps_small_hand", {"amount": len(seat_view.after(case.other))})


def _gauntlets(case: Comparison) -> _Found:
    if not (case.both_play and case.row(case.better).checks and len(case.better.cards) > 1):
        return
    laid = case.seat_view.color_of(case.better.cards[1])
    if case.row(case.other).checks and len(case.other.cards) > 1 and case.seat_view.rules.gauntlet_self:
        own = [
            case.held(case.seat_view.after(move), case.seat_view.color_of(move.cards[1]))
            for move in (case.better, case.other)
        ]
        if not own[0] and own[1] and laid is not None:
            yield Reason("spares_own_hand", {"color": laid})
    elif laid is not None and not case.row(case.other).checks:
        yield Reason("checks_color", {"color": laid, "amount": case.row(case.better).checks})


def _attacks(case: Comparison) -> _Found:
    # An answer to a question is explained by where it sends the penalty.
    if not case.better.is_play or case.seat_view.pending is not None:
        return
    if not case.both_play and case.other.verb not in CARDLESS:
        return
    target, card = case.target(case.better), case.better.cards[0]
    attacks = target is not None and not (case.both_play and case.takes_turn(case.other))
    draws = case.both_play and not case.same_face and case.amount(case.better) > case.amount(case.other)
    if target is not None and case.seat_view.sizes[target] <= NEARLY_OUT and (attacks or draws):
        size = case.seat_view.sizes[target]
        if case.can_be_answered(case.better):
            yield Reason("stops_unless_answered", {"seat": target, "amount": size, "card": card})
        yield Reason("stops_near_out", {"seat": target, "amount": size})
    if case.both_play and case.seat_view.players > 2:
        yield from _turning_away(case)
    if target is not None and case.seat_view.players == 2 and attacks:
        if case.can_be_answered(case.better):
            yield Reason("hits_unless_answered", {"seat": target, "card": card})
        yield Reason("keeps_turn", {"card": card})


def _turning_away(case: Comparison) -> _Found:
    turns = case.turns_direction(case.better)
    if turns == case.turns_direction(case.other) or (turns and case.can_be_escaped(case.better)):
        return
    away, towards = case.turn_after(case.other), case.turn_after(case.better)
    if away is None or towards is None:
        return
    size = case.seat_view.sizes[away]
    if size < case.seat_view.sizes[towards] and size <= NEARLY_OUT + 1:
        yield Reason("turns_away", {"seat": away, "amount": size})


def _counts(case: Comparison) -> _Found:
    if case.both_play and len(case.better.cards) > len(case.other.cards):
        yield Reason("more_cards", {"amount": len(case.better.cards)})


def _colors_named(case: Comparison) -> _Found:
    """For two plays of the same cards, or two answers, that name different colours."""
    named, named_too = case.better.color, case.other.color
    if named is None or named_too is None or named == named_too or case.better.cards != case.other.cards:
        return
    left = case.seat_view.after(case.better)
    count = case.held(left, named)
    others = {case.seat_view.color_of(card) for card in left} - {named, None}
    if count == len(left) == 1:
        yield Reason("names_last", {"color": named})
    if count > max((case.held(left, color) for color in others), default=0):
        yield Reason("names_most_held", {"color": named, "amount": count})
    yield from _lacking(case, named, named_too)


def _lacking(case: Comparison, color: str, instead: str) -> _Found:
    following = case.seat_view.neighbour(1)
    if case.lacked.get(following) == color != instead:
        yield Reason("next_lacks_color", {"seat": following, "color": color})


def _black_cards(case: Comparison) -> _Found:
    if case.both_play and case.row(case.other).black and not case.row(case.better).black:
        yield from _keeping(case)


def _follow_ups(case: Comparison) -> _Found:
    if not case.both_play:
        return
    if case.takes_turn_unboosted(case.other) and not case.takes_turn_unboosted(case.better):
        yield from _keeping(case)
    color, color_too = case.color_after(case.better), case.color_after(case.other)
    count = case.held(case.seat_view.after(case.better), color)
    gives_hand_away = case.exchange(case.better) is not None
    as_many = len(case.better.cards) == len(case.other.cards)  # playing fewer cards leaves more, which is no merit
    if (
        color is not None
        and as_many
        and not gives_hand_away
        and count > case.held(case.seat_view.after(case.other), color_too)
    ):
        yield Reason("keeps_color_going", {"color": color, "amount": count})
    if color is not None and color_too is not None and color != color_too:
        yield from _lacking(case, color, color_too)
    if not case.takes_turn(case.other):
        yield from _hits(case)


def _hits(case: Comparison) -> _Found:
    target = case.target(case.better)
    if case.seat_view.pending is None and target is not None:
        code = "hits_unless_answered" if case.can_be_answered(case.better) else "hits_next"
        yield Reason(code, {"seat": target, "card": case.better.cards[0]})


#: Most telling first.
_FINDERS: tuple[Callable[[Comparison], _Found], ...] = (
    _going_out, _challenges, _penalties, _bluffs, _exchanges, _gauntlets, _attacks, _holding_back, _counts,
    _colors_named, _black_cards, _follow_ups,
)  # fmt: skip
