"""Moves that no person makes: those of bots, and those that are due when a time is up.

Tested in tests/server/tables/test_table.py, tests/server/tables/test_races.py and tests/server/test_timeouts.py.
"""

from __future__ import annotations

import structlog

from huefall.bots.default_answer import default_answer
from huefall.game import MoveRefused
from huefall.protocol.fields import PlayedBy
from huefall.server.tables import entries, inbox
from huefall.server.tables.clock import Wait
from huefall.server.tables.races import find_late
from huefall.server.tables.seats import find_absent
from huefall.server.tables.services import Batch
from huefall.server.tables.table_parts import TableParts
from huefall.view import view_for

log = structlog.get_logger("huefall.table")

#: At most this many further decisions of a turn are made when its time is up: drawing may lead to several.
MAX_FOLLOW_UPS = 8


def play_for_bot(parts: TableParts, message: inbox.BotMoved, batch: Batch) -> None:
    """Play the move that a bot has chosen, unless it comes too late."""
    state = parts.state
    if not state.running or state.seats[message.seat].bot_level is None:
        return  # the person is back
    if find_late(state, message.seat, message.revision, message.move) is not None:
        return  # the bot is asked again
    try:
        parts.apply(entries.Moved(seat=message.seat, move=message.move, by="bot"), batch)
    except MoveRefused as refused:
        log.warning("a bot's move was refused", table=state.code, move=message.move, reason=refused.verdict.reason)
        if state.match is not None and state.match.asked == message.seat:
            _play_default(parts, message.seat, "bot", batch)


def end_wait(parts: TableParts, wait: Wait, batch: Batch) -> None:
    """Play or deal because the time for it is up, and let a bot stand in for whoever was absent."""
    if wait != parts.scheduler.wait() or not parts.state.running:
        return  # it has happened in time, perhaps in this very batch
    if wait.seat is None:
        parts.apply(entries.Dealt(), batch)
        return
    _play_default(parts, wait.seat, "clock", batch)
    for _ in range(MAX_FOLLOW_UPS):  # the time was up for the whole turn, not only for its first decision
        if not parts.state.is_same_turn(wait.seat):
            break
        _play_default(parts, wait.seat, "clock", batch)
    absent = find_absent(parts.state.seats)
    if absent is not None and parts.state.running:
        parts.apply(entries.StoodIn(seat=absent, on=True), batch)


def _play_default(parts: TableParts, seat: int, by: PlayedBy, batch: Batch) -> None:
    if parts.state.match is not None:
        move = default_answer(view_for(parts.state.match.game, seat))
        parts.apply(entries.Moved(seat=seat, move=move, by=by), batch)
