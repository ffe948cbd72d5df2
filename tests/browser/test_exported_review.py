"""The exported review in a real browser: it opens from a file without a network, in both languages, accessibly."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from tests.browser.inspection import find_barriers, find_unreadable
from tests.random_play import play_on
from tests.review.conftest import ByHand

from huefall.game import Match
from huefall.review import Review, review_match
from huefall.review.export import write_html
from huefall.review.wording import Words
from huefall.texts import LANGUAGES, load

NAMES = {"seat 0": "<b>Ann</b> & co", "seat 1": "</script>", "seat 2": "bot (normal)"}
SIZES = {"phone": (390, 844), "laptop": (1366, 768)}

Exported = tuple[Match, Review]


@pytest.fixture(scope="module")
def exported() -> Exported:
    """Two rounds with turning points and mistakes."""
    options = {"preset": "party", "hand_size": 4, "target": 1000}
    match = play_on(Match("jurassic", 3, options, seed=6, notes=NAMES), Random(6), rounds=2)
    review = review_match(match, estimator=ByHand({"draw": 0.1}, width=0.02), threads=2)
    assert all(played.turning_points and played.mistakes for played in review.rounds)
    return match, review


@contextmanager
def opened(
    browser: Browser,
    file: Path,
    exported: Exported,
    language: str = "en",
    size: tuple[int, int] = SIZES["laptop"],
    **settings: Any,
) -> Iterator[Page]:
    """Open the export in a browser without a network; anything it asks for or complains about fails the test."""
    file.write_text(write_html(*exported, load(language)), encoding="utf-8")
    width, height = size
    context = browser.new_context(
        viewport={"width": width, "height": height}, offline=True, reduced_motion="reduce", locale="en", **settings
    )
    page, troubles = context.new_page(), []
    page.on("console", lambda message: troubles.append(message.text) if message.type in {"error", "warning"} else None)
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.on(
        "request",
        lambda request: None if request.url.startswith(("data:", file.as_uri())) else troubles.append(request.url),
    )
    page.goto(file.as_uri())
    yield page
    assert troubles == []
    context.close()


def wait_for_board(page: Page) -> Locator:
    """Wait until a board is shown; return the slider of its steps."""
    expect(page.locator("[data-top]")).to_be_visible()
    return page.get_by_role("slider")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SIZES)
def test_it_opens_without_a_network_and_without_barriers(
    browser: Browser,
    tmp_path: Path,
    exported: Exported,
    language: str,
    size: str,
) -> None:
    with opened(browser, tmp_path / "review.html", exported, language, SIZES[size]) as page:
        wait_for_board(page)
        assert page.evaluate("() => document.documentElement.lang") == language
        assert page.evaluate("() => document.documentElement.scrollWidth") == SIZES[size][0]
        expect(page.get_by_role("heading", level=1)).to_have_text(load(language).text("review.title"))
        expect(page.get_by_role("link")).to_have_count(0)  # there is nowhere to go
        ids = page.evaluate("() => [...document.querySelectorAll('[id]')].map(({ id }) => id)")
        assert len(ids) == len(set(ids))
        assert find_barriers(page) == []
        assert find_unreadable(page) == []


def test_its_lists_scroll_next_to_the_board(browser: Browser, tmp_path: Path, exported: Exported) -> None:
    with opened(browser, tmp_path / "review.html", exported) as page:
        wait_for_board(page)
        lists, board = page.locator(".lists").bounding_box(), page.locator(".stage .board").first.bounding_box()
        assert lists is not None and board is not None
        assert abs((lists["y"] + lists["height"]) - (board["y"] + board["height"])) <= 1


def test_every_picture_at_every_step_is_in_the_file(
    browser: Browser,
    tmp_path: Path,
    exported: Exported,
) -> None:
    with opened(browser, tmp_path / "review.html", exported) as page:
        slider, met = wait_for_board(page), 0
        for number, played in enumerate(exported[1].rounds):
            if number:
                page.keyboard.press("PageDown")
                expect(slider).to_have_attribute("max", str(len(played.steps) - 1))
            for step in range(len(played.steps)):
                expect(slider).to_have_value(str(step))
                sources = page.evaluate("() => [...document.images].map(({ src }) => src.slice(0, 19))")
                assert set(sources) == {"data:image/svg+xml,"}
                met += len(sources)
                page.keyboard.press("ArrowRight")
        assert page.evaluate("() => [...document.images].every((image) => image.complete && image.naturalWidth > 0)")
        assert met > 100


def test_names_are_text(browser: Browser, tmp_path: Path, exported: Exported) -> None:
    with opened(browser, tmp_path / "review.html", exported) as page:
        wait_for_board(page)
        chances = page.get_by_role("list", name=load("en").text("review.standing"))
        for name in ("<b>Ann</b> & co", "</script>", "Bot 2"):
            expect(chances.get_by_text(name, exact=True)).to_be_visible()


def test_turning_points_lead_to_their_step_and_mistakes_to_the_decision(
    browser: Browser,
    tmp_path: Path,
    exported: Exported,
) -> None:
    _, review = exported
    with opened(browser, tmp_path / "review.html", exported) as page:
        slider, text = wait_for_board(page), load("en").text
        page.keyboard.press("PageDown")
        played = review.rounds[1]
        expect(slider).to_have_attribute("max", str(len(played.steps) - 1))
        turns = page.get_by_role("region", name=text("review.turning"), exact=True).get_by_role("button")
        mistakes = page.get_by_role("region", name=text("review.better")).get_by_role("button")
        expect(turns).to_have_count(len(played.turning_points))
        expect(mistakes).to_have_count(len(played.mistakes))
        wanted = [(turns.nth(at), turn.step, "review.step", turn.step) for at, turn in enumerate(played.turning_points)]
        # A mistake leads to where the better move can still be chosen.
        wanted += [
            (mistakes.nth(at), mistake.step - 1, "review.decision", mistake.step)
            for at, mistake in enumerate(played.mistakes)
        ]
        for button, step, place, named in wanted:
            button.focus()
            page.keyboard.press("Enter")
            expect(slider).to_have_value(str(step))
            expect(button).to_contain_text(text(place, amount=named))
            expect(button).to_have_attribute("aria-current", "step")
            expect(button).to_be_focused()
        far = next(turn for turn in review.turning_points if turn.round == 1)
        page.get_by_role("button", name=text("review.place", round=1, step=far.step)).first.click()
        expect(slider).to_have_attribute("max", str(len(review.rounds[0].steps) - 1))
        expect(slider).to_have_value(str(far.step))


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_numbers_are_there(browser: Browser, tmp_path: Path, exported: Exported, language: str) -> None:
    _, review = exported
    with opened(browser, tmp_path / "review.html", exported, language) as page:
        wait_for_board(page)
        catalogue = load(language)
        page.get_by_text(catalogue.text("review.table"), exact=True).click()
        rows = page.get_by_role("group", name=catalogue.text("review.table")).get_by_role("row")
        expect(rows).to_have_count(1 + len(review.rounds[0].steps))
        # Luck and skill with their margins: signs for those who see them, words for those who listen.
        words, first = Words(review, catalogue), review.summary[0]
        assert first.margins is not None and first.margins.own
        own = first.own, first.rounds, first.margins.own
        seen = words.part(*own)
        number, margin = seen.split(" ± ")
        heard = catalogue.text("review.margin.said", number=number, margin=margin)
        expect(page.get_by_text(seen, exact=True).first).to_be_visible()
        expect(page.get_by_text(heard, exact=True).first).to_be_attached()


def test_the_language_can_be_changed(browser: Browser, tmp_path: Path, exported: Exported) -> None:
    with opened(browser, tmp_path / "review.html", exported) as page:
        wait_for_board(page)
        page.get_by_role("radio", name="繁體中文").click(force=True)
        expect(page.get_by_role("heading", level=1)).to_have_text(load("zh-Hant").text("review.title"))
        assert page.evaluate("() => document.documentElement.lang") == "zh-Hant"


def test_it_can_be_read_without_scripts(browser: Browser, tmp_path: Path, exported: Exported) -> None:
    with opened(browser, tmp_path / "review.html", exported, java_script_enabled=False) as page:
        report = page.locator("noscript pre")
        expect(report).to_be_visible()
        expect(report).to_contain_text(load("en").text("review.notes.ranges"))
        expect(report).to_contain_text("<b>Ann</b> & co")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_match_of_one_deal_is_shown(browser: Browser, tmp_path: Path, language: str) -> None:
    match = Match("bts", 2, seed=1)
    review = review_match(match, estimator=ByHand(), threads=1)
    with opened(browser, tmp_path / "review.html", (match, review), language) as page:
        expect(wait_for_board(page)).to_have_attribute("max", "0")
