"""What a seat may see (VIEW-01), built up from an allow-list."""

from huefall.view.view import event_for, events_for, view_for

__all__ = ["event_for", "events_for", "view_for"]
