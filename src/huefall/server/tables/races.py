"""Moves that come late: several players want the same, the first to arrive has it, and who lost the race is not fined.

A claim (a call, a catch, a cut, the call attached to a play) that was legal when its sender looked and no longer is has
lost a race. It is refused, nothing changes, and the sender learns what was first. A claim that was false from the start is
the rules' business, unless it is stale: then it costs nothing. The rules alone say what is legal, on the table and on its latest positions.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from huefall.game import Match, Verdict
from huefall.protocol.messages import First
from huefall.server.tables.state import TableState
from huefall.vocabulary.moves import CLAIM_VERBS


@dataclass(frozen=True, slots=True)
class Late:
    """A move that came too late, and what was first where it wanted to be, as far as that is remembered."""

    first: First | None
    #: What the rules say of a catch where no act has been played since: that it is too late is a rule (UNO-03).
    verdict: Verdict | None = None


def find_late(state: TableState, seat: int, revision: int, move: str) -> Late | None:
    """Tell why a move whose sender has seen the table at ``revision`` is not put before the rules; None if it is.

    A call or a catch is about whoever holds one card, not about the question: it counts for as long as it is legal in this
    round. Any other move is meant for the question that was open.
    """
    if revision > state.revision:
        return Late(None)  # nobody has seen the future
    match = state.match
    if match is None or state.positions.is_current(revision):
        return None  # nothing has been played since
    is_stale = state.is_stale(seat, revision)
    verdict = match.why(seat, move)
    if verdict and (not is_stale or _still_counts(state, match, seat, revision, move)):
        return None
    verdicts = state.positions.judge_since(revision, match.variant, seat, move)
    if not is_stale and verdicts and not verdicts[0][1]:
        return None  # wrong when it was said: no race was lost
    # What is stale, or from so long ago that nobody can tell whether it was legal, is refused as well: in doubt no fine.
    first = _find_first(state, seat, revision, move, verdicts)
    return Late(first, verdict if _verb(move) == "catch" and not is_stale else None)


def _still_counts(state: TableState, match: Match, seat: int, revision: int, move: str) -> bool:
    """Tell whether a move of this round is a call or a catch that is due now. A call that was made already is not: who
    presses twice, or in two windows, calls once.
    """
    said = " ".join(move.split())
    return _is_claim(said) and revision >= state.dealt and any(str(each) == said for each in match.legal(seat))


def find_first(state: TableState, seat: int, revision: int, move: str) -> First | None:
    """Find the move that was first where another wanted to be; None if it is not about this round."""
    match = state.match
    if match is None or not state.dealt <= revision <= state.revision:
        return None
    verdicts = state.positions.judge_since(revision, match.variant, seat, move)
    return _find_first(state, seat, revision, move, verdicts)


def _find_first(
    state: TableState, seat: int, revision: int, move: str, verdicts: list[tuple[int, bool]]
) -> First | None:
    """Find the first move after which this one was no longer legal. A move meant for a question also comes second to what
    ended the question: an act, or something the same seat has said.
    """
    lost = next((after for (_, was), (after, is_legal) in pairwise(verdicts) if was and not is_legal), None)
    ended = state.history.first_answer(revision, seat)
    if lost is None or (ended is not None and ended.revision < lost and not _is_claim(move)):
        return ended
    return state.history.find_move(lost)


def _is_claim(move: str) -> bool:
    """Tell whether a move is a call or a catch, which is no answer to a question."""
    return _verb(move) in CLAIM_VERBS


def _verb(move: str) -> str:
    return next(iter(move.split()), "")
