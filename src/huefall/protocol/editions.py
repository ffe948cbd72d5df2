"""Editions and their cards as clients see them.

Tested in tests/server/tables/test_catalogue.py and tests/review/test_export.py.
"""

from __future__ import annotations

from huefall.editions import OPTIONS, SHIPPED, Edition, Rules
from huefall.editions.deck import Kind
from huefall.editions.effects import counts_as, effect_of, rules_with_other_numbers
from huefall.editions.rule_refs import rules_of_card
from huefall.editions.rules import MAX_PLAYERS
from huefall.protocol import http
from huefall.vocabulary import colors


def theme_of(edition: Edition) -> str:
    """Return the name of an edition's pictures: a guest's edition has those of the classic cards."""
    return edition.name if edition.name in SHIPPED else "classic"


def show_edition(edition: Edition) -> http.EditionShown:
    """Return an edition as clients see it, with the options that have an effect in it."""
    rules = Rules.of(edition)
    return http.EditionShown(
        name=edition.name,
        cards=edition.card_count,
        colors=[colors.letter(color) for color in edition.colors],
        options=[name for name, option in OPTIONS.items() if not option.needs or edition.has(option.needs)],
        most_players=min(MAX_PLAYERS, (edition.card_count - edition.reserve) // rules.hand_size),
        theme=theme_of(edition),
        title=dict(edition.title),
        kinds=[_show_kind(edition, kind) for kind in edition.kinds()],
    )


def _show_kind(edition: Edition, kind: Kind) -> http.KindShown:
    rules, effect = rules_of_card(edition, kind), effect_of(kind)
    return http.KindShown(
        kind.text,
        kind.copies,
        kind.row.points,
        rules,
        title=dict(kind.row.names),
        effect=effect,
        counts_as=counts_as(kind.row),
        other_numbers=rules_with_other_numbers(effect, rules),
    )
