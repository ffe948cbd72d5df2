"""Writing events. A state's owner decides by ``log.room`` whether they are kept.

Rounds that nobody watches are given None as their log: the compiler then leaves out all that would write it.

Tested in tests/kernel/test_invariants.py and tests/lockstep.
"""

from __future__ import annotations

from huefall.kernel.compiler import inlined, rule
from huefall.kernel.layout import (
    LOG_AMOUNT,
    LOG_CARD,
    LOG_COLOR,
    LOG_EVENT,
    LOG_OTHER,
    LOG_QUESTION,
    LOG_RULE,
    LOG_SEAT,
    NO_CARD,
    NOBODY,
    Log,
)
from huefall.vocabulary.colors import NO_COLOR


@rule
def _write(log: Log, event: int, seat: int, reason: int) -> int:
    row = log.rows
    log.rows = row + 1
    log.table[row, LOG_EVENT] = event
    log.table[row, LOG_SEAT] = seat
    log.table[row, LOG_OTHER] = NOBODY
    log.table[row, LOG_CARD] = NO_CARD
    log.table[row, LOG_COLOR] = NO_COLOR
    log.table[row, LOG_QUESTION] = NO_CARD
    log.table[row, LOG_RULE] = reason
    log.table[row, LOG_AMOUNT] = 0
    return row


@inlined
def note(log: Log, event: int, seat: int, reason: int) -> None:
    """Log an event that concerns a seat alone."""
    if log is not None:  # on its own line, or the compiler does not see that it is decided
        if log.room:
            _write(log, event, seat, reason)


@inlined
def note_card(log: Log, event: int, seat: int, card: int, reason: int) -> None:
    """Log an event with a card."""
    if log is not None:  # on its own line, or the compiler does not see that it is decided
        if log.room:
            log.table[_write(log, event, seat, reason), LOG_CARD] = card


@inlined
def note_color(log: Log, event: int, seat: int, color: int, reason: int) -> None:
    """Log an event with a colour."""
    if log is not None:  # on its own line, or the compiler does not see that it is decided
        if log.room:
            log.table[_write(log, event, seat, reason), LOG_COLOR] = color


@inlined
def note_amount(log: Log, event: int, seat: int, other: int, amount: int, reason: int) -> None:
    """Log an event with an amount and perhaps a second seat."""
    if log is not None:  # on its own line, or the compiler does not see that it is decided
        if log.room:
            row = _write(log, event, seat, reason)
            log.table[row, LOG_OTHER] = other
            log.table[row, LOG_AMOUNT] = amount


@inlined
def note_question(log: Log, event: int, seat: int, other: int, question: int, amount: int, reason: int) -> None:
    """Log a question that is put."""
    if log is not None:  # on its own line, or the compiler does not see that it is decided
        if log.room:
            row = _write(log, event, seat, reason)
            log.table[row, LOG_OTHER] = other
            log.table[row, LOG_QUESTION] = question
            log.table[row, LOG_AMOUNT] = amount
