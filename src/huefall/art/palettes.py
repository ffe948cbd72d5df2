"""The colours of cards: five suits for each theme, and the two colours all cards share.

A deck uses four of the five suits; the fifth is for custom editions. Each palette was tuned so that its
deck stays apart for people who lack one kind of cone: red and blue dark under white signs, yellow, green and purple
light under dark ones. The tests hold every palette to that (docs/decisions/0009-card-art.md has the figures).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from huefall.art.mixing import mix

#: The rim of every card and the ground of its medallion; and the line round it, also the dark ink.
PAPER, INK = "#FFF9EC", "#1A1428"
WHITE = "#FFFFFF"

#: The strength of the motif on the field and of the light across it. Signs are drawn on both.
MOTIF_OPACITY, SHEEN_OPACITY = 0.13, 0.07


@dataclass(frozen=True, slots=True)
class SuitColors:
    """The colours of one suit's cards."""

    field: str  # the ground of the card, "#C20B22"
    deep: str  # its dark relative: the sign on the medallion
    ink: str  # the signs on the field

    @property
    def field_end(self) -> str:
        """Return the end of the ground's gradient, which gets darker under white signs than under dark ones."""
        return mix(self.field, self.deep, 0.38 if self.ink == WHITE else 0.13)


def _suit(field: str, deep: str) -> SuitColors:
    return SuitColors(field, deep, INK)


def _dark_suit(field: str, deep: str) -> SuitColors:
    return SuitColors(field, deep, WHITE)


CLASSIC: Mapping[str, SuitColors] = {
    "r": _dark_suit("#C20B22", "#75081A"),
    "y": _suit("#FFCB26", "#5C3B00"),
    "g": _suit("#37B26C", "#0A4A2A"),
    "b": _dark_suit("#1147B0", "#0A2A6B"),
    "p": _suit("#B07CF0", "#43187A"),
}

BUZZ: Mapping[str, SuitColors] = {
    "r": _dark_suit("#C80F45", "#6E0730"),
    "y": _suit("#FFE53B", "#554400"),
    "g": _suit("#46CC98", "#064B3C"),
    "b": _dark_suit("#373ABA", "#1B1C6E"),
    "p": _suit("#C08CFF", "#461C84"),
}

JURASSIC: Mapping[str, SuitColors] = {
    "r": _dark_suit("#A02A10", "#5E1606"),
    "y": _suit("#F9BE3A", "#563600"),
    "g": _suit("#45A65C", "#0D4023"),
    "b": _dark_suit("#175680", "#0A304C"),
    "p": _suit("#B48AD8", "#452068"),
}

BTS: Mapping[str, SuitColors] = {
    "r": _dark_suit("#C60C50", "#6C0433"),
    "y": _suit("#FFCB5C", "#5A3A00"),
    "g": _suit("#40D8B6", "#05483E"),
    "b": _dark_suit("#2B2FC0", "#15176C"),
    "p": _suit("#BC97FF", "#3F1685"),
}

AVENGERS: Mapping[str, SuitColors] = {
    "r": _dark_suit("#A51219", "#5E070C"),
    "y": _suit("#F2B824", "#543A00"),
    "g": _suit("#5CBB54", "#10451A"),
    "b": _dark_suit("#0F4484", "#07264E"),
    "p": _suit("#B287EA", "#42197A"),
}
