"""Options: the table of docs/options.md, presets, and OPT-01."""

from dataclasses import dataclass, fields
from typing import Any

from .editions import Edition
from .errors import ReferenceError

CHOICES: dict[str, tuple[str, ...]] = {
    "first_card": ("acts", "plain"),
    "scoring": ("winner", "tally"),
    "draw": ("one", "until_playable"),
    "drawn": ("optional", "forced"),
    "wild4": ("bluff", "enforce"),
    "uno": ("call", "auto"),
    "catch_until": ("play", "turn"),
    "stacking": ("off", "draw2", "wild4", "same", "cumulative"),
    "footprints": ("all", "half"),
    "dance_judge": ("honor", "vote"),
}
# The minimum of each number.
NUMBERS = {"hand_size": 1, "target": 0, "uno_penalty": 0, "false_uno_penalty": 0, "misplay_penalty": 0}
# Options that are meaningless unless some card has this attribute (OPT-01).
NEEDS = {
    "footprints": "footprint",
    "boost_adds_skip": "boosts",
    "dance_judge": "dares",
    "dance_ends_turn": "dares",
    "gauntlet_self": "checks",
}

PRESETS: dict[str, dict[str, Any]] = {
    "official": {},
    "party": {
        "uno_penalty": 2,
        "false_uno_penalty": 2,
        "misplay_penalty": 2,
        "cut": True,
        "same_symbol": True,
        "stacking": "cumulative",
        "shields": True,
    },
    "progressive": {"stacking": "same"},
    "jump-in": {"cut": True},
}


@dataclass(frozen=True)
class Options:
    """Every option with its default (docs/options.md)."""

    hand_size: int = 7
    first_card: str = "acts"
    scoring: str = "winner"
    target: int = 500
    draw: str = "one"
    drawn: str = "optional"
    wild4: str = "bluff"
    challenge: bool = True
    uno: str = "call"
    catch_until: str = "play"
    uno_penalty: int = 2
    false_uno_penalty: int = 2
    misplay_penalty: int = 1
    stacking: str = "off"
    shields: bool = False
    cut: bool = False
    same_symbol: bool = False
    seven_zero: bool = False
    footprints: str = "all"
    boost_adds_skip: bool = False
    dance_judge: str = "honor"
    dance_ends_turn: bool = False
    gauntlet_self: bool = True

    def changed(self) -> dict[str, Any]:
        """The options that differ from the default."""
        return {f.name: getattr(self, f.name) for f in fields(self) if getattr(self, f.name) != f.default}


OPTION_NAMES = tuple(f.name for f in fields(Options))


def read_options(given: dict[str, Any] | None, edition: Edition) -> Options:
    """Check options against the edition; an option given with a preset overrides it."""
    given = dict(given or {})
    preset = given.pop("preset", "official")
    if not isinstance(preset, str) or preset not in PRESETS:
        raise ReferenceError(f"option preset: {preset!r} is none of {', '.join(PRESETS)} (OPT-01)")
    for name, value in given.items():
        if name not in OPTION_NAMES:
            raise ReferenceError(f"unknown option {name} (OPT-01)")
        if name in NEEDS and not edition.has(NEEDS[name]):
            raise ReferenceError(f"option {name} has no meaning in {edition.name} (OPT-01)")
        _check_value(name, value)
    return Options(**{**PRESETS[preset], **given})


def _check_value(name: str, value: object) -> None:
    """Refuse a value the option cannot have."""
    if name in CHOICES:
        if value not in CHOICES[name]:
            raise ReferenceError(f"option {name}: {value!r} is none of {', '.join(CHOICES[name])} (OPT-01)")
    elif name in NUMBERS:
        if type(value) is not int or value < NUMBERS[name]:
            raise ReferenceError(f"option {name}: {value!r} is not a number from {NUMBERS[name]} (OPT-01)")
    elif type(value) is not bool:
        raise ReferenceError(f"option {name}: {value!r} is neither true nor false (OPT-01)")


def check_table(edition: Edition, options: Options, players: int) -> None:
    """2 to 10 players, and hands that leave a first card to be found (SETUP-01)."""
    if type(players) is not int or not 2 <= players <= 10:
        raise ReferenceError(f"players: 2 to 10 can play, not {players!r} (SETUP-01)")
    size = sum(edition.copies.values())
    most = min(size - 9, size - edition.unturnable() - 1)
    if players * options.hand_size > most:
        raise ReferenceError(
            f"hand_size: {players} players with {options.hand_size} cards each need more than {most} (SETUP-01)"
        )
