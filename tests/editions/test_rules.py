"""Options, presets and numbers of players: which are accepted, and which are refused by name (OPT-01, SETUP-01)."""

from __future__ import annotations

import re
from dataclasses import FrozenInstanceError, fields
from typing import Any

import pytest

from huefall.editions import OPTIONS, PRESETS, RULES_VERSION, SHIPPED, OptionError, Rules, SetupProblem, load_edition
from huefall.editions.rules import parse_settings
from huefall.texts import LANGUAGES, load

CLASSIC = load_edition("classic")

#: Section 8 of the rule book.
DEFAULTS = {
    "hand_size": 7,
    "first_card": "acts",
    "scoring": "winner",
    "target": 500,
    "draw": "one",
    "drawn": "optional",
    "wild4": "bluff",
    "challenge": True,
    "uno": "call",
    "catch_until": "play",
    "uno_penalty": 2,
    "false_uno_penalty": 2,
    "misplay_penalty": 1,
    "stacking": "off",
    "shields": False,
    "cut": False,
    "same_symbol": False,
    "seven_zero": False,
    "footprints": "all",
    "boost_adds_skip": False,
    "dance_judge": "honor",
    "dance_ends_turn": False,
    "gauntlet_self": True,
}

#: Options of one edition alone.
OWN_OPTIONS = {
    "footprints": ("jurassic", "half"),
    "dance_judge": ("bts", "vote"),
    "boost_adds_skip": ("buzz", True),
    "dance_ends_turn": ("bts", True),
    "gauntlet_self": ("avengers", False),
}


def test_the_defaults_are_those_of_the_book() -> None:
    defaults = {field.name: getattr(Rules(), field.name) for field in fields(Rules)}
    assert defaults == {**DEFAULTS, "rules_version": RULES_VERSION}
    assert list(OPTIONS) == list(DEFAULTS)
    assert Rules.of(CLASSIC) == Rules()
    assert Rules().changes() == {}


@pytest.mark.parametrize("name", OPTIONS)
def test_every_default_and_word_is_accepted_where_it_is_meaningful(name: str) -> None:
    edition = load_edition(OWN_OPTIONS[name][0] if name in OWN_OPTIONS else "classic")
    option = OPTIONS[name]
    values = option.words or ((True, False) if option.is_switch else (option.minimum, option.maximum))
    assert DEFAULTS[name] in values or option.minimum <= int(str(DEFAULTS[name])) <= option.maximum
    for value in values:
        assert getattr(Rules.of(edition, {name: value}), name) == value


@pytest.mark.parametrize(
    ("preset", "changes"),
    [
        ("official", {}),
        (
            "party",
            {"misplay_penalty": 2, "stacking": "cumulative", "shields": True, "cut": True, "same_symbol": True},
        ),
        ("progressive", {"stacking": "same"}),
        ("jump-in", {"cut": True}),
    ],
)
@pytest.mark.parametrize("edition", SHIPPED)
def test_the_presets_are_those_of_the_book(edition: str, preset: str, changes: dict[str, Any]) -> None:
    rules = Rules.of(load_edition(edition), {"preset": preset})
    assert rules.changes() == changes
    assert set(PRESETS) == {"official", "party", "progressive", "jump-in"}


def test_the_party_preset_sets_every_foul_penalty_to_two_PEN_01() -> None:  # noqa: N802
    rules = Rules.of(CLASSIC, {"preset": "party"})
    assert (rules.uno_penalty, rules.false_uno_penalty, rules.misplay_penalty) == (2, 2, 2)


def test_an_option_given_with_a_preset_overrides_it() -> None:
    rules = Rules.of(CLASSIC, {"cut": False, "preset": "party", "misplay_penalty": 0})
    assert rules.changes() == {"misplay_penalty": 0, "stacking": "cumulative", "shields": True, "same_symbol": True}


