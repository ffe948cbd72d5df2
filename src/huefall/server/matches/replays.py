"""Replays of finished matches: their rounds played again step by step, with every card open or through a seat's eyes."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from huefall.game import Match
from huefall.protocol.http import Frame, MatchShown, Replay
from huefall.protocol.tables import Origin, Setup
from huefall.protocol.views import EventShown
from huefall.record import Step, steps
from huefall.server.refusal import Refusal
from huefall.server.tables.catalogue import show_edition
from huefall.server.tables.opening import Opening
from huefall.server.tables.setup import theme_of
from huefall.view import events_for, laid_card, open_events, open_view, view_for


def show_match(code: str, number: int, match: Match, origin: Origin | None = None) -> MatchShown:
    """Write what there is to say about a finished match, and where the rest is. ``origin``: the step it went on from."""
    place = f"/api/tables/{code}/matches/{number}"
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
        record=f"{place}/record" if dealt else None,
        replay=f"{place}/rounds/1",
        proof=f"{place}/proof" if dealt else None,
        review=f"{place}/review" if dealt else None,
        theme=theme_of(match.variant.edition),
        origin=origin,
    )


def write_replay(
    code: str, number: int, finished: Match, wanted: int, seat: int | None, origin: Origin | None = None
) -> bytes:
    """Write every step of a round as JSON; with a seat, as it was seen from there."""
    if seat is not None:
        _check_seat(finished, seat)
    frames = [_frame(step, seat) for step in steps_of(finished, wanted)]
    edition = show_edition(finished.variant.edition)
    return msgspec.json.encode(Replay(show_match(code, number, finished, origin), wanted, seat, edition, frames))


def open_at(code: str, number: int, finished: Match, wanted: int, at: int, seat: int) -> tuple[Setup, Opening]:
    """Return how a table must be set up, and the position at which its match begins, to play on from a step."""
    _check_seat(finished, seat)
    last = 0
    for step in steps_of(finished, wanted):
        last = step.number
        if last < at:
            continue
        if step.match.round_over:
            raise Refusal("bad_step", f"at step {at} round {wanted} is over: go on from one before it")
        setup = Setup(
            edition=finished.variant.edition.name,
            edition_file=finished.edition_text or msgspec.UNSET,
            options=finished.variant.rules.changed_options(),  # played on by the current rules
            seats=finished.players,
            move_seconds=0,
            hints=True,  # one is alone with bots
        )
        return setup, Opening(step.match.position(), origin=Origin(code, number, wanted, at))
    raise Refusal("bad_step", f"round {wanted} has no step {at}: its steps are 0 to {last}, and at the last it is over")


def steps_of(finished: Match, wanted: int) -> Iterator[Step]:
    """Play a finished match again up to the end of one of its rounds; yield the steps of that round."""
    if not 1 <= wanted <= finished.round:
        raise Refusal("no_such_round", f"there is no round {wanted}: the match had {finished.round}")
    for step in steps(finished):
        if step.round > wanted:
            return
        if step.round == wanted:
            yield step


def _check_seat(match: Match, seat: int) -> None:
    if seat >= match.players:
        raise Refusal("no_such_seat", f"there was no seat {seat} at this match: expected 0 to {match.players - 1}")


def _frame(step: Step, seat: int | None) -> Frame:
    game = step.game
    written = open_events(step.events) if seat is None else events_for(step.events, seat)
    events = [msgspec.convert(event, EventShown) for event in written]
    view = open_view(game) if seat is None else view_for(game, seat)
    laid, played = laid_card(game), step.played
    if played is None:
        return Frame(events, view, laid=laid)
    return Frame(events, view, played.seat, played.sentence, played.foul, laid)
