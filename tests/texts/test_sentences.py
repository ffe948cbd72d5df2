"""Events become log sentences and refusals become reasons, in both languages."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from huefall.texts.catalogue import LANGUAGES, load
from huefall.texts.sentences import PLACEHOLDERS, explain, join_draws, tell
from huefall.vocabulary import events, phases, refusals

PLAYERS = ("Ada", "Bo", "Cai")

#: One event of every kind and variant, with what it must become in each language; ``titles`` are an edition's own names
#: of cards by face. The page's ``words/game.test.ts`` runs the same samples.
SAMPLES: list[dict[str, Any]] = json.loads(Path(__file__).with_name("sentences.json").read_text(encoding="utf-8"))
EVENTS: list[dict[str, object]] = [sample["event"] for sample in SAMPLES]

RAW: dict[str, object] = {
    "seat": 1,
    "asked": 0,
    "card": "r7",
    "color": "g",
    "colors": "rygb",
    "target": 2,
    "top": "gS*",
    "question": "dance",
    "text": "play r7",
}


def test_the_samples_have_every_kind_of_event() -> None:
    assert {event["event"] for event in EVENTS} == set(events.NAMES)
    assert {event["question"] for event in EVENTS if event["event"] == "ask"} == set(phases.QUESTIONS)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample["en"])
def test_an_event_is_told(language: str, sample: dict[str, Any]) -> None:
    assert tell(load(language), sample["event"], PLAYERS, sample.get("titles")) == sample[language]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_is_told_without_its_rule_too(language: str) -> None:
    for event in EVENTS:
        sentence = tell(load(language), {key: value for key, value in event.items() if key != "rule"}, PLAYERS)
        assert sentence
        assert not re.search(r"[{}]|None|[A-Z]+\d?-0\d", sentence)


@pytest.mark.parametrize("card", [None, ""])
def test_a_hidden_draw_stays_hidden(card: object) -> None:
    assert tell(load("en"), {"event": "draw", "seat": 0, "card": card, "rule": "D2-01"}, PLAYERS) == "Ada drew a card"


def test_the_player_may_be_called_you() -> None:
    assert tell(load("en"), {"event": "skip", "seat": 0, "rule": "SKIP-01"}, ["You", "Bo"]) == "You lost the turn"


@pytest.mark.parametrize("sample", [each for each in SAMPLES if "Ada" in each["en"]], ids=lambda sample: sample["en"])
def test_you_is_capital_only_at_the_start_of_a_sentence(sample: dict[str, Any]) -> None:
    sentence = tell(load("en"), sample["event"], ("You", *PLAYERS[1:]), sample.get("titles"))
    assert sentence == re.sub(r"^you", "You", sample["en"].replace("Ada", "you"))


def test_cards_that_are_seen_in_a_row_are_told_in_one_sentence() -> None:
    drawn = [{"event": "draw", "seat": 0, "card": card, "rule": "CHAL-03"} for card in ("r5", "b7", "W")]
    others = [{"event": "draw", "seat": 1, "rule": "CHAL-03"}] * 2
    catalogue = load("en")
    assert [tell(catalogue, event, PLAYERS) for event in join_draws([*drawn, *others])] == [
        "Ada drew red 5, blue 7, Wild (3 cards)",
        "Bo drew a card",
        "Bo drew a card",
    ]
    assert tell(load("zh-Hant"), next(join_draws(drawn)), ["你"]) == "你抽到紅色 5、藍色 7、萬用牌（共 3 張）"


def test_draws_by_different_rules_are_told_apart() -> None:
    drawn = [{"event": "draw", "seat": 0, "card": "r5", "rule": rule} for rule in ("PLAY-03", "UNO-02")]
    assert list(join_draws(drawn)) == drawn


def test_a_seat_without_a_name_is_told_by_its_number() -> None:
    assert tell(load("en"), {"event": "pass", "seat": 5, "rule": "PLAY-04"}, PLAYERS) == "Seat 5 passed"


def test_titles_name_the_cards_of_an_edition_file() -> None:
    event = {"event": "play", "seat": 0, "card": "rT", "rule": "PLAY-01"}
    titles = {"T": {"en": "Thunder", "zh-Hant": "雷霆牌"}}
    assert tell(load("en"), event, PLAYERS, titles) == "Ada played red Thunder"
    assert tell(load("zh-Hant"), event, PLAYERS, titles) == "Ada 打出紅色雷霆牌"


def test_an_unknown_event_is_an_error_that_names_it() -> None:
    with pytest.raises(KeyError, match=r"event\.explode"):
        tell(load("en"), {"event": "explode", "seat": 0}, PLAYERS)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", refusals.NAMES[1:])
def test_a_refusal_is_explained_with_everything_and_with_nothing(language: str, name: str) -> None:
    for params in (RAW, {}, dict.fromkeys(PLACEHOLDERS)):
        sentence = explain(load(language), name, **params)
        assert sentence.endswith("。" if language == "zh-Hant" else ".")
        assert "{" not in sentence
        assert "None" not in sentence


def test_raw_parameters_become_words() -> None:
    english = load("en")
    assert explain(english, "no_match", **RAW) == (
        "You cannot play red 7 now: the colour in force is green and the top card is green Skip with footprint. "
        "Choose a card that fits, or another move."
    )
    assert explain(english, "not_asked", **RAW) == (
        "The decision now lies with Seat 0, not with Seat 1; wait for your turn."
    )
    assert explain(english, "card_no_answer", **RAW) == "A card is no answer now; what is asked of you: dance or draw."
    assert explain(english, "unknown_color", **RAW).endswith("choose one of these: red, yellow, green, blue.")
    assert "紅色、黃色、綠色、藍色" in explain(load("zh-Hant"), "unknown_color", **RAW)


def test_ready_words_stay_as_they_are() -> None:
    sentence = explain(load("en"), "not_asked", asked="Ada", seat="Bo")
    assert sentence == "The decision now lies with Ada, not with Bo; wait for your turn."
    assert "red 7" in explain(load("en"), "not_held", card="red 7")
    assert explain(load("en"), "needs_color", card="W", colors=["r", "p"]).endswith("add one of these: red, purple.")
    assert explain(load("en"), "needs_color", card="W", colors="red or blue").endswith("these: red or blue.")


def test_what_is_missing_is_told_in_general_words() -> None:
    assert explain(load("en"), "not_held") == "You do not hold this card; choose a card from your hand."
    assert explain(load("zh-Hant"), "not_held") == "你手上沒有這張牌，請從手牌中選。"


def test_titles_name_cards_in_refusals() -> None:
    assert "red Thunder" in explain(load("en"), "not_held", {"T": {"en": "Thunder"}}, card="rT")


def test_a_good_move_has_no_refusal() -> None:
    with pytest.raises(KeyError, match=r"refusal\.none"):
        explain(load("en"), "none")
