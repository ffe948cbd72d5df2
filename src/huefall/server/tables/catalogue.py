"""The catalogue of everything people can choose: editions, options, presets, bots, emotes, languages, lessons."""

from __future__ import annotations

from functools import cache
from typing import get_args

import msgspec

from huefall.bots import LEVELS
from huefall.editions import OPTIONS, PRESETS, SHIPPED, Rules, load_edition
from huefall.editions.options import GROUPS, SECTIONS, Option
from huefall.protocol import http
from huefall.protocol.editions import show_edition
from huefall.protocol.fields import Emote
from huefall.server.lessons import LESSONS, find_lesson
from huefall.texts import LANGUAGES


def _show_option(name: str, option: Option, default: object) -> http.OptionShown:
    is_number = not option.values()
    return http.OptionShown(
        name=name,
        default=default,
        kind="number" if is_number else "switch" if option.is_switch else "words",
        rules=option.all_rules(),
        rules_by_value={value: list(rules) for value, rules in option.rules.items() if value},
        words=list(option.words) or None,
        least=option.minimum if is_number else None,
        most=option.maximum if is_number else None,
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
