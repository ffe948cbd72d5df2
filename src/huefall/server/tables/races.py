"""Late moves: several players want the same, the first to arrive gets it, and a player who lost the race is not fined.

A claim (a call, a catch, a cut, the call attached to a play) that was legal when its sender looked and no longer is has
lost a race. It is refused, nothing changes, and the reply says which move was first. A claim that was false from the start
is left to the rules, unless it is stale: then it costs nothing. Legality is decided by the rules alone, on the current
position and on the latest ones before it.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from huefall.game import Match, Verdict
from huefall.protocol.messages import First
from huefall.server.tables.state import TableState
from huefall.vocabulary.moves import Move


@dataclass(frozen=True, slots=True)
class LateMove:
    """A move that came too late, and the move that was first, as far as the history goes back."""

    first: First | None
    #: The rules' verdict on a catch after which no question was answered: that it is too late is a rule (UNO-03).
    verdict: Verdict | None = None


def find_late(state: TableState, seat: int, revision: int, sentence: str) -> LateMove | None:
    """Return why a move whose sender has seen the table at ``revision`` is too late; None if the rules judge it.

    A call or a catch is about a player with one card, not about the question: it counts for as long as it is legal in this
    round. Any other move is meant for the question that was open.
    """
    if revision > state.revision:
        return LateMove(None)  # a revision that does not exist yet
    match = state.match
    if match is None or state.positions.is_current(revision):
        return None  # no move since
    is_stale = state.is_stale(seat, revision)
    move = _parse(sentence)
    verdict = match.why(seat, sentence)
    if verdict and (not is_stale or _still_counts(state, match, seat, revision, move)):
        return None
    verdicts = state.positions.judge_since(revision, match.variant, seat, sentence)
    if not is_stale and verdicts and not verdicts[0][1]:
        return None  # wrong when it was sent: no race was lost
    # A stale move is refused, and so is one from before the oldest kept position: in doubt, no fine.
    first = _find_first(state, seat, revision, move, verdicts)
    is_catch = move is not None and move.verb == "catch"
    return LateMove(first, verdict if is_catch and not is_stale else None)


def find_first(state: TableState, seat: int, revision: int, sentence: str) -> First | None:
    """Find the move that came before this one and made it illegal; None if it is not about this round."""
    match = state.match
    if match is None or not state.dealt_revision <= revision <= state.revision:
        return None
    verdicts = state.positions.judge_since(revision, match.variant, seat, sentence)
    return _find_first(state, seat, revision, _parse(sentence), verdicts)


def _find_first(
    state: TableState, seat: int, revision: int, move: Move | None, verdicts: list[tuple[int, bool]]
) -> First | None:
    """Find the first move after which this one was no longer legal. A move that is no call or catch also comes second to
    the move that ended its question: an answer, or any move of the same seat.
    """
    lost = next((after for (_, was), (after, is_legal) in pairwise(verdicts) if was and not is_legal), None)
    ended = state.history.first_answer(revision, seat)
    is_claim = move is not None and move.is_claim
    if lost is None or (ended is not None and ended.revision < lost and not is_claim):
        return ended
    return state.history.find_move(lost)


def _still_counts(state: TableState, match: Match, seat: int, revision: int, move: Move | None) -> bool:
    """Return whether a move of this round is a call or a catch that is legal now. Legal, not just accepted: a player who
    presses twice, or in two windows, calls once.
    """
    is_claim = move is not None and move.is_claim
    return is_claim and revision >= state.dealt_revision and move in match.legal(seat)


def _parse(sentence: str) -> Move | None:
    """Parse a client's sentence; None if it is malformed, which the rules refuse with a reason."""
    try:
        return Move.parse(sentence)
    except ValueError:
        return None
