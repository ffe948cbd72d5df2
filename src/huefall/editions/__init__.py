"""Decks and options as data: the edition files, their schema, ``Rules`` and the presets."""

from huefall.editions.deck import SHIPPED, Edition, EditionError, Kind
from huefall.editions.library import load_edition
from huefall.editions.options import OPTIONS
from huefall.editions.rules import PRESETS, RULES_VERSION, OptionError, Rules, SetupProblem

__all__ = [
    "OPTIONS",
    "PRESETS",
    "RULES_VERSION",
    "SHIPPED",
    "Edition",
    "EditionError",
    "Kind",
    "OptionError",
    "Rules",
    "SetupProblem",
    "load_edition",
]
