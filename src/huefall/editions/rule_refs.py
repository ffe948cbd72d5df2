"""Which rules explain a card, and whether a rule holds at a table: for help about the rules of one table.

A card has all rules that may concern it. Those that belong to an option are in force only with one of its values
(``Option.rules``): a page leaves out what the table does not play by.
"""

from __future__ import annotations

from collections.abc import Iterator

from huefall.editions.deck import Edition, Kind
from huefall.editions.options import OPTIONS
from huefall.editions.rules import Rules
from huefall.vocabulary import colors


def is_in_force(rule: str, rules: Rules) -> bool:
    """Whether a rule holds at a table: a rule that belongs to values of options holds with one of them.

    >>> is_in_force("STACK-01", Rules()), is_in_force("STACK-01", Rules(stacking="draw2"))
    (False, True)
    """
    conditions = {
        name: [value for value, found in option.rules.items() if value and rule in found]
        for name, option in OPTIONS.items()
    }
    needed = {name: values for name, values in conditions.items() if values}
    return not needed or any(_as_json(getattr(rules, name)) in values for name, values in needed.items())


def _as_json(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def rules_of_card(edition: Edition, kind: Kind) -> list[str]:
    """List the rules that explain a card, the most telling first.

    >>> from huefall.editions import load_edition
    >>> classic = load_edition("classic")
    >>> rules_of_card(classic, next(kind for kind in classic.kinds() if kind.text == "r5"))
    ['PLAY-01', 'CUT-01', 'SAME-01']
    """
    return list(dict.fromkeys([*_rules_of_powers(kind), *_rules_of_play(edition, kind)]))


def _rules_of_powers(kind: Kind) -> Iterator[str]:
    """Name the rules of what the card does."""
    row, is_black = kind.row, kind.color == colors.NO_COLOR
    if row.draws:
        yield "WD4-01" if is_black else "D2-01"
    if row.restricted:
        yield from ("WD4-02", "CHAL-01", "CHAL-02", "CHAL-03")
    if row.skips:
        yield "SKIP-01"
    if row.reverses:
        yield "REV-01"
    if row.skips or row.reverses or row.draws:
        yield "TWO-01"
    if row.boosts:
        yield from ("BUZZ-01", "BUZZ-02", "BUZZ-03")
    if row.escapes:
        yield from ("JUR-01", "JUR-02", "JUR-03")
    if row.dares:
        yield from ("BTS-01", "BTS-02")
    if row.checks:
        yield from ("AVG-01", "AVG-02", "AVG-03")
    if row.exchanges:
        yield "SEVEN-01"
    if row.draws:
        yield from ("STACK-01", "STACK-02", "STACK-03", "STACK-04", "END-02")
    if row.shield:
        yield from ("SHIELD-01", "SHIELD-02", "SHIELD-03")


def _rules_of_play(edition: Edition, kind: Kind) -> Iterator[str]:
    """Name the rules of when the card can be played, and what can be played on it."""
    if kind.marked:
        yield "DECK-04"
        if edition.has("escapes"):
            yield "JUR-01"
    if kind.color == colors.NO_COLOR:
        yield from ("WILD-01", "PLAY-02")
        return
    yield from ("PLAY-01", "CUT-01", "SAME-01")
    if kind.row.skips or kind.row.reverses or kind.row.draws:
        yield "SAME-02"
