"""The catalogues are complete, agree with one another and are written in the language they claim."""

from __future__ import annotations

import json
import re
from importlib import resources
from string import Formatter

import pytest

from huefall.bots import LEVELS
from huefall.texts.catalogue import LANGUAGES, Catalogue, UnknownLanguageError, load
from huefall.vocabulary import colors, events, phases, refusals, rule_ids, verbs

ON_OFF = ("on", "off")

#: The options of the rule book, section 8; those without values take a number.
OPTIONS: dict[str, tuple[str, ...]] = {
    "hand_size": (),
    "first_card": ("acts", "plain"),
    "scoring": ("winner", "tally"),
    "target": ("0",),
    "draw": ("one", "until_playable"),
    "drawn": ("optional", "forced"),
    "wild4": ("bluff", "enforce"),
    "challenge": ON_OFF,
    "uno": ("call", "auto"),
    "catch_until": ("play", "turn"),
    "uno_penalty": (),
    "false_uno_penalty": (),
    "misplay_penalty": (),
    "stacking": ("off", "draw2", "wild4", "same", "cumulative"),
    "shields": ON_OFF,
    "cut": ON_OFF,
    "same_symbol": ON_OFF,
    "seven_zero": ON_OFF,
    "footprints": ("all", "half"),
    "boost_adds_skip": ON_OFF,
    "dance_judge": ("honor", "vote"),
    "dance_ends_turn": ON_OFF,
    "gauntlet_self": ON_OFF,
}
PRESETS = ("official", "party", "progressive", "jump-in")
EDITIONS = ("classic", "buzz", "jurassic", "bts", "avengers")
FACES = (*"0123456789", "S", "R", "+2", "W", "W+4", "WH", "WE", "WD", "WG")
QUESTIONS = ("draw2", "wild4", "skip", "reverse", "dance", "vote", "color")
EVENT_VARIANTS = (
    "draw.seen",
    *(f"ask.{question}" for question in QUESTIONS),
    "challenge.guilty",
    "challenge.innocent",
    "vote.approve",
    "vote.reject",
    "verdict.approved",
    "verdict.rejected",
    "reverse.clockwise",
    "reverse.counterclockwise",
    "rotate.clockwise",
    "rotate.counterclockwise",
)

#: Keys the lists below must not miss; a family is a prefix and the names under it, all of them and no others.
FAMILIES: dict[str, set[str]] = {
    "color": set(colors.NAMES),
    "card": {*FACES, "colored", "numbered", "footprint"},
    "edition": set(EDITIONS),
    "rule": {f"{rule}.{part}" for rule in rule_ids.NAMES for part in ("title", "text")},
    "option": {f"{name}.{part}" for name, values in OPTIONS.items() for part in ("title", "text", *values)},
    "preset": {f"{name}.{part}" for name in PRESETS for part in ("title", "text")},
    "refusal": set(refusals.NAMES) - {"none"},
    "verb": set(verbs.NAMES),
    "phase": {*phases.NAMES, "penalty", "penalty.one"},
    "question": {*phases.NAMES, "penalty", "penalty.one"},
    "bot": {f"{level}.{part}" for level in LEVELS for part in ("title", "text")},
}

#: Forms that only Simplified Chinese has.
SIMPLIFIED = "戏颜张对开这说时个数东车门问们来过还为无发见让讲从会动轮间两罚质弃庄转进应当选单样种级队继续页码"


@pytest.fixture(params=LANGUAGES)
def catalogue(request: pytest.FixtureRequest) -> Catalogue:
    return load(request.param)


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def test_the_catalogues_have_the_same_keys_in_the_same_order() -> None:
    first, *others = (list(load(language).texts) for language in LANGUAGES)
    for other in others:
        assert other == first


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_key_stands_twice_in_a_file(language: str) -> None:
    source = resources.files("huefall.texts").joinpath(f"{language}.json").read_text(encoding="utf-8")
    keys = [key for key, _ in json.loads(source, object_pairs_hook=list)]
    assert sorted(keys) == sorted(set(keys))


@pytest.mark.parametrize("key", load("en").texts)
def test_the_placeholders_of_a_key_are_the_same_in_every_language(key: str) -> None:
    assert {language: placeholders(load(language).texts[key]) for language in LANGUAGES} == dict.fromkeys(
        LANGUAGES, placeholders(load("en").texts[key])
    )


@pytest.mark.parametrize("family", FAMILIES)
def test_a_family_of_keys_is_complete_and_has_no_strays(catalogue: Catalogue, family: str) -> None:
    prefix = f"{family}."
    assert {key.removeprefix(prefix) for key in catalogue.texts if key.startswith(prefix)} == FAMILIES[family]


def test_every_event_and_its_variants_have_a_sentence(catalogue: Catalogue) -> None:
    missing = {name for name in (*events.NAMES, *EVENT_VARIANTS) if not catalogue.has(f"event.{name}")}
    assert missing == set()


def test_every_event_key_belongs_to_an_event(catalogue: Catalogue) -> None:
    assert {key.split(".")[1] for key in catalogue.texts if key.startswith("event.")} == set(events.NAMES)


def test_event_variants_by_rule_cite_known_rules(catalogue: Catalogue) -> None:
    cited = {part for key in catalogue.texts if key.startswith("event.") for part in key.split(".") if "-" in part}
    assert cited
    assert cited <= set(rule_ids.NAMES)


def test_texts_are_not_empty_and_have_no_stray_spaces(catalogue: Catalogue) -> None:
    bad = {key for key, text in catalogue.texts.items() if not text.strip() or text != text.strip()}
    assert bad - {"cards.join", "move.join"} == set()


