"""What comes of a move: the verdict on it, what happened, and what a challenger was shown.

Tested in tests/game/test_game.py.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from huefall.game.events import Event, LogRow, read_log
from huefall.game.reshuffle import Reshuffle, find_reshuffle
from huefall.kernel.layout import LOG_EVENT, STATE, Records
from huefall.notation.variant import Variant
from huefall.vocabulary import events, refusals, rule_ids
from huefall.vocabulary.errors import HuefallError
from huefall.vocabulary.moves import Move


@dataclass(frozen=True, slots=True)
class Verdict:
    """What would come of a move: ``accepted``, ``foul`` or ``refused``, and why."""

    status: str
    reason: str  # a name of huefall.vocabulary.refusals; "none" for a good move
    rule: str | None  # the rule that is the reason
    word: str = ""  # the word that was not understood

    def __bool__(self) -> bool:
        return self.status == "accepted"


class MoveRefused(HuefallError):
    """A move that was not carried out; nothing has changed."""

    def __init__(self, seat: int, sentence: str, verdict: Verdict) -> None:
        rule = f" ({verdict.rule})" if verdict.rule else ""
        super().__init__(f"seat {seat} cannot {sentence!r}: {verdict.reason.replace('_', ' ')}{rule}")
        self.seat = seat
        self.sentence = sentence
        self.verdict = verdict


class Outcome:
    """What a move came to: the verdict on it, and its events, read on demand."""

    def __init__(
        self,
        variant: Variant,
        seat: int,
        move: Move,
        verdict: Verdict,
        rows: list[LogRow],
        before: bytes,
        after: Records,
    ) -> None:
        self.seat = seat
        self.move = move
        self.verdict = verdict
        self._variant = variant
        self._rows = rows
        self._events: list[Event] | None = None
        self.reshuffle: Reshuffle | None = None
        for row in rows:
            if row[LOG_EVENT] == events.RESHUFFLE:
                self.reshuffle = find_reshuffle(rows, lambda: restore(before), after)

    @property
    def foul(self) -> bool:
        """Whether the move was carried out only as a foul or false call."""
        return self.verdict.status == "foul"

    @property
    def events(self) -> list[Event]:
        """List what happened, in order, secrets included."""
        if self._events is None:  # kept here: up to Python 3.11 `cached_property` takes a lock
            self._events = read_log(self._variant, self._rows)
        return self._events


@dataclass(frozen=True, slots=True)
class RevealedHand:
    """A hand shown to a challenger alone, as it was when the challenge was made (CHAL-01)."""

    to: int
    seat: int
    hand: tuple[str, ...]


def restore(state: bytes) -> Records:
    """Rebuild a state from its bytes; it is read-only."""
    return np.frombuffer(state, STATE)


#: The verdict on a good move.
GOOD = Verdict("accepted", refusals.NAMES[refusals.NONE], None)


def verdict_on(reason: int, misplay_penalty: int, word: str = "") -> Verdict:
    """Return the verdict for a reason (``huefall.vocabulary.refusals``) where a wrong card costs ``misplay_penalty``."""
    if reason == refusals.NONE:
        return GOOD
    fined = reason == refusals.FALSE_CALL or (refusals.is_misplay(reason) and misplay_penalty > 0)
    rule = refusals.RULES[reason]
    return Verdict(
        "foul" if fined else "refused",
        refusals.NAMES[reason],
        None if rule == rule_ids.NO_RULE else rule_ids.NAMES[rule],
        word,
    )
