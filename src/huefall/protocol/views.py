"""A view and its events as they go over the wire, for the schema; ``huefall.view`` writes them as plain data."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, Struct, UnsetType, field


class Pending(Struct, frozen=True, forbid_unknown_fields=True):
    """The question put to somebody."""

    kind: str
    seat: int
    draw: int
    from_: int = field(name="from")
    count: int
    dancer: int | None
    votes: list[bool] | None


class ShownHand(Struct, frozen=True, forbid_unknown_fields=True):
    """The hand a challenger was shown."""

    seat: int
    hand: list[str]


class View(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What one seat, or a spectator, may see (docs/notation.md)."""

    edition: str
    options: dict[str, Any]
    discard: list[str]
    color: str | None
    turn: int | None
    direction: int
    dealer: int
    scores: list[int]
    boost: str | None
    called: list[int]
    open: list[int]
    cut: str | None
    cut_count: int
    passes: int
    moves: int
    over: bool
    winner: int | None
    points: list[int]
    match_winners: list[int] | None
    seat: int | None
    hands: list[list[str] | None]
    sizes: list[int]
    pile_size: int
    pending: Pending | None
    drawn: str | None
    shown: ShownHand | None
    #: Not in a spectator's view.
    legal: list[str] | UnsetType = UNSET
    #: Next card first; only in the replay of a finished match with every card open.
    pile: list[str] | UnsetType = UNSET


class EventShown(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One thing that happened (docs/events.md), as the one who is told may see it."""

    event: str
    rule: str
    seat: int | UnsetType = UNSET
    other: int | UnsetType = UNSET
    card: str | UnsetType = UNSET
    color: str | UnsetType = UNSET
    amount: int | UnsetType = UNSET
    question: str | UnsetType = UNSET
