"""What a card does and counts as, from the attributes of an edition that no code knows (unseen.toml)."""

from __future__ import annotations

from pathlib import Path

import pytest

from huefall.editions import SHIPPED, Edition, load_edition
from huefall.editions.effects import NUMBERS_IN_TEXTS, counts_as, effect_of, rules_with_other_numbers
from huefall.editions.rule_refs import rules_of_card
from huefall.texts import LANGUAGES, card_name, load
from huefall.texts.effects import effect_sentences, effect_text

UNSEEN = load_edition(str(Path(__file__).with_name("unseen.toml")))


def help_for(card: str, language: str = "en", edition: Edition = UNSEEN) -> list[str]:
    kind = next(kind for kind in edition.kinds() if kind.text == card)
    return effect_sentences(load(language), effect_of(kind), counts_as(kind.row))


@pytest.mark.parametrize(
    ("card", "english", "chinese"),
    [
        ("r+3", "The next player draws 3 cards and loses the turn.", "下一位玩家抽 3 張牌，並失去這個回合。"),
        ("p+10*", "The next player draws 10 cards and loses the turn.", "下一位玩家抽 10 張牌，並失去這個回合。"),
        ("gR", "The next player draws 1 card and loses the turn.", "下一位玩家抽 1 張牌，並失去這個回合。"),
        ("bSS", "The next 2 players lose the turn, but never you.", "接下來 2 位玩家失去回合，但不會跳過你自己。"),
        ("ySA", "Everybody else loses the turn, so you act again.", "其他人全部失去回合，由你再出一次。"),
        ("rS", "The next player loses the turn.", "下一位玩家失去這個回合。"),
        ("rX", "The direction of play turns.", "出牌方向反轉。"),
        ("WK", "The next player dances or draws 5 cards.", "下一位玩家跳舞或抽 5 張牌。"),
    ],
)
def test_a_card_is_described_by_its_own_numbers(card: str, english: str, chinese: str) -> None:
    assert english in help_for(card)
    assert chinese in help_for(card, "zh-Hant")


def test_a_plain_card_does_nothing_and_a_plain_black_one_names_a_colour() -> None:
    assert help_for("rQ") == help_for("g10") == []
    assert help_for("W") == ["You name a colour."]


def test_an_own_card_says_which_card_of_the_rules_it_counts_as() -> None:
    assert "A rule that mentions “Draw Two” holds for this card too." in help_for("r+3")
    assert "規則中提到「禁止牌」的地方，也適用於這張牌。" in help_for("rSS", "zh-Hant")
    found = {kind.row.face: counts_as(kind.row) for kind in UNSEEN.kinds()}
    assert found == {
        **dict.fromkeys(["5", "8", "10", "12", "S", "+2", "W", "Q"]),
        **dict.fromkeys(["+3", "+10", "R"], "+2"),
        **dict.fromkeys(["SS", "SA"], "S"),
        **dict.fromkeys(["W+6", "W+1"], "W+4"),
        "X": "R",
        "WT": "WE",
        "WN": "WH",
        "WK": "WD",
        "WM": "WG",
    }


@pytest.mark.parametrize("name", SHIPPED)
def test_every_shipped_card_is_the_one_its_rules_mention(name: str) -> None:
    edition = load_edition(name)
    for kind in edition.kinds():
        assert counts_as(kind.row) is None
        assert rules_with_other_numbers(effect_of(kind), rules_of_card(edition, kind)) == []


def test_rules_whose_texts_mention_another_number_are_known() -> None:
    found = {
        kind.text: rules_with_other_numbers(effect_of(kind), rules_of_card(UNSEEN, kind)) for kind in UNSEEN.kinds()
    }
    assert found["r+3"] == ["D2-01", "SAME-02"]
    assert found["rSS"] == found["rSA"] == ["SKIP-01", "SAME-02"]
    assert found["W+6"] == ["WD4-01", "CHAL-02", "CHAL-03"]
    assert found["WK"] == ["BTS-01", "BTS-02"] and found["WM"] == ["AVG-01"]
    assert found["r+2"] == found["rS"] == found["r10"] == []


@pytest.mark.parametrize("rule", NUMBERS_IN_TEXTS)
def test_the_texts_mention_the_numbers_they_are_listed_with(rule: str) -> None:
    counts = [number for name, number in NUMBERS_IN_TEXTS[rule].items() if name != "skips"]
    for language in LANGUAGES:
        text = load(language).text(f"rule.{rule}.text")
        assert all(str(number) in text for number in counts)


def test_every_card_has_a_name_of_its_own() -> None:
    for language in LANGUAGES:
        names = [card_name(load(language), kind.text, UNSEEN.titles()) for kind in UNSEEN.kinds()]
        assert len(set(names)) == len(names)


def test_a_rule_book_name_is_not_given_to_a_card_that_does_something_else() -> None:
    assert card_name(load("en"), "rR", UNSEEN.titles()) == "red R"
    assert card_name(load("zh-Hant"), "rR", UNSEEN.titles()) == "紅色 R"
    assert card_name(load("en"), "rR", load_edition("classic").titles()) == "red Reverse"


def test_what_belongs_to_an_option_is_left_out_when_it_is_off() -> None:
    kind = next(kind for kind in UNSEEN.kinds() if kind.text == "rS")
    assert "Shields" in effect_text(load("en"), effect_of(kind))
    assert "Shields" not in effect_text(load("en"), effect_of(kind), None, lambda rule: rule != "SHIELD-01")
