"""Replays of finished matches, step by step: with every card open, or as seen from a seat."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from huefall.game import Match
from huefall.protocol.http import Frame, MatchShown, Replay
from huefall.protocol.tables import Origin, TableSetup
from huefall.protocol.views import EventShown
from huefall.record import Step, steps
from huefall.server.refusal import Refusal
from huefall.server.tables.catalogue import show_edition
from huefall.server.tables.opening import Opening
from huefall.server.tables.setup import theme_of
from huefall.view import events_for, laid_card, open_events, open_view, view_for


def show_match(code: str, number: int, match: Match, origin: Origin | None = None) -> MatchShown:
    """Return a finished match for clients; ``origin`` is the step of another match it continued from."""
    path = f"/api/tables/{code}/matches/{number}"
    dealt = match.start is None
    return MatchShown(
        table=code,
        match=number,
        edition=match.variant.edition.name,
        options=match.variant.rules.changes(),
        players=[match.notes.get(f"seat {seat}", "") for seat in range(match.players)],
        winners=match.winners,
        scores=match.scores,
        rounds=match.round,
        record=f"{path}/record" if dealt else None,
        replay=f"{path}/rounds/1",
        proof=f"{path}/proof" if dealt else None,
        review=f"{path}/review" if dealt else None,
        theme=theme_of(match.variant.edition),
        origin=origin,
    )


def write_replay(
    code: str, number: int, finished: Match, round_number: int, seat: int | None, origin: Origin | None = None
) -> bytes:
    """Return every step of a round as JSON: with every card open, or as seen from a seat."""
    if seat is not None:
        _check_seat(finished, seat)
    frames = [_frame(step, seat) for step in steps_of(finished, round_number)]
    edition = show_edition(finished.variant.edition)
    return msgspec.json.encode(Replay(show_match(code, number, finished, origin), round_number, seat, edition, frames))


def open_at(
    code: str, number: int, finished: Match, round_number: int, at: int, seat: int
) -> tuple[TableSetup, Opening]:
    """Return the setup and opening of a table that continues from a step of a round."""
    _check_seat(finished, seat)
    last = 0
    for step in steps_of(finished, round_number):
        last = step.number
        if last < at:
            continue
        if step.match.round_over:
            raise Refusal("bad_step", f"at step {at} round {round_number} is over: continue from an earlier step")
        setup = TableSetup(
            edition=finished.variant.edition.name,
            edition_file=finished.edition_text or msgspec.UNSET,
            options=finished.variant.rules.changed_options(),  # continued by the current rules
            seats=finished.players,
            move_seconds=0,
            hints=True,  # the person is alone with bots
        )
        return setup, Opening(step.match.position(), origin=Origin(code, number, round_number, at))
    raise Refusal(
        "bad_step", f"round {round_number} has no step {at}: its steps are 0 to {last}, and it is over at the last"
    )


def steps_of(finished: Match, round_number: int) -> Iterator[Step]:
    """Replay a finished match up to the end of one of its rounds; yield the steps of that round."""
    if not 1 <= round_number <= finished.round:
        raise Refusal("no_such_round", f"there is no round {round_number}: the match had {finished.round}")
    for step in steps(finished):
        if step.round > round_number:
            return
        if step.round == round_number:
            yield step


def _check_seat(match: Match, seat: int) -> None:
    if seat >= match.players:
        raise Refusal("no_such_seat", f"there was no seat {seat} at this match: expected 0 to {match.players - 1}")


def _frame(step: Step, seat: int | None) -> Frame:
    game = step.game
    plain_events = open_events(step.events) if seat is None else events_for(step.events, seat)
    events = [msgspec.convert(event, EventShown) for event in plain_events]
    view = open_view(game) if seat is None else view_for(game, seat)
    laid, played = laid_card(game), step.played
    if played is None:
        return Frame(events, view, laid=laid)
    return Frame(events, view, played.seat, played.sentence, played.foul, laid)