def test_placeholders_are_plain_names(catalogue: Catalogue) -> None:
    for text in catalogue.texts.values():
        assert all(re.fullmatch(r"[a-z]+", name) for name in placeholders(text)), text


def test_refusals_use_only_what_the_caller_supplies(catalogue: Catalogue) -> None:
    allowed = {"seat", "asked", "card", "color", "colors", "target", "top", "question", "text"}
    for name in refusals.NAMES[1:]:
        assert placeholders(catalogue.texts[f"refusal.{name}"]) <= allowed, name
    assert {key.removeprefix("missing.") for key in catalogue.texts if key.startswith("missing.")} == allowed


def test_events_use_only_what_an_event_carries(catalogue: Catalogue) -> None:
    for key, text in catalogue.texts.items():
        if key.startswith("event."):
            assert placeholders(text) <= {"player", "other", "card", "color", "amount"}, key


def test_a_rule_is_told_in_one_to_four_sentences(catalogue: Catalogue) -> None:
    end = "。" if catalogue.language == "zh-Hant" else r"(?<=\w)[.](?=\s|$)"
    for rule in rule_ids.NAMES:
        assert 1 <= len(re.findall(end, catalogue.text(f"rule.{rule}.text"))) <= 4, rule


def test_rules_quote_options_by_their_titles(catalogue: Catalogue) -> None:
    """Text in quotation marks in a rule is an option, with or without its value, or a preset."""
    chinese = catalogue.language == "zh-Hant"
    quoted, colon = ("「(.+?)」", "：") if chinese else ("“(.+?)”", ": ")
    known = {catalogue.text(f"preset.{name}.title") for name in PRESETS}
    for name, values in OPTIONS.items():
        title = catalogue.text(f"option.{name}.title")
        known |= {title, *(title + colon + catalogue.text(f"option.{name}.{value}") for value in values)}
    texts = " ".join(catalogue.text(f"rule.{rule}.text") for rule in rule_ids.NAMES)
    found = set(re.findall(quoted, texts))
    assert len(found) > 15
    assert found <= known


def test_the_help_lists_every_verb(catalogue: Catalogue) -> None:
    words = set(re.findall(r"[a-z]+", catalogue.text("table.help")))
    assert set(verbs.NAMES) <= words


def test_english_sentences_also_work_for_you() -> None:
    """No "{player} draws" or "{player}'s": the player may be called "You"."""
    for key, text in load("en").texts.items():
        if key.startswith(("event.", "phase.", "advice.", "review.")):
            # The verb of "A bluff of {player} is unlikely" is not the player's.
            assert not re.search(r"(?<!of )\{(player|other)\}(['’]|,?( who| still| probably)* \w+s\b)", text), key


def test_chinese_has_one_word_for_a_round_one_for_a_match_and_one_for_the_pile() -> None:
    for key, text in load("zh-Hant").texts.items():
        assert not re.search(r"輪(?!到)|流局|比賽|抽牌堆|贏得這一場", text), key


def test_chinese_has_no_simplified_characters() -> None:
    for key, text in load("zh-Hant").texts.items():
        assert not set(text) & set(SIMPLIFIED), key
        # Big5 has the characters of Traditional Chinese, and hardly any that only Simplified Chinese uses.
        text.replace("\u00a0", " ").encode("cp950")


def test_english_has_no_chinese_and_chinese_texts_do() -> None:
    han = re.compile(r"[\u4e00-\u9fff]")
    assert not [key for key, text in load("en").texts.items() if han.search(text)]
    for rule in rule_ids.NAMES:
        assert han.search(load("zh-Hant").text(f"rule.{rule}.text")), rule


@pytest.mark.parametrize(
    ("face", "name"),
    [
        ("S", "禁止牌"),
        ("R", "迴轉牌"),
        ("+2", "罰抽兩張牌"),
        ("W", "萬用牌"),
        ("W+4", "萬用罰抽四張牌"),
        ("WH", "超速飛行牌"),
        ("WE", "逃跑牌"),
        ("WD", "跳舞萬用牌"),
        ("WG", "萬用無限手套牌"),
    ],
)
def test_chinese_card_names_are_those_of_the_sheets(face: str, name: str) -> None:
    assert load("zh-Hant").text(f"card.{face}") == name


def test_an_unknown_language_is_an_error_that_names_the_known_ones() -> None:
    with pytest.raises(UnknownLanguageError, match=r"'fr'.*en, zh-Hant") as caught:
        load("fr")
    assert isinstance(caught.value, ValueError)


def test_a_missing_key_is_an_error_that_names_key_and_language(catalogue: Catalogue) -> None:
    with pytest.raises(KeyError, match=rf"no\.such\.key.*{catalogue.language}"):
        catalogue.text("no.such.key")


def test_a_missing_parameter_is_an_error_that_names_it(catalogue: Catalogue) -> None:
    with pytest.raises(KeyError, match=r"table\.player.*seat"):
        catalogue.text("table.player", chair=1)


def test_has_tells_known_keys_from_unknown(catalogue: Catalogue) -> None:
    assert catalogue.has("card.S")
    assert not catalogue.has("card.T")


def test_a_catalogue_is_read_once() -> None:
    assert load("en") is load("en")


def test_values_with_braces_are_not_filled_in_again() -> None:
    assert load("en").text("event.pass", player="{card}") == "{card} passed"


def test_one_is_told_from_many() -> None:
    assert load("en").counted("event.points", 1, player="Ada") == "Ada got 1 point"
    assert load("en").counted("event.points", 20, player="Ada") == "Ada got 20 points"
    assert load("en").counted("event.pass", 1, player="Ada") == "Ada passed"
