"""The catalogue of everything people can choose: editions, options, presets, bots, emotes, languages, lessons."""

from __future__ import annotations

from dataclasses import asdict
from functools import cache
from typing import get_args

import msgspec

from huefall.bots import LEVELS
from huefall.editions import OPTIONS, PRESETS, SHIPPED, Edition, Rules, load_edition
from huefall.editions.deck import Kind
from huefall.editions.effects import counts_as, effect_of, rules_with_other_numbers
from huefall.editions.options import GROUPS, SECTIONS, Option
from huefall.editions.rule_refs import rules_of_card
from huefall.editions.rules import MAX_PLAYERS
from huefall.protocol import http
from huefall.protocol.fields import Emote
from huefall.server.lessons import LESSONS, find_lesson
from huefall.server.tables.setup import theme_of
from huefall.texts import LANGUAGES
from huefall.vocabulary import colors


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
        effect=http.EffectShown(**asdict(effect)),
        counts_as=counts_as(kind.row),
        other_numbers=rules_with_other_numbers(effect, rules),
    )


def _show_option(name: str, option: Option, default: object) -> http.OptionShown:
    is_number = not option.values()
    return http.OptionShown(
        name=name,
        default=default,
        kind="number" if is_number else "switch" if option.is_switch else "words",
        rules=option.all_rules(),
        rules_by_value={value: list(rules) for value, rules in option.rules.items() if value},
        words=list(option.words) or None,
        least=option.least if is_number else None,
        most=option.most if is_number else None,
        group=option.group,
        since=option.since,
    )


@cache
def encoded_catalogue() -> bytes:
    """Return the whole catalogue as JSON; it never changes while the server runs."""
    defaults = Rules()
    return msgspec.json.encode(
        http.Catalogue(
            editions=[show_edition(load_edition(name)) for name in SHIPPED],
            options=[_show_option(name, option, getattr(defaults, name)) for name, option in OPTIONS.items()],
            presets={name: dict(preset) for name, preset in PRESETS.items()},
            levels=list(LEVELS),
            emotes=list(get_args(Emote)),
            languages=list(LANGUAGES),
            lessons=[find_lesson(name).show() for name in LESSONS],
            option_groups=list(GROUPS),
            sections=[http.SectionShown(name, list(families)) for name, families in SECTIONS.items()],
        )
    )
