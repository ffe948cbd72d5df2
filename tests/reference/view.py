"""Views: what one seat, or a spectator, may see; built up field by field (VIEW-01)."""

from typing import Any

from .cards import in_order, texts
from .legal import legal_sentences
from .position import write_position
from .state import State

OPEN_FIELDS = (
    "edition",
    "options",
    "discard",
    "color",
    "turn",
    "direction",
    "dealer",
    "scores",
    "boost",
    "called",
    "open",
    "cut",
    "cut_count",
    "passes",
    "moves",
    "over",
    "winner",
    "points",
    "match_winners",
)
OPEN_PENDING = ("kind", "seat", "draw", "from", "count", "dancer", "votes")


def view_of(state: State, seat: int | None) -> dict[str, Any]:
    """The view of a seat, or of a spectator for None."""
    whole = write_position(state)
    view: dict[str, Any] = {field: whole[field] for field in OPEN_FIELDS}
    pending = whole["pending"]
    view["pending"] = None if pending is None else {key: pending[key] for key in OPEN_PENDING}
    view["hands"] = [texts(in_order(hand)) if owner == seat else None for owner, hand in enumerate(state.hands)]
    view["drawn"] = whole["drawn"] if seat is not None and seat == state.turn else None
    view["sizes"] = [len(hand) for hand in state.hands]
    view["pile_size"] = len(state.pile)
    view["seat"] = seat
    view["shown"] = None
    if state.shown is not None and state.shown[0] == seat:
        view["shown"] = {"seat": state.shown[1], "hand": list(state.shown[2])}
    if seat is not None:
        view["legal"] = legal_sentences(state, seat)
    return view
