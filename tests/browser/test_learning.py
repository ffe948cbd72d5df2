"""The tutorial can be followed step by step, and rules are explained where they apply."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from playwright.sync_api import Browser, expect
from tests.browser import scenes
from tests.browser.page_player import PagePlayer, open_page, open_seat
from tests.browser.page_user import DESKTOP, Language
from tests.browser.server_tables import ServerTables
from tests.server.player import ask

from huefall.editions import SHIPPED
from huefall.texts import LANGUAGES, load
from huefall.texts.rulings import load_rulings

SCENES = {"steady": scenes.STEADY}

PLAY, CALL = "play", "uno"


def test_the_lessons_are_taken_by_following_the_coach(browser: Browser, tables: ServerTables) -> None:
    _, catalogue = ask(tables.url, "/api/catalogue")
    lessons = catalogue["lessons"]
    with open_page(browser, tables.url, "/learn") as anna:
        title = anna.text(f"lesson.{lessons[0]['name']}.title")
        anna.press(f"{anna.text('learn.start')}: {title}")
        coach = anna.page.get_by_test_id("coach")
        for number, lesson in enumerate(lessons):
            for step in lesson["steps"]:
                expect(coach).to_contain_text(anna.text(step["key"]))
                _do(anna, step["await"])
            if number + 1 < len(lessons):
                following = anna.text(f"lesson.{lessons[number + 1]['name']}.title")
                anna.press_text("room.coach.next", title=following)
        expect(coach.get_by_role("button", name=anna.text("page.play"))).to_be_visible()
        anna.open("/learn")
        expect(anna.page.get_by_text(anna.text("learn.all_done"))).to_be_visible()


def _do(anna: PagePlayer, awaited: str) -> None:
    """Do what a step of a lesson waits for."""
    verb, *words = awaited.split()
    if verb == "event":
        return
    anna.wait_for_turn()
    if verb == PLAY:
        card, *rest = words
        anna.play(card, uno=CALL in rest)
        for word in rest:
            if word != CALL and card.startswith("W"):
                anna.choose_color(word)
    elif verb == "catch":
        anna.changing(lambda: anna.page.keyboard.press("x"))
    elif verb == "draw":
        anna.changing(lambda: anna.page.locator('[data-place="pile"]').click())
    else:
        anna.answer(verb)


@pytest.mark.essential
def test_another_move_than_the_lessons_is_not_made(browser: Browser, tables: ServerTables) -> None:
    _, made = ask(tables.url, "/api/lessons/basics", {})
    anna = PagePlayer(browser, tables.url, name=made["name"], token=made["token"])
    try:
        anna.open(f"/t/{made['code']}")
        anna.wait_for_turn()
        before = anna.hand()
        anna.page.locator('[data-place="pile"]').click()
        expect(anna.page.get_by_role("alert")).to_be_visible()
        assert anna.hand() == before
        anna.check()
    finally:
        anna.leave()


@pytest.mark.essential
def test_a_question_mark_on_a_card_shows_its_rule(browser: Browser, tables: ServerTables) -> None:
    with open_seat(browser, tables, "steady") as anna:
        anna.wait_for_turn()
        anna.card("r8").focus()
        anna.page.keyboard.press("?")
        dialog = anna.page.get_by_role("dialog", name=anna.name_of("r8"))
        expect(dialog).to_contain_text(anna.text("rule.PLAY-01.title"))
        ruling = dialog.get_by_role("link", name=load_rulings("en")["matching-symbol"].title)
        expect(ruling).to_have_attribute("href", "/rules/classic#ruling-matching-symbol")
        anna.page.keyboard.press("Escape")
        expect(dialog).to_be_hidden()
        # The focus is back where it was.
        anna.wait_for("() => document.activeElement.dataset.card === 'r8#0'")


@pytest.mark.parametrize("edition", SHIPPED)
def test_every_edition_has_its_rules(browser: Browser, tables: ServerTables, edition: str) -> None:
    with open_page(browser, tables.url, f"/rules/{edition}") as user:
        page = user.page
        expect(page.get_by_role("heading", level=1)).to_contain_text(user.text(f"edition.{edition}"))
        expect(page.locator("#deck")).to_be_visible()
        own = {"buzz": "BUZZ-01", "jurassic": "JUR-01", "bts": "BTS-01", "avengers": "AVG-01"}.get(edition, "UNO-01")
        expect(page.locator(f"#{own}")).to_be_visible()
        missing = page.evaluate(
            "() => [...document.images].filter((each) => each.complete && !each.naturalWidth).length"
        )
        assert missing == 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_rule_leads_to_its_rulings_by_keys(browser: Browser, tables: ServerTables, language: Language) -> None:
    ruling = load_rulings(language)["boost-skip"]
    with open_page(browser, tables.url, "/rules/buzz#BUZZ-03", replace(DESKTOP, language=language)) as user:
        page = user.page
        page.locator("#BUZZ-03").get_by_role("link", name=ruling.title).focus()
        page.keyboard.press("Enter")
        found = page.locator("#ruling-boost-skip")
        expect(found).to_be_in_viewport()
        expect(found).to_contain_text(ruling.ruling)
        expect(found.locator("blockquote").first).to_contain_text(ruling.quotations[0].text)
        # A ruling on cards of another deck is shown only to readers who follow a link to it.
        expect(page.locator("#ruling-dance-judge")).to_have_count(0)
        page.goto(f"{tables.url}/rules#ruling-dance-judge")
        expect(page.locator("#ruling-dance-judge[open]")).to_be_in_viewport()


@pytest.mark.essential
def test_the_language_is_switched_while_a_game_runs(browser: Browser, tables: ServerTables) -> None:
    with open_seat(browser, tables, "steady") as anna:
        anna.wait_for_turn()
        hand = anna.hand()
        anna.press_text("room.menu")
        anna.press_text("room.settings")
        anna.page.get_by_role("radio", name="繁體中文").check()
        expect(anna.page.locator("html")).to_have_attribute("lang", "zh-Hant")
        anna.page.keyboard.press("Escape")
        chinese = load("zh-Hant")
        expect(anna.page.locator(".board .prompt")).to_contain_text(chinese.text("table.prompt"))
        assert anna.hand() == hand
        # What was said aloud before stays as it was said.
        left = anna.page.evaluate(
            """(words) => [...document.querySelectorAll("#app *:not([data-testid=announcer] *)")]
                 .filter((each) => words.some((word) => each.childNodes[0]?.nodeValue?.includes(word)))
                 .map((each) => each.outerHTML.slice(0, 160))""",
            [anna.text(key) for key in ("table.prompt", "page.log", "board.sort.color", "page.hand")],
        )
        assert left == []
        stored = anna.page.evaluate("() => localStorage['huefall.language']")
        assert json.loads(stored) == "zh-Hant"
        anna.page.reload()
        expect(anna.page.locator(".board .prompt")).to_contain_text(chinese.text("table.prompt"))
