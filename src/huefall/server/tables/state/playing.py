"""Applies entries about matches: the seed, the deal, the moves.

Tested in tests/server/tables/state/test_table_state.py and tests/server/tables/test_match_start.py.
"""

from __future__ import annotations

from dataclasses import replace

from huefall.game import Match
from huefall.game.shared_seed import SharedSeed
from huefall.protocol.messages import Did
from huefall.server.tables import entries
from huefall.server.tables.history import Change
from huefall.server.tables.opening import make_match
from huefall.server.tables.results import sum_up
from huefall.server.tables.seats import SeatState
from huefall.server.tables.state.fields import TableFields, begins_turn
from huefall.server.tables.upcoming import Upcoming
from huefall.vocabulary.errors import HuefallError


def draw_seed(table: TableFields, entry: entries.SeedDrawn) -> Change:
    previous = None if table.match is None else table.match.commitment
    table.upcoming = Upcoming(table.code, table.match_number + 1, previous, bytes.fromhex(entry.seed))
    return table.make_change(entry)


def seal(table: TableFields, entry: entries.Sealed) -> Change:
    if table.upcoming is None:
        raise HuefallError("no contributions can be sealed: the server has drawn no seed")
    table.upcoming = replace(table.upcoming, seals=entry.seals, sealed_by=entry.guest, start_id=entry.start)
    return table.make_change(entry)


def mix(table: TableFields, entry: entries.Mixed) -> Change:
    if table.upcoming is None:
        raise HuefallError("no seed can be mixed: the server has drawn no part of it")
    _make_next_match(table, table.upcoming.mix(entry.contributions), entry.rules_version)
    return table.make_change(entry)


def commit(table: TableFields, entry: entries.Committed) -> Change:
    _make_next_match(table, bytes.fromhex(entry.seed), entry.rules_version)
    return table.make_change(entry)


def _make_next_match(table: TableFields, seed: bytes | SharedSeed, rules_version: int) -> None:
    table.start_wanted = None
    table.upcoming = None
    names = {f"seat {number}": seat.note for number, seat in enumerate(table.seats)}
    table.next_match = make_match(
        table.setup,
        len(table.seats),
        seed,
        {"table": table.code, "match": str(table.match_number + 1), **names},
        table.opening if table.is_set_up else None,
        rules_version=rules_version,
        keeps_moves=table.keeps_moves,
    )


def deal(table: TableFields, entry: entries.Dealt, steady_ms: int) -> Change:
    if table.next_match is not None:
        table.match, table.next_match = table.next_match, None
        table.match_number += 1
        _forget_last_match(table)
        if table.script is not None:
            table.script.restart()
        events = table.match.game.deal_events
    elif table.match is not None:
        events = table.match.next_round()
    else:
        raise HuefallError("no round can be dealt: no match was committed to")
    for seat in table.seats:
        seat.events_before = 0
    table.asked_at_ms = table.turn_began_at_ms = table.moved_at_ms = steady_ms
    table.dealt_revision = table.last_answer_revision = table.revision + 1
    table.last_move_revisions.clear()
    table.positions.restart(table.dealt_revision, table.match.game)
    return Change(table.revision + 1, type(entry), events=events, table_changed=True)


def _forget_last_match(table: TableFields) -> None:
    table.requests.forget_ended()
    table.lost_seats.clear()
    for seat in table.seats:
        seat.wants_rematch = False


def move(table: TableFields, entry: entries.Moved, at: int, steady_ms: int) -> Change:
    match = table.match
    if match is None:
        raise HuefallError("no move can be made: no match has begun")
    outcome = match.play(entry.seat, entry.move)
    sentence = str(outcome.move)
    number = table.revision + 1
    table.last_move_revisions[entry.seat] = number
    table.moved_at_ms = steady_ms
    table.positions.add(number, match.game)
    # A play with a false call counts (UNO-04); a wrong card goes back to the hand, and the question stays (FOUL-01).
    is_carried_out = not outcome.foul or outcome.verdict.reason == "false_call"
    is_answer = is_carried_out and not outcome.move.is_claim
    if is_answer:
        table.asked_at_ms, table.last_answer_revision = steady_ms, number
        if match.asked != entry.seat or begins_turn(outcome.events):
            table.turn_began_at_ms = steady_ms
    table.seats[entry.seat].note_mover(entry.by)
    if table.script is not None:
        table.script.add(entry.seat, sentence, outcome.events)
    if match.over:
        _finish(table, match, at)
    did = Did(entry.seat, sentence, entry.by, outcome.foul)
    return Change(number, type(entry), did, outcome.events, table_changed=match.round_over, is_answer=is_answer)


def _finish(table: TableFields, match: Match, at: int) -> None:
    """Make the match's record public, unless it was a lesson, and free the seats of people who have left."""
    if table.script is None:
        table.finished.append(table.match_number)
        origin = table.opening.origin if table.opening is not None and match.start is not None else None
        table.results.append(sum_up(match, table.match_number, table.seats, origin, at))
    table.seats = [SeatState() if seat.left else seat for seat in table.seats]
    table.index_seats()
