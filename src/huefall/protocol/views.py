"""The JSON of a view and its events, for the schema; ``huefall.view`` writes them as plain data.

Tested in tests/protocol/test_schema.py.
"""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, Struct, UnsetType, field


class Pending(Struct, frozen=True, forbid_unknown_fields=True):
    """The question that a seat has to answer."""

    kind: str
    seat: int
    draw: int
    from_: int = field(name="from")
    count: int
    dancer: int | None
    votes: list[bool] | None


class ShownHand(Struct, frozen=True, forbid_unknown_fields=True):
    """A hand that was shown to a challenger."""

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


class Cost(Struct, frozen=True, omit_defaults=True):
    """What an answer to the pending question costs one seat."""

    #: A sentence of ``view.legal``: ``accept`` or ``challenge``.
    answer: str
    #: Who pays.
    seat: int
    #: Cards to draw.
    draw: int
    loses_turn: bool
    #: Only of a challenge: the cost if the challenged card was a bluff (true), or if it was not (false).
    bluff: bool | None = None


class EventShown(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An event (docs/events.md), as its recipient may see it."""

    event: str
    rule: str
    seat: int | UnsetType = UNSET
    other: int | UnsetType = UNSET
    card: str | UnsetType = UNSET
    color: str | UnsetType = UNSET
    amount: int | UnsetType = UNSET
    question: str | UnsetType = UNSET
