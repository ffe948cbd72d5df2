"""What a seat may see (VIEW-01), built up from an allow-list."""

from huefall.view.costs import costs_for
from huefall.view.events import event_for, events_for, seats_told_more
from huefall.view.laid_card import laid_card
from huefall.view.open_view import laid_open, open_events, open_view
from huefall.view.seat_history import told_to
from huefall.view.view import private_part, public_part, view_for

__all__ = [
    "costs_for",
    "event_for",
    "events_for",
    "laid_card",
    "laid_open",
    "open_events",
    "open_view",
    "private_part",
    "public_part",
    "seats_told_more",
    "told_to",
    "view_for",
]
