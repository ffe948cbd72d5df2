"""Events as values: what a move left behind, in the written form of docs/events.md."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from huefall.kernel.layout import LOG, LOG_ROWS, NO_CARD, NOBODY, blank
from huefall.notation.variant import Variant
from huefall.vocabulary import colors, events, phases, rule_ids

#: A row of a log, as the kernel writes it: event, seat, other, card, color, question, rule, amount.
LogRow = list[int]

#: Where a log counts its rows, in int64s from its beginning.
ROWS = {name: offset // 8 for name, (_, offset, *_) in (LOG.fields or {}).items()}["rows"]

#: Events whose amount says something even when it is 0.
WITH_AMOUNT = {
    events.DEAL,
    events.ROTATE,
    events.REVERSE,
    events.RESHUFFLE,
    events.FORGIVEN,
    events.CHALLENGE,
    events.VOTE,
    events.VERDICT,
    events.POINTS,
}


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened, and the rule that is its reason. Carries secrets: only ``huefall.view`` lets it out."""

    kind: str  # "draw"
    rule: str  # "D2-01"
    seat: int | None = None
    other: int | None = None
    card: str | None = None
    color: str | None = None
    amount: int | None = None
    question: str | None = None

    def as_dict(self) -> dict[str, Any]:
        """Write the event as an object, without the keys that do not apply."""
        written: dict[str, Any] = {"event": self.kind}
        # One by one: a loop over the names of the keys takes twice as long.
        if self.seat is not None:
            written["seat"] = self.seat
        if self.other is not None:
            written["other"] = self.other
        if self.card is not None:
            written["card"] = self.card
        if self.color is not None:
            written["color"] = self.color
        if self.amount is not None:
            written["amount"] = self.amount
        if self.question is not None:
            written["question"] = self.question
        written["rule"] = self.rule
        return written


class EventLog:
    """A log that keeps events: ``records`` are the kernel's to write."""

    def __init__(self) -> None:
        self.records = blank(LOG)
        self.records[0]["room"] = LOG_ROWS
        plain = self.records.view(np.ndarray)
        self._table = plain["table"][0]
        self._words = plain.view(np.uint8).view(np.int64)

    def cut(self) -> list[LogRow]:
        """Copy the rows out; cheap, so that they are read only on demand."""
        rows: list[LogRow] = self._table[: self._words.item(ROWS)].tolist()
        return rows


def read_log(variant: Variant, rows: Iterable[LogRow]) -> list[Event]:
    """Turn a log's rows into events."""
    return [_read_row(variant, *row) for row in rows]


# Making an event takes ten times as long as finding one made before, and the same few thousand come again and again.
@lru_cache(maxsize=8192)
def _read_row(
    variant: Variant, event: int, seat: int, other: int, card: int, color: int, question: int, rule: int, amount: int
) -> Event:
    return Event(
        kind=events.NAMES[event],
        rule=rule_ids.NAMES[rule],
        seat=None if seat == NOBODY else seat,
        other=None if other == NOBODY else other,
        card=None if card == NO_CARD else variant.texts[card],
        color=None if color == colors.NO_COLOR else colors.letter(color),
        amount=amount if amount or event in WITH_AMOUNT else None,
        question=None if question == NO_CARD else phases.NAMES[question],
    )
