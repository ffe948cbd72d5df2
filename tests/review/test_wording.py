"""A review in words: names of players, turning points and better moves."""

from __future__ import annotations

from typing import Any

import pytest

from huefall.bots.explain.reasons import Reason
from huefall.game import Match
from huefall.review import Chance, Review, ReviewMistake, ReviewTurn, review_match
from huefall.review.arithmetic import CODES
from huefall.review.wording import Words, margin_of
from huefall.texts import LANGUAGES, load

NOTES = {"seat 0": "Lin", "seat 1": "bot (easy)", "seat 2": "bot (easy)", "seat 3": "you"}


@pytest.fixture
def review(by_hand: Any) -> Review:
    return review_match(Match("classic", 5, seed=1, notes=NOTES), estimator=by_hand(), threads=1)


def plain(text: str) -> str:
    """A per cent sign may be kept at its number by a space that does not break."""
    return text.replace("\u00a0", " ")


def turn(code: str, **changed: Any) -> ReviewTurn:
    return ReviewTurn(**{
        "round": 1, "step": 4, "seat": 1, "sentence": "draw", "cause": "luck", "code": code, "subject": 0,
        "change": 0.2, "whole": 0.2, "swing": 0.3, "drew": (1,), **changed,
    })  # fmt: skip


def mistake(**changed: Any) -> ReviewMistake:
    return ReviewMistake(**{
        "round": 1, "step": 4, "seat": 0, "fault": "choice", "grade": "mistake", "sentence": "play r7", "better": "play b7",
        "chance": Chance(0.2, 0.2, 0.2), "better_chance": Chance(0.25, 0.25, 0.25), "gain": 0.05, "margin": 0.0,
        "reason": Reason("escapes_penalty", {}), **changed,
    })  # fmt: skip


@pytest.mark.parametrize(
    ("language", "names", "full"),
    [
        ("en", ["Lin", "Bot 1", "Bot 2", "You", "Seat 4"], ["Lin", "Bot 1 (easy)", "Bot 2 (easy)", "You", "Seat 4"]),
        ("zh-Hant", ["Lin", "電腦 1", "電腦 2", "你", "座位 4"], ["Lin", "電腦 1（簡單）", "電腦 2（簡單）", "你", "座位 4"]),
    ],
)  # fmt: skip
def test_everybody_has_the_name_seen_at_the_table(
    review: Review, language: str, names: list[str], full: list[str]
) -> None:
    words = Words(review, load(language))
    assert [words.player(seat) for seat in range(5)] == names
    assert [words.player(seat, with_level=True) for seat in range(5)] == full
    assert words.move("catch 2").endswith(names[2])
    assert names[1] in words.better(mistake(reason=Reason("stops_near_out", {"seat": 1, "amount": 2})))


@pytest.mark.parametrize(
    "noted",
    ["bot", "bot (expert:200ms)", "bot (nobody knows)", "bot (unheard_of)", "robot", "Bot (easy)", "you and me"],
)
def test_only_what_a_table_notes_is_taken_for_a_bot(by_hand: Any, noted: str) -> None:
    match = Match("classic", 2, seed=1, notes={"seat 0": noted})
    words = Words(review_match(match, estimator=by_hand(), threads=1), load("en"))
    known = {"bot": "Bot 0", "bot (expert:200ms)": "Bot 0 (expert)", "bot (unheard_of)": "Bot 0"}
    assert words.player(0, with_level=True) == known.get(noted, noted)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_of_a_turning_point_has_words_and_all_words_a_code(language: str) -> None:
    written = {key.removeprefix("review.turn.") for key in load(language).texts if key.startswith("review.turn.")}
    assert written == {code for pair in CODES.values() for code in pair}


@pytest.mark.parametrize(
    ("told", "english", "chinese"),
    [
        (turn("lucky", subject=1), "Good cards for Bot 1", "電腦 1 牌運好"),
        (turn("lucky_others"), "What Bot 1 drew was good for Lin", "電腦 1 抽到的牌對 Lin 有利"),
        (turn("unlucky_others", drew=(1, 2)), "What Bot 1, Bot 2 drew was bad for Lin", "電腦 1、電腦 2 抽到的牌對 Lin 不利"),
        (turn("hit", cause="play", drew=()), "Bot 1 set Lin back", "電腦 1 讓 Lin 吃了虧"),
        (
            turn("lucky", subject=1, whole=0.35), "Good cards for Bot 1 (by luck alone +20.0 pp)",
            "電腦 1 牌運好（單看運氣 +20.0 百分點）",
        ),
    ],
)  # fmt: skip
def test_a_turning_point_names_the_mover_and_the_subject(
    review: Review, told: ReviewTurn, english: str, chinese: str
) -> None:
    assert [Words(review, load(language)).turn(told) for language in LANGUAGES] == [english, chinese]


@pytest.mark.parametrize(
    ("better", "english", "chinese"),
    [
        ("play b7", "Better: Play blue 7. It escapes the penalty.", "較好的一步：出藍色 7。可以躲過這次罰抽。"),
        ("play b7 uno", "Better: Play blue 7, UNO! It escapes the penalty.", "較好的一步：出藍色 7，UNO！可以躲過這次罰抽。"),
        (None, "It escapes the penalty.", "可以躲過這次罰抽。"),
    ],
)  # fmt: skip
def test_a_better_move_ends_with_one_mark(review: Review, better: str | None, english: str, chinese: str) -> None:
    assert [Words(review, load(each)).better(mistake(better=better)) for each in LANGUAGES] == [english, chinese]


def test_a_mistake_that_went_well_says_why_it_is_one(review: Review) -> None:
    told = [Words(review, load(language)).better(mistake(went_well=True)) for language in LANGUAGES]
    assert told[0].endswith("penalty. It went well as the hidden cards lay, which Lin could not know.")
    assert told[1].endswith("罰抽。以當時看不到的牌來說結果不錯，但 Lin 無從得知。")


def test_changes_have_one_decimal_everywhere(review: Review) -> None:
    words = Words(review, load("en"))
    assert [plain(words.signed(each)) for each in (0.123, -0.1, 0.0004)] == [
        "+12.3 pp",
        "−10.0 pp",
        "0.0 pp",
    ]
    assert plain(words.part(0.05, 1)) == "+5.0"


@pytest.mark.parametrize("language", ["en", "zh-Hant"])
def test_a_part_is_written_with_its_margin(review: Review, language: str) -> None:
    words = Words(review, load(language))
    assert plain(words.part(0.123, 1, 0.0412)) == "+12.3 ± 4.1"
    assert words.part(-1.5, 3, 0.25) == "−1.50 ± 0.25"
    assert (plain(words.whole(0.25, 1, 0.02)), words.whole(1.25, 2, 0.02)) == ("25.0 ± 2.0 %", "1.25 ± 0.02")
    # A certain result has no margin.
    assert (plain(words.part(0.123, 1)), words.whole(2, 3)) == ("+12.3", "2")
    assert margin_of(review.summary[0], "start") == 0.0


def test_margins_are_explained(review: Review) -> None:
    assert load("en").text("review.notes.margins") in Words(review, load("en")).notes()
