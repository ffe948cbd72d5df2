"""Card names in both languages, from the written form."""

from __future__ import annotations

import pytest

from huefall.texts.cards import card_name, color_name
from huefall.texts.catalogue import LANGUAGES, load

TITLES = {
    "T": {"en": "Thunder", "zh-Hant": "雷霆牌"},
    "WX": {"en": "Storm"},
    "W": {"en": "Whirl"},
    "S": {"en": "Stop"},
}


@pytest.mark.parametrize(
    ("card", "english", "chinese"),
    [
        ("r7", "red 7", "紅色 7"),
        ("p0", "purple 0", "紫色 0"),
        ("gS", "green Skip", "綠色禁止牌"),
        ("gS*", "green Skip with footprint", "綠色禁止牌（恐龍腳印）"),
        ("b+2", "blue Draw Two", "藍色罰抽兩張牌"),
        ("yR", "yellow Reverse", "黃色迴轉牌"),
        ("W", "Wild", "萬用牌"),
        ("W+4*", "Wild Draw Four with footprint", "萬用罰抽四張牌（恐龍腳印）"),
        ("WE", "Run!", "逃跑牌"),
        ("WG", "Wild Infinity Gauntlet", "萬用無限手套牌"),
    ],
)
def test_a_card_of_the_rule_book_has_a_name(card: str, english: str, chinese: str) -> None:
    assert card_name(load("en"), card) == english
    assert card_name(load("zh-Hant"), card) == chinese


def test_a_title_names_a_card_the_catalogue_does_not_know() -> None:
    assert card_name(load("en"), "rT", TITLES) == "red Thunder"
    assert card_name(load("zh-Hant"), "rT*", TITLES) == "紅色雷霆牌（恐龍腳印）"
    assert card_name(load("en"), "WX", TITLES) == "Storm"


def test_a_title_goes_before_the_catalogue() -> None:
    assert card_name(load("en"), "rS", TITLES) == "red Stop"
    assert card_name(load("en"), "W", TITLES) == "Whirl"


def test_a_coloured_card_with_the_face_w_is_no_wild() -> None:
    assert card_name(load("en"), "rW", TITLES) == "red Whirl"
    assert card_name(load("en"), "rWG") == "red WG"


def test_numbers_of_any_length_are_named_by_their_digits() -> None:
    assert [card_name(load("en"), card) for card in ("g10", "p125*")] == ["green 10", "purple 125 with footprint"]
    assert card_name(load("zh-Hant"), "g10") == "綠色 10"


def test_a_coloured_card_without_a_title_is_named_by_its_colour_and_face() -> None:
    assert [card_name(load("en"), card) for card in ("rT", "gT*")] == ["red T", "green T with footprint"]
    assert card_name(load("zh-Hant"), "rT") == "紅色 T"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("card", ["WY", "x7", "", "*", "red 7", "red"])
def test_a_black_card_without_a_title_and_other_words_stay_as_they_are(language: str, card: str) -> None:
    assert card_name(load(language), card) == card


def test_a_title_in_one_language_serves_readers_of_all() -> None:
    assert card_name(load("zh-Hant"), "WX", TITLES) == "Storm"
    assert card_name(load("zh-Hant"), "rX", {"X": {"en": "Storm"}}) == "紅色 Storm"
    assert card_name(load("en"), "rX", {"X": {"zh-Hant": "風暴牌"}}) == "red 風暴牌"


def test_colours_have_names_and_other_texts_stay() -> None:
    assert [color_name(load("en"), letter) for letter in "rygbp"] == ["red", "yellow", "green", "blue", "purple"]
    assert color_name(load("zh-Hant"), "p") == "紫色"
    assert color_name(load("en"), "x") == "x"
