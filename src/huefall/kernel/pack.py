"""Editions and rules on their way into the kernel: values become records.

Tested in tests/editions/test_options.py and tests/lockstep.
"""

from __future__ import annotations

from functools import lru_cache

from huefall.editions.deck import Edition, Kind
from huefall.editions.options import OPTIONS
from huefall.editions.rules import Rules
from huefall.kernel.bits import bit_of, word_of
from huefall.kernel.layout import CATCH_UNTIL_ACT, EDITION, RULES, Records, blank
from huefall.vocabulary.colors import NO_COLOR


@lru_cache(maxsize=256)
def pack_rules(rules: Rules) -> Records:
    """Write the options into a record, in the meaning that their version of the rules gives them."""
    packed = blank(RULES)
    row = packed[0]
    for name, option in OPTIONS.items():
        if option.column is not None:
            row[option.column] = option.number_of(getattr(rules, name))
    is_old = rules.rules_version == 1
    if is_old:
        row["catch_until"] = CATCH_UNTIL_ACT
    row["call_before_exchange"] = not is_old
    row["shields_any_color"] = rules.stacking != "off" and not is_old
    return packed


def pack_edition(edition: Edition, footprints: str) -> Records:
    """Write the deck into a record: its cards, what each can do, and the sets of kinds that legality needs."""
    packed = blank(EDITION)
    row = packed[0]
    kinds = edition.kinds(footprints)
    faces = list(dict.fromkeys((kind.row.face, kind.row.black) for kind in kinds))
    twins: dict[str, int] = {}
    deck: list[int] = []
    for number, kind in enumerate(kinds):
        _pack_kind(row, number, kind)
        # Without a card that escapes, a footprint leaves nobody a choice and asks nothing (JUR-01).
        row["marked"][number] = kind.marked and edition.has("escapes")
        row["face"][number] = faces.index((kind.row.face, kind.row.black))
        row["twin"][number] = twins.setdefault(kind.text.rstrip("*"), number)
        deck += [number] * kind.copies
    for number, kind in enumerate(kinds):
        for other, same in enumerate(kinds):
            if kind.color != NO_COLOR and same.color != NO_COLOR and same.row.face == kind.row.face:
                row["same_face"][number, word_of(other)] |= bit_of(other)
    row["kinds"] = len(kinds)
    row["cards"] = len(deck)
    row["deck"][: len(deck)] = deck
    row["colors"] = len(edition.colors)
    row["palette"][: len(edition.colors)] = sorted(edition.colors)
    return packed


def _pack_kind(row: Records, number: int, kind: Kind) -> None:
    attributes = kind.row
    row["color"][number] = kind.color
    row["number"][number] = int(attributes.face) if len(attributes.face) == 1 and attributes.face.isdigit() else 0
    for name in ("points", "draws", "skips", "reverses", "boosts", "escapes", "dares", "checks", "exchanges"):
        row[name][number] = getattr(attributes, name)
    acting = ("draws", "skips", "reverses", "dares", "checks", "exchanges")
    row["acts"][number] = any(getattr(attributes, name) for name in acting)
    for name in ("restricted", "shield", "first"):
        row[name][number] = getattr(attributes, name)
    word, bit = word_of(number), bit_of(number)
    if kind.color == NO_COLOR:
        row["black"][word] |= bit
    else:
        row["of_color"][kind.color, word] |= bit
    if attributes.checks:
        row["checks_bits"][word] |= bit
    if attributes.restricted:
        row["restricted_bits"][word] |= bit
