"""The review as a page and as text, in both languages."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from random import Random
from typing import Any

import pytest

from huefall.game import Match
from huefall.review import Review, review_match
from huefall.review.graph import marks
from huefall.review.page import write_page
from huefall.review.report import write_report
from huefall.review.wording import Words
from huefall.texts import LANGUAGES, load

VOID = {"meta", "input"}


@pytest.fixture
def review(play_on: Any, by_hand: Any) -> Review:
    match = Match("classic", 3, {"preset": "party"}, seed=6, notes={"seat 0": "<b>Ann</b> & co", "seat 1": "</script>"})
    return review_match(play_on(match, Random(6), rounds=2), estimator=by_hand({"draw": 0.1}, width=0.0), threads=2)


class Outline(HTMLParser):
    """Checks that elements are closed in the order they were opened, and keeps what there is."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def outline(page: str) -> Outline:
    found = Outline()
    found.feed(page)
    assert found.open == []
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_is_whole_and_needs_nothing_else(review: Review, language: str) -> None:
    page = write_page(review, load(language))
    found = outline(page)
    assert {attributes.get("lang") for tag, attributes in found.seen if tag == "html"} == {language}
    for tag, attributes in found.seen:
        assert tag not in {"link", "iframe", "img"}
        assert not {"src", "href"} & attributes.keys()
    assert not re.search(r"url\((?!data:|#)", page)
    assert "http" not in re.sub(r"base64,[^)]*", "", page)


def test_ids_are_unique_and_every_reference_leads_somewhere(review: Review) -> None:
    page = write_page(review, load("en"))
    ids = [attributes["id"] for _, attributes in outline(page).seen if "id" in attributes]
    assert len(ids) == len(set(ids))
    assert set(re.findall(r"url\(#([^)]*)\)", page)) <= set(ids)


def test_names_are_text_and_nothing_else(review: Review) -> None:
    page = write_page(review, load("en"))
    assert "<b>Ann" not in page
    assert page.count("</script>") == 2
    assert "&lt;b&gt;Ann&lt;/b&gt; &amp; co" in page


def test_everything_the_review_has_can_be_gone_to(review: Review) -> None:
    buttons = [attributes for tag, attributes in outline(write_page(review, load("en"))).seen if tag == "button"]
    places = {(each["data-round"], each["data-step"]) for each in buttons if "data-step" in each}
    for played in review.rounds:
        assert played.turning_points and played.mistakes
        wanted = {(turn.round, turn.step) for turn in played.turning_points}
        # A mistake is shown where the better move can still be chosen.
        wanted |= {(mistake.round, mistake.step - 1) for mistake in played.mistakes}
        assert {(str(number), str(step)) for number, step in wanted} <= places
    assert all(each.get("type") == "button" for each in buttons)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_mistake_says_that_it_leads_to_the_decision(review: Review, language: str) -> None:
    page, catalogue = write_page(review, load(language)), load(language)
    for played in review.rounds:
        for mistake in played.mistakes:
            place = catalogue.text("review.decision", amount=mistake.step)
            button = rf'data-round="{mistake.round}" data-step="{mistake.step - 1}">(?:<span class="pair".*?</span>)?<span class="what"><small>{place} '
            assert re.search(button, page)


def test_the_table_has_every_step_of_every_round(review: Review) -> None:
    seen = outline(write_page(review, load("en"))).seen
    rows = [attributes for tag, attributes in seen if tag == "tr" and "data-step" in attributes]
    assert len(rows) == sum(len(played.steps) for played in review.rounds)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_text_tells_every_round_and_every_mistake(review: Review, language: str) -> None:
    catalogue = load(language)
    text = write_report(review, catalogue)
    for number in (1, 2):
        assert catalogue.text("review.round", amount=number) in text
    for played in review.rounds:
        for mistake in played.mistakes:
            assert catalogue.text(f"review.grade.{mistake.grade}") in text
    assert catalogue.text("review.unfinished") in text
    assert "{" not in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_luck_and_skill_are_shown_with_their_margins_and_said_in_words(
    play_on: Any, by_hand: Any, language: str
) -> None:
    match = play_on(Match("classic", 3, seed=6), Random(6), rounds=1)
    review, catalogue = review_match(match, estimator=by_hand(width=0.02), threads=1), load(language)
    words, (first, *_) = Words(review, catalogue), review.rounds[0].summary
    assert first.margins is not None and first.margins.own
    own = first.own, 1, first.margins.own
    shown, said = words.part(*own), words.part(*own, "review.margin.said")
    assert shown in write_report(review, catalogue)
    page = write_page(review, catalogue)
    assert f'<span aria-hidden="true">{shown}</span><span class="unseen">{said}</span>' in page
    outline(page)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_match_of_which_only_the_deal_is_there_can_be_shown(by_hand: Any, language: str) -> None:
    review = review_match(Match("bts", 2, seed=1), estimator=by_hand(), threads=1)
    outline(write_page(review, load(language)))
    assert write_report(review, load(language))


def test_ten_seats_have_ten_marks() -> None:
    found = marks("avengers", 10)
    assert len({(mark.letter, mark.hollow) for mark in found}) == 10
    assert len({mark.field for mark in found}) == 10
