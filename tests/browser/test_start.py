"""The first page: play at once, choose, open a table for others, join one; and how little it loads to begin."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from tests.browser import scenes
from tests.browser.page_player import PICKER, PagePlayer, open_page
from tests.browser.page_user import PHONE, Device, Language
from tests.browser.server_tables import ServerTables

from huefall.texts import load
from huefall.vocabulary.colors import NAMES

SCENES = {"open": scenes.OPEN, "five": scenes.FIVE_COLORS}

#: What the first page may fetch of JavaScript, in bytes as they are sent.
FIRST_SCRIPTS = 60_000

THUNDER = Path(__file__).parents[2] / "docs" / "examples" / "thunder.toml"


def test_the_first_page_needs_little_javascript(browser: Browser, tables: ServerTables) -> None:
    with open_page(browser, tables.url) as user:
        expect(user.button(user.text("start.rules.change"))).to_be_enabled()
        user.page.wait_for_load_state("networkidle")
        scripts = user.page.evaluate(
            """() => performance.getEntriesByType("resource")
                 .filter(({ name }) => new URL(name).pathname.endsWith(".js"))
                 .map(({ name, encodedBodySize }) => [name, encodedBodySize])"""
        )
        assert scripts
        assert sum(size for _, size in scripts) <= FIRST_SCRIPTS, scripts


@pytest.mark.essential
def test_one_click_leads_to_a_game(browser: Browser, tables: ServerTables) -> None:
    with open_page(browser, tables.url, device=PHONE) as anna:
        anna.page.get_by_label(anna.text("start.name")).fill("Anna")
        anna.press_text("page.play")
        anna.wait_for_turn()
        assert anna.hand()
        assert '"name":"Anna"' in anna.page.evaluate("() => localStorage['huefall.guest']").replace(" ", "")
        # The name and the choices are there the next time.
        anna.open("/")
        expect(anna.page.get_by_label(anna.text("start.name"))).to_have_value("Anna")


@pytest.mark.essential
def test_a_table_is_opened_and_somebody_joins_by_its_code(browser: Browser, tables: ServerTables) -> None:
    with open_page(browser, tables.url) as anna, open_page(browser, tables.url) as ben:
        anna.press_text("start.new_table")
        expect(anna.page.get_by_role("img", name=anna.text("page.qr"))).to_be_visible()
        link = anna.page.get_by_role("textbox", name=anna.text("page.invite")).input_value()
        code = link.rpartition("/")[2]
        assert link == f"{tables.url}/t/{code}"
        ben.page.get_by_label(ben.text("start.join")).fill("nothing")
        ben.press_text("start.join.button")
        expect(ben.page.get_by_text(ben.text("start.join.wrong"))).to_be_visible()
        ben.page.get_by_label(ben.text("start.join")).fill(link)
        ben.press_text("start.join.button")
        ben.page.get_by_label(ben.text("page.name")).fill("Ben")
        ben.press_text("page.sit", exact=True)
        expect(anna.page.get_by_text("Ben", exact=True)).to_be_visible()
        anna.press_text("page.fill")
        anna.press_text("page.start")
        for player in (anna, ben):
            expect(player.page.locator('[data-place="hand"] [data-card]').first).to_be_visible()


@pytest.mark.essential
def test_a_deck_of_ones_own_is_brought_along_and_played(browser: Browser, tables: ServerTables) -> None:
    deck = "".join(color[0] for color in tomllib.loads(THUNDER.read_text("utf-8"))["colors"])
    with open_page(browser, tables.url) as anna:
        expect(anna.button(anna.text("start.rules.change"))).to_be_enabled()
        chooser = anna.page.locator('input[type="file"]').first
        bad = {"name": "bad.toml", "mimeType": "text/plain", "buffer": b'name = "mine"\nplayers = "many"\n'}
        anna.expects("422|400")
        chooser.set_input_files(files=[bad])
        expect(anna.page.get_by_text(anna.text("start.file.refused", name="bad.toml"))).to_be_visible()
        chooser.set_input_files(THUNDER)
        expect(anna.page.get_by_text("Thunder").first).to_be_visible()
        # Its black cards show the colours it has, here and at the table.
        expect(anna.page.locator(f'img[src$="/W.svg?deck={deck}"]').first).to_be_attached()
        anna.page.get_by_label(anna.text("page.bots")).select_option("1")
        anna.press_text("page.play")
        expect(anna.page.get_by_role("heading", level=1)).to_contain_text("Thunder")
        anna.wait_for(
            """(deck) => performance.getEntriesByType("resource").some(({ name }) => name.endsWith(deck))""",
            f"/W.svg?deck={deck}",
        )
        expect(anna.page.locator('[data-place="hand"] [data-card]').first).to_be_visible()


def test_five_colours_can_be_named_on_a_small_phone_DECK_03(browser: Browser, tables: ServerTables) -> None:  # noqa: N802
    place = tables["five"]
    anna = PagePlayer(browser, tables.url, Device(320, 640), name="Anna", token=place.tokens[0])
    try:
        anna.open(place.path)
        anna.play("W")
        petals = anna.page.locator(PICKER).locator(".name")
        expect(petals).to_have_text([anna.text(f"color.{name}") for name in NAMES])
        # A name is one line: no word is broken.
        lines = "(each) => Math.round(each.offsetHeight / parseFloat(getComputedStyle(each).lineHeight))"
        assert petals.evaluate_all(f"(all) => all.map({lines})") == [1] * len(NAMES)
        petals.nth(1).click()  # yellow, which has no numbers
        expect(anna.page.locator("[data-top]")).to_have_attribute("data-top", "W")
        # The rules of the table show the deck in its own colours, each card only in those it is in.
        anna.open(f"/rules/bts-as-printed?table={place.code}")
        for card, count in (("p9", 1), ("y9", 0), ("yS", 1), ("pS", 0)):
            expect(anna.page.locator(f'table img[src$="/{card}.svg"]')).to_have_count(count)
        expect(anna.page.locator('table img[src$="/W.svg?deck=rygbp"]')).to_have_count(1)
        anna.check()
    finally:
        anna.leave()


@pytest.mark.parametrize("language", ["en", "zh-Hant"])
def test_what_cannot_be_played_is_said_in_the_readers_language(
    browser: Browser, tables: ServerTables, language: Language
) -> None:
    choices = {"name": "", "bots": 9, "level": "easy", "setup": {"options": {"hand_size": 15}}}
    anna = PagePlayer(browser, tables.url, Device(language=language))
    try:
        anna.context.add_init_script(f"localStorage['huefall.start'] ??= {json.dumps(json.dumps(choices))}")
        anna.expects("422")
        anna.open("/")
        anna.press_text("page.play")
        said = anna.text("setup.hand_size", size=15, players=10, cards=108, most=9)
        expect(anna.page.get_by_text(said)).to_be_visible()
        anna.check()
    finally:
        anna.leave()


def test_the_first_page_changes_its_language_and_its_light(browser: Browser, tables: ServerTables) -> None:
    with open_page(browser, tables.url) as user:
        chinese = load("zh-Hant")
        user.page.get_by_label(user.text("page.language")).select_option("zh-Hant")
        expect(user.page.get_by_role("heading", level=1)).to_have_text(chinese.text("start.headline"))
        expect(user.page).to_have_title(chinese.text("start.title"))
        light = chinese.text("start.mode", mode=chinese.text("start.mode.auto"))
        user.press(light)
        expect(user.page.locator("html")).to_have_attribute("data-mode", "light")


def test_the_host_arranges_the_table(browser: Browser, tables: ServerTables) -> None:
    place = tables["open"]
    anna = PagePlayer(browser, tables.url, name="Anna", token=place.tokens[0])
    try:
        anna.open(place.path)
        anna.press_text("page.fill")
        expect(anna.button(anna.text("page.start"))).to_be_enabled()
        # The rules differ from the official ones, and each tells what it means.
        anna.press(anna.text("option.cut.title"))
        expect(anna.page.get_by_role("dialog")).to_contain_text(anna.text("option.cut.text"))
        anna.page.keyboard.press("Escape")
        anna.press_text("page.start")
        expect(anna.page.locator('[data-place="hand"] [data-card]').nth(6)).to_be_visible()
        anna.check()
    finally:
        anna.leave()


@pytest.mark.parametrize("language", ["en", "zh-Hant"])
def test_the_length_of_the_match_is_chosen_next_to_play_now(
    browser: Browser, tables: ServerTables, language: Language
) -> None:
    with open_page(browser, tables.url, device=Device(390, 844, language=language, has_touch=True)) as anna:
        lengths = anna.page.get_by_role("group", name=anna.text("start.length"))
        expect(lengths.get_by_role("radio", name=anna.text("start.length.500"))).to_be_checked()
        lengths.get_by_role("radio", name=anna.text("start.length.0")).check()
        expect(anna.button(anna.text("start.rules.change"))).to_be_enabled()
        # It is remembered, and the same option as in the rules.
        anna.open("/")
        expect(lengths.get_by_role("radio", name=anna.text("start.length.0"))).to_be_checked()
        anna.press_text("start.rules.change")
        dialog = anna.page.get_by_role("dialog")
        dialog.get_by_text(anna.text("start.rules.single")).click()
        target = dialog.locator("#option-target")
        target.locator("summary").click()
        expect(target.get_by_role("spinbutton")).to_have_value("0")
        target.get_by_role("spinbutton").fill("350")
        target.get_by_role("spinbutton").press("Enter")
        anna.press_text("start.done")
        expect(lengths.get_by_role("radio", name=anna.text("start.length.points", amount=350))).to_be_checked()
        # The keys choose it, too; then a single round is played.
        lengths.get_by_role("radio", name=anna.text("start.length.points", amount=350)).focus()
        for _ in range(2):
            anna.page.keyboard.press("ArrowLeft")
        expect(lengths.get_by_role("radio", name=anna.text("start.length.0"))).to_be_checked()
        with anna.page.expect_request("**/api/play") as sent:
            anna.press_text("page.play")
        body = sent.value.post_data_json
        assert body and body["options"] == {"target": 0}
        anna.wait_for_turn()
