"""``Rules``: the options in force at a table, as one frozen value; and the presets.

What each option may be, and everything else about it, is its row in ``huefall.editions.options``. An option, value or
preset that cannot be is refused with a reason (OPT-01).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Any

from msgspec import Struct

from huefall.editions.deck import Edition
from huefall.editions.options import OPTIONS
from huefall.vocabulary.errors import HuefallError

MIN_PLAYERS, MAX_PLAYERS = 2, 10

#: The rules as they are now, and all there have been (docs/rules-versions.md). A match is played by one of them to its end.
RULES_VERSION = 2
RULES_VERSIONS = (1, 2)


class SetupProblem(Struct, frozen=True):
    """What is wrong with a setup, for the page to show next to the field, in the reader's language."""

    #: `hand_size`, `players`, `value`, `no_meaning` or `taken`. The text `setup.<kind>` explains it.
    kind: str
    #: The option, or `players`.
    field: str
    rule: str
    #: The parameters of the text.
    values: dict[str, int | str]


class OptionError(HuefallError):
    """An invalid option, value, preset or number of players; the text names it.

    ``problem`` says the same to programs, if people can have chosen it: a page words it in its reader's language.
    """

    def __init__(self, text: str, problem: SetupProblem | None = None) -> None:
        super().__init__(text)
        self.problem = problem


@dataclass(frozen=True, slots=True)
class Rules:
    """The options in force at a table. The defaults are the official rules."""

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
    rules_version: int = RULES_VERSION  # not an option: the version of the rules that gives the options their meaning

    @classmethod
    def of(cls, edition: Edition, options: Mapping[str, Any] | None = None) -> Rules:
        """Make the rules from options. An optional ``"preset"`` sets several at once, single options override it; an optional
        ``"rules_version"`` is the current one by default.
        """
        if options is not None and not isinstance(options, Mapping):
            raise OptionError(f"options must be an object of names and values, got {options!r} (OPT-01)")
        wanted = dict(options or {})
        preset = wanted.pop("preset", "official")
        if not isinstance(preset, str) or preset not in PRESETS:
            raise OptionError(f"unknown preset {preset!r}: expected one of {', '.join(PRESETS)}")
        version = wanted.pop("rules_version", RULES_VERSION)
        check_rules_version(version)
        for name, value in wanted.items():
            _check_option(edition, name, value)
            _check_in_version(name, value, version)
        meant = {name: value for name, value in PRESETS[preset].items() if _applies_to(edition, name)}
        return cls(**{**meant, **wanted}, rules_version=version)

    def changes(self) -> dict[str, Any]:
        """Return what differs from the official rules, as a position writes it: options, and an older ``rules_version``."""
        return {
            each.name: getattr(self, each.name) for each in fields(self) if getattr(self, each.name) != each.default
        }

    def changed_options(self) -> dict[str, Any]:
        """Return the options that differ from the official rules, without the version."""
        return {name: value for name, value in self.changes().items() if name in OPTIONS}

    def check_players(self, edition: Edition, players: int) -> None:
        """Refuse a number of players that cannot be dealt to (SETUP-01)."""
        if not isinstance(players, int) or isinstance(players, bool) or not MIN_PLAYERS <= players <= MAX_PLAYERS:
            raise OptionError(
                f"players must be {MIN_PLAYERS} to {MAX_PLAYERS}, got {players!r} (SETUP-01)",
                SetupProblem("players", "players", "SETUP-01", {"least": MIN_PLAYERS, "most": MAX_PLAYERS}),
            )
        maximum = (edition.card_count - edition.reserve) // players
        if self.hand_size > maximum:
            raise OptionError(
                f"hand_size {self.hand_size} for {players} players is more than the {edition.card_count} cards "
                f"of {edition.name} can deal: at most {maximum} (SETUP-01)",
                SetupProblem(
                    "hand_size",
                    "hand_size",
                    "SETUP-01",
                    {"size": self.hand_size, "players": players, "cards": edition.card_count, "most": maximum},
                ),
            )


PRESETS: Mapping[str, Mapping[str, Any]] = {
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


def check_rules_version(version: object) -> None:
    """Refuse a version of the rules that this program does not know."""
    if type(version) is not int or version not in RULES_VERSIONS:
        known = " or ".join(str(number) for number in RULES_VERSIONS)
        raise OptionError(f"rules_version must be {known}, got {version!r}: a newer Huefall may know it (OPT-01)")


def _applies_to(edition: Edition, name: str) -> bool:
    """Whether the edition has the cards that an option needs; most options need none."""
    needs = OPTIONS[name].needs
    return not needs or edition.has(needs)


def _check_in_version(name: str, value: Any, version: int) -> None:
    """Refuse an option, or one of its values, that an older version of the rules does not have."""
    option = OPTIONS[name]
    if version < option.since:
        raise OptionError(f"option {name!r} is not in version {version} of the rules (OPT-01)")
    if option.words and version < option.newer_words.get(value, 1):
        raise OptionError(f"option {name!r} cannot be {value!r} in version {version} of the rules (OPT-01)")


def _check_option(edition: Edition, name: str, value: object) -> None:
    option = OPTIONS.get(name)
    if option is None:
        raise OptionError(f"unknown option {name!r}: expected one of {', '.join(OPTIONS)} (OPT-01)")
    if not _applies_to(edition, name):
        raise OptionError(
            f"option {name!r} has no meaning in the edition {edition.name!r} (OPT-01)",
            SetupProblem("no_meaning", name, "OPT-01", {"edition": edition.name}),
        )
    if not option.accepts(value):
        raise OptionError(
            f"option {name!r} must be {option.expected()}, got {value!r} (OPT-01)",
            SetupProblem("value", name, "OPT-01", {}),
        )


def parse_settings(edition: Edition, settings: Iterable[str]) -> dict[str, Any]:
    """Read ``name=value`` pairs from a command line.

    >>> from huefall.editions import load_edition
    >>> parse_settings(load_edition("classic"), ["stacking=same", "cut=on", "target=0"])
    {'stacking': 'same', 'cut': True, 'target': 0}
    """
    found: dict[str, Any] = {}
    for setting in settings:
        name, equals, text = setting.partition("=")
        if not equals:
            raise OptionError(f"expected option=value, got {setting!r}")
        parse: Callable[[str], object] = OPTIONS[name].parse if name in OPTIONS else str
        found[name] = parse(text)
        _check_option(edition, name, found[name])
    return found