@pytest.mark.parametrize("edition", SHIPPED)
@pytest.mark.parametrize("name", OWN_OPTIONS)
def test_an_option_without_meaning_is_refused_whatever_its_value_OPT_01(edition: str, name: str) -> None:  # noqa: N802
    owner, value = OWN_OPTIONS[name]
    if edition == owner:
        assert Rules.of(load_edition(edition), {name: value}).changes() == {name: value}
        return
    for any_value in (value, DEFAULTS[name], "nonsense"):
        with pytest.raises(OptionError, match=f"'{name}' has no meaning in the edition '{edition}'"):
            Rules.of(load_edition(edition), {name: any_value})


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("hand_size", 0, "a whole number from 1"),
        ("hand_size", "7", "a whole number from 1"),
        ("hand_size", 7.0, "a whole number"),
        ("hand_size", True, "a whole number"),
        ("scoring", "points", "one of winner, tally"),
        ("scoring", None, "one of winner, tally"),
        ("target", -1, "a whole number from 0"),
        ("target", 10**7, "to 1000000"),
        ("draw", "two", "one of one, until_playable"),
        ("drawn", True, "one of optional, forced"),
        ("wild4", "legal", "one of bluff, enforce"),
        ("challenge", "on", "true or false"),
        ("challenge", 1, "true or false"),
        ("uno", False, "one of call, auto"),
        ("uno_penalty", -1, "a whole number from 0 to 20"),
        ("false_uno_penalty", 21, "a whole number from 0 to 20"),
        ("misplay_penalty", "1", "a whole number from 0 to 20"),
        ("stacking", True, "one of off, draw2, wild4, same, cumulative"),
        ("shields", "yes", "true or false"),
        ("cut", 0, "true or false"),
        ("same_symbol", None, "true or false"),
        ("seven_zero", [], "true or false"),
        ("stacking", ["same"], "one of off"),
    ],
)
def test_a_bad_value_is_refused_by_name_OPT_01(name: str, value: object, expected: str) -> None:  # noqa: N802
    with pytest.raises(OptionError, match=expected) as caught:
        Rules.of(CLASSIC, {name: value})
    assert repr(name) in str(caught.value)
    assert repr(value) in str(caught.value)


@pytest.mark.parametrize("name", ["shield", "Cut", "", "players", "edition"])
def test_an_unknown_option_is_refused_by_name_OPT_01(name: str) -> None:  # noqa: N802
    with pytest.raises(OptionError, match="unknown option") as caught:
        Rules.of(CLASSIC, {name: True})
    assert repr(name) in str(caught.value)


@pytest.mark.parametrize("preset", ["Party", "", None, 1, ["party"]])
def test_an_unknown_preset_is_refused(preset: object) -> None:
    with pytest.raises(OptionError, match=r"unknown preset .* official, party, progressive, jump-in"):
        Rules.of(CLASSIC, {"preset": preset})


@pytest.mark.parametrize("players", [-1, 0, 1, 11, 100, True, 2.0, "2", None])
def test_two_to_ten_may_play_SETUP_01(players: Any) -> None:  # noqa: N802
    with pytest.raises(OptionError, match="players must be 2 to 10"):
        Rules().check_players(CLASSIC, players)
    for number in range(2, 11):
        Rules().check_players(CLASSIC, number)


@pytest.mark.parametrize(
    ("edition", "players", "most"),
    # (108 - 9) / players, (112 - 9) / players, rounded down
    [("classic", 2, 49), ("classic", 3, 33), ("classic", 10, 9), ("buzz", 2, 51), ("bts", 10, 10), ("jurassic", 4, 25)],
)
def test_nine_cards_stay_undealt_SETUP_01(edition: str, players: int, most: int) -> None:  # noqa: N802
    deck = load_edition(edition)
    Rules.of(deck, {"hand_size": most}).check_players(deck, players)
    with pytest.raises(OptionError, match=f"hand_size {most + 1} for {players} players .* at most {most}"):
        Rules.of(deck, {"hand_size": most + 1}).check_players(deck, players)


