"""Writing events. A state's owner decides by ``log.room`` whether they are kept."""

from __future__ import annotations

from huefall.kernel.compiler import inlined, rule
from huefall.kernel.layout import NOBODY, NOTHING, Log
from huefall.vocabulary.colors import NO_COLOR


@rule
def _write(log: Log, event: int, seat: int, reason: int) -> int:
    row = log.rows
    log.rows = row + 1
    log.event[row] = event
    log.seat[row] = seat
    log.other[row] = NOBODY
    log.card[row] = NOTHING
    log.color[row] = NO_COLOR
    log.question[row] = NOTHING
    log.rule[row] = reason
    log.amount[row] = 0
    return row


@inlined
def note(log: Log, event: int, seat: int, reason: int) -> None:
    """Log an event that concerns a seat alone."""
    if log.room:
        _write(log, event, seat, reason)


@inlined
def note_card(log: Log, event: int, seat: int, card: int, reason: int) -> None:
    """Log an event with a card."""
    if log.room:
        log.card[_write(log, event, seat, reason)] = card


@inlined
def note_color(log: Log, event: int, seat: int, color: int, reason: int) -> None:
    """Log an event with a colour."""
    if log.room:
        log.color[_write(log, event, seat, reason)] = color


@inlined
def note_amount(log: Log, event: int, seat: int, other: int, amount: int, reason: int) -> None:
    """Log an event with an amount and perhaps a second seat."""
    if log.room:
        row = _write(log, event, seat, reason)
        log.other[row] = other
        log.amount[row] = amount


@inlined
def note_question(log: Log, event: int, seat: int, other: int, question: int, amount: int, reason: int) -> None:
    """Log a question that is put."""
    if log.room:
        row = _write(log, event, seat, reason)
        log.other[row] = other
        log.question[row] = question
        log.amount[row] = amount
