"""Events as values: what a move left behind, in the written form of docs/events.md."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from huefall.kernel.layout import LOG, LOG_ROWS, NOBODY, NOTHING, Records, blank
from huefall.notation.setting import Setting
from huefall.vocabulary import colors, events, phases, rule_ids

#: A row of a log, as the kernel writes it: event, seat, other, card, color, question, rule, amount.
LogRow = list[int]

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
        for key in ("seat", "other", "card", "color", "amount", "question"):
            value = getattr(self, key)
            if value is not None:
                written[key] = value
        written["rule"] = self.rule
        return written


def new_log() -> Records:
    """Make a log that keeps events."""
    log = blank(LOG)
    log[0]["room"] = LOG_ROWS
    return log


def cut_log(log: Records) -> list[LogRow]:
    """Copy the rows out of a log; cheap, so that reading them can wait until somebody asks."""
    rows: list[LogRow] = log["table"][0, : log["rows"].item()].tolist()
    return rows


def read_log(setting: Setting, rows: Iterable[LogRow]) -> list[Event]:
    """Turn a log's rows into events."""
    return [_read_row(setting, *row) for row in rows]


def _read_row(
    setting: Setting, event: int, seat: int, other: int, card: int, color: int, question: int, rule: int, amount: int
) -> Event:
    return Event(
        kind=events.NAMES[event],
        rule=rule_ids.NAMES[rule],
        seat=None if seat == NOBODY else seat,
        other=None if other == NOBODY else other,
        card=None if card == NOTHING else setting.texts[card],
        color=None if color == colors.NO_COLOR else colors.letter(color),
        amount=amount if amount or event in WITH_AMOUNT else None,
        question=None if question == NOTHING else phases.NAMES[question],
    )