@pytest.mark.parametrize(
    ("options", "players", "problem"),
    [
        (
            {"hand_size": 50},
            4,
            SetupProblem("hand_size", "hand_size", "SETUP-01", {"size": 50, "players": 4, "cards": 108, "most": 24}),
        ),
        ({}, 11, SetupProblem("players", "players", "SETUP-01", {"least": 2, "most": 10})),
        ({"target": -1}, 4, SetupProblem("value", "target", "OPT-01", {})),
        ({"dance_judge": "vote"}, 4, SetupProblem("no_meaning", "dance_judge", "OPT-01", {"edition": "classic"})),
    ],
)
def test_an_invalid_choice_is_reported_to_programs_by_code(
    options: dict[str, Any], players: int, problem: SetupProblem
) -> None:
    with pytest.raises(OptionError) as caught:
        Rules.of(CLASSIC, options).check_players(CLASSIC, players)
    assert caught.value.problem == problem
    for language in LANGUAGES:
        named = set(re.findall(r"\{(\w+)\}", load(language).texts[f"setup.{problem.kind}"]))
        assert named <= {*problem.values, "option"}  # an option is named by its field


def test_rules_are_frozen() -> None:
    with pytest.raises(FrozenInstanceError):
        Rules().cut = True  # type: ignore[misc]


def test_settings_of_a_command_line() -> None:
    found = parse_settings(CLASSIC, ["cut=on", "shields=off", "challenge=false", "target=0", "draw=until_playable"])
    assert found == {"cut": True, "shields": False, "challenge": False, "target": 0, "draw": "until_playable"}


@pytest.mark.parametrize(
    ("setting", "said"),
    [
        ("cut", "expected option=value, got 'cut'"),
        ("cut=yes", "'cut' must be true or false, got 'yes'"),
        ("target=many", "'target' must be a whole number"),
        ("target=-5", "'target' must be a whole number"),
        ("target=\u0663", "'target' must be a whole number"),
        ("target=" + "9" * 5000, "'target' must be a whole number"),
        ("target=", "'target' must be a whole number"),
        ("nonsense=1", "unknown option 'nonsense'"),
        ("footprints=half", "has no meaning"),
        ("=1", "unknown option ''"),
    ],
)
def test_a_bad_setting_is_refused(setting: str, said: str) -> None:
    with pytest.raises(OptionError, match=said):
        parse_settings(CLASSIC, [setting])


def test_an_older_version_of_the_rules_is_among_the_changes() -> None:
    rules = Rules.of(CLASSIC, {"rules_version": 1, "cut": True})
    assert rules.changes() == {"cut": True, "rules_version": 1}
    assert rules.changed_options() == {"cut": True}
    assert Rules.of(CLASSIC, rules.changes()) == rules
    assert Rules.of(CLASSIC, {"rules_version": RULES_VERSION}) == Rules()


@pytest.mark.parametrize("version", [0, 3, True, "1", None])
def test_an_unknown_version_is_refused_OPT_01(version: object) -> None:  # noqa: N802
    with pytest.raises(OptionError, match="rules_version must be 1 or 2"):
        Rules.of(CLASSIC, {"rules_version": version})


def test_a_value_is_not_in_versions_before_it_OPT_01() -> None:  # noqa: N802
    with pytest.raises(OptionError, match="'stacking' cannot be 'wild4' in version 1"):
        Rules.of(CLASSIC, {"rules_version": 1, "stacking": "wild4"})
    assert Rules.of(CLASSIC, {"rules_version": 1, "stacking": "same"}).stacking == "same"


@pytest.mark.parametrize("name", ["catch_until", "first_card"])
def test_an_option_is_not_in_versions_before_it_OPT_01(name: str) -> None:  # noqa: N802
    with pytest.raises(OptionError, match=f"'{name}' is not in version 1"):
        Rules.of(CLASSIC, {"rules_version": 1, name: DEFAULTS[name]})
