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


def test_the_catalogue_goes_before_a_title() -> None:
    assert card_name(load("en"), "rS", TITLES) == "red Skip"
    assert card_name(load("en"), "W", TITLES) == "Wild"


def test_a_coloured_card_with_the_face_w_is_no_wild() -> None:
    assert card_name(load("en"), "rW", TITLES) == "red Whirl"
    assert card_name(load("en"), "rWG") == "rWG"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("card", ["rT", "rT*", "WY", "WY*", "x7", "", "*", "red 7"])
def test_an_unnamed_card_keeps_its_written_form(language: str, card: str) -> None:
    assert card_name(load(language), card) == card


def test_a_title_in_another_language_only_is_not_used() -> None:
    assert card_name(load("zh-Hant"), "WX", TITLES) == "WX"


def test_colours_have_names_and_other_texts_stay() -> None:
    assert [color_name(load("en"), letter) for letter in "rygbp"] == ["red", "yellow", "green", "blue", "purple"]
    assert color_name(load("zh-Hant"), "p") == "紫色"
    assert color_name(load("en"), "x") == "x"
