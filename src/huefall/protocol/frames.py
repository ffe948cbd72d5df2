"""Steps of a recorded match as clients see them.

Tested in tests/server/matches/test_replays.py and tests/review/test_export.py.
"""

from __future__ import annotations

import msgspec

from huefall.protocol.http import Frame
from huefall.protocol.views import EventShown
from huefall.record import Step
from huefall.view import events_for, laid_card, open_events, open_view, view_for


def show_frame(step: Step, seat: int | None) -> Frame:
    """Return a step as seen from a seat, or with every card open."""
    game = step.game
    plain_events = open_events(step.events) if seat is None else events_for(step.events, seat)
    events = [msgspec.convert(event, EventShown) for event in plain_events]
    view = open_view(game) if seat is None else view_for(game, seat)
    laid, played = laid_card(game), step.played
    if played is None:
        return Frame(events, view, laid=laid)
    return Frame(events, view, played.seat, played.sentence, played.foul, laid)
