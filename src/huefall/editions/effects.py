"""What a kind of card does, and which card of the rule book it counts as."""

from __future__ import annotations

from huefall.editions.deck import EVERYONE, EXCHANGE_WORDS, ROTATE, SWAP, Kind, Row
from huefall.vocabulary import colors
from huefall.vocabulary.effects import Effect

#: The number a rule's text mentions. For a card with another number the rule holds, but its text does not.
NUMBERS_IN_TEXTS: dict[str, dict[str, int]] = {
    "D2-01": {"draws": 2},
    "WD4-01": {"draws": 4},
    "CHAL-02": {"draws": 4},
    "CHAL-03": {"draws": 4},
    "SKIP-01": {"skips": 1},
    "SAME-02": {"draws": 2, "skips": 1},
    "BTS-01": {"dares": 3},
    "BTS-02": {"dares": 3},
    "AVG-01": {"checks": 2},
}


def effect_of(kind: Kind) -> Effect:
    """Return what a kind of card does.

    >>> from huefall.editions import load_edition
    >>> kinds = {kind.text: kind for kind in load_edition("classic").kinds()}
    >>> effect_of(kinds["g+2"]).draws, effect_of(kinds["gS"]).skips
    (2, 1)
    """
    row = kind.row
    return Effect(
        color=None if row.black else colors.letter(kind.color),
        draws=row.draws,
        skips="all" if row.skips == EVERYONE else row.skips,
        reverses=row.reverses,
        boosts=row.boosts,
        escapes=row.escapes,
        dares=row.dares,
        checks=row.checks,
        exchanges=EXCHANGE_WORDS[row.exchanges],
        restricted=row.restricted,
        shield=row.shield,
        footprint=kind.marked,
    )


def counts_as(row: Row) -> str | None:
    """Return the face of the card that the rules mention where they apply to this one; None if it is that card, or if it
    is a plain coloured card, which no rule mentions by name.

    >>> counts_as(Row("+5", (0, 1), 1, 20, draws=5)), counts_as(Row("+2", (0, 1), 1, 20, draws=2))
    ('+2', None)
    """
    face = _mentioned_face(row)
    return None if face == row.face and (row.is_of_rule_book or face.isdigit()) else face


def rules_with_other_numbers(effect: Effect, rules: list[str]) -> list[str]:
    """List the rules that hold for a card although their texts mention the number of another one.

    >>> rules_with_other_numbers(Effect(color="r", draws=10), ["D2-01", "STACK-01"])
    ['D2-01']
    """
    return [
        rule
        for rule in rules
        if any(getattr(effect, name) not in (0, number) for name, number in NUMBERS_IN_TEXTS.get(rule, {}).items())
    ]


def _mentioned_face(row: Row) -> str | None:
    """Return the face of the rule book's card with the same kind of effect."""
    faces = {
        "W+4" if row.black else "+2": row.draws,
        "S": row.skips,
        "R": row.reverses,
        "WH": row.boosts,
        "WE": row.escapes,
        "WD": row.dares,
        "WG": row.checks,
        "7": row.exchanges == SWAP,
        "0": row.exchanges == ROTATE,
    }
    return next((face for face, applies in faces.items() if applies), "W" if row.black else None)
