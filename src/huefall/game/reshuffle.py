"""The reshuffle of a move, read from its log: what was shuffled, and into which order (PILE-01).

A move reshuffles at most once: its cards are laid down before any is drawn, and a reshuffle leaves only the top card.

Tested in tests/game/test_match.py and tests/record.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from huefall.game.events import LogRow
from huefall.kernel.layout import LOG_CARD, LOG_EVENT, Records
from huefall.vocabulary import events

#: Events that lay a card on the discards. The event of a Gauntlet's laid card follows the Gauntlet's, though the card lies under it (AVG-01).
LAID = (events.TURN_UP, events.PLAY)


@dataclass(frozen=True, slots=True)
class Reshuffle:
    """Discards that became the new pile, as kinds of card."""

    discards: tuple[int, ...]  # oldest first, as they lay, without the top card
    order: tuple[int, ...]  # the same cards, first card drawn first


def pile_of(state: Records) -> list[int]:
    """List the draw pile, next card first."""
    row = state[0]
    return list(row["pile"][: row["pile_count"]][::-1].tolist())


def find_reshuffle(rows: Sequence[LogRow], before: Callable[[], Records | None], after: Records) -> Reshuffle | None:
    """Find the reshuffle in the log of a move between two states, or of a deal (nothing before it)."""
    at = next((place for place, row in enumerate(rows) if row[LOG_EVENT] == events.RESHUFFLE), None)
    if at is None:
        return None
    state = before()
    lying = [] if state is None else state[0]["discard"][: state[0]["discard_count"]].tolist()
    under = [row[LOG_CARD] for row in rows[:at] if row[LOG_EVENT] == events.LAY]
    laid = [row[LOG_CARD] for row in rows[:at] if row[LOG_EVENT] in LAID]
    drawn = [row[LOG_CARD] for row in rows[at:] if row[LOG_EVENT] == events.DRAW]
    return Reshuffle(tuple([*lying, *under, *laid][:-1]), (*drawn, *pile_of(after)))
