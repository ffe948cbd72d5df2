"""What a guest finds again: running games on the first page, past matches, statistics, and the data behind them."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, expect
from tests.browser import scenes
from tests.browser.page_player import RESULT, PagePlayer, by_pressing, open_page, open_seat
from tests.browser.page_user import DESKTOP, PHONE, Device, Language
from tests.browser.search_results import wait_for_review
from tests.browser.server_tables import ServerTables
from tests.browser.tables import Scene
from tests.server.player import ask

SCENES = {
    "evening": scenes.EVENING,
    "steady": scenes.STEADY,
    "last": scenes.LAST,
    # Dealt, so that it can be reviewed, and soon over.
    "short": Scene(persons=scenes.ALONE, bots=1, options={"hand_size": 2, "target": 0}, seed=3),
}

CHINESE_PHONE = replace(PHONE, language="zh-Hant", mode="light")


def section(user: PagePlayer, key: str) -> Locator:
    return user.page.get_by_role("region", name=user.text(key), exact=True)


def way_back(user: PagePlayer) -> Locator:
    return section(user, "me.running").get_by_role("link", name=user.text("me.return"))


def leave_table(user: PagePlayer, key: str = "room.leave.keep") -> None:
    """Go to the first page by the logo, and answer the question."""
    user.touch(user.page.get_by_role("link", name=user.text("page.home")))
    user.touch(user.page.get_by_role("dialog").get_by_role("button", name=user.text(key), exact=True))
    expect(user.button(user.text("page.play"))).to_be_visible()


def finish_match(user: PagePlayer) -> None:
    """Play the last card of the match."""
    user.play("r3")
    expect(user.page.locator(RESULT)).to_be_visible()


@pytest.mark.essential
@pytest.mark.parametrize("device", [DESKTOP, CHINESE_PHONE], ids=str)
def test_the_first_page_shows_a_running_game_and_leads_back_to_it(
    browser: Browser, tables: ServerTables, device: Device
) -> None:
    with open_seat(browser, tables, "evening", device=device) as anna:
        anna.wait_for_turn()
        leave_table(anna)
        game = section(anna, "me.running").get_by_role("listitem")
        expect(game).to_contain_text(anna.text("me.state.turn"))
        expect(game).to_contain_text(anna.text("page.points.of", amount=120, target=500))
        expect(game).to_contain_text(anna.text("edition.classic"))
        anna.page.reload()
        expect(way_back(anna)).to_be_visible()
        anna.touch(way_back(anna))
        anna.wait_for_turn()
        assert anna.page.url == anna.url + tables["evening"].path


def test_several_games_are_listed_what_waits_for_the_guest_first_and_nothing_moves(
    browser: Browser, tables: ServerTables
) -> None:
    with open_seat(browser, tables, "evening", device=PHONE) as anna:
        anna.wait_for_turn()
        leave_table(anna)
        expect(way_back(anna)).to_have_count(1)
        anna.press_text("page.play")
        expect(anna.page.locator(".board")).to_be_visible()
        leave_table(anna)
        expect(way_back(anna)).to_have_count(2)
        # When the page is opened again the games have their room before they come.
        button = anna.button(anna.text("page.play"))
        anna.page.route("**/api/guests/me/games", lambda _route: None)  # no answer yet
        anna.page.reload()
        expect(button).to_be_visible()
        expect(way_back(anna)).to_have_count(0)
        before = button.bounding_box()
        anna.page.unroute_all()
        anna.page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
        expect(way_back(anna)).to_have_count(2)
        after = button.bounding_box()
        assert before and after and abs(before["y"] - after["y"]) < 40, (before, after)


def test_who_has_no_game_or_only_watches_sees_none(browser: Browser, tables: ServerTables) -> None:
    with open_page(browser, tables.url, tables["steady"].path) as guest:
        expect(guest.page.locator(".board")).to_be_visible()
        guest.open("/")
        expect(guest.button(guest.text("start.rules.change"))).to_be_enabled()
        expect(section(guest, "me.running")).to_have_count(0)
        guest.touch(guest.page.get_by_role("link", name=guest.text("start.me")))
        expect(guest.page.get_by_role("heading", name=guest.text("me.none"))).to_be_visible()
        guest.touch(guest.page.locator("main").get_by_role("link", name=guest.text("page.play")))
        expect(guest.button(guest.text("page.play"))).to_be_visible()


def test_a_seat_that_was_given_up_says_so_and_can_be_taken_back(browser: Browser, tables: ServerTables) -> None:
    with open_seat(browser, tables, "steady") as anna, open_seat(browser, tables, "steady", 1) as ben:
        expect(ben.page.locator(".board")).to_be_visible()
        anna.wait_for_turn()
        leave_table(anna, "room.give_up")
        expect(section(anna, "me.running")).to_contain_text(anna.text("me.state.left"))
        anna.touch(way_back(anna))
        anna.press_text("room.return")
        expect(anna.page.get_by_text(anna.text("room.left"))).to_have_count(0)


def test_the_menu_of_the_table_leads_to_my_games(browser: Browser, tables: ServerTables) -> None:
    with open_seat(browser, tables, "steady", device=PHONE) as anna:
        anna.wait_for_turn()
        anna.press_text("room.menu")
        anna.touch(anna.page.get_by_role("link", name=anna.text("start.me")))
        anna.touch(anna.page.get_by_role("dialog").get_by_role("button", name=anna.text("room.leave.keep")))
        expect(way_back(anna)).to_be_visible()
        assert anna.page.url == f"{anna.url}/me"


@pytest.mark.parametrize("language", ["en", "zh-Hant"])
def test_a_finished_match_is_in_my_games_with_its_result_and_replay(
    browser: Browser, tables: ServerTables, language: Language
) -> None:
    with open_seat(browser, tables, "last", device=Device(390, 844, language=language, has_touch=True)) as anna:
        anna.wait_for_turn()
        finish_match(anna)
        anna.open("/me")
        match = section(anna, "me.games").get_by_role("listitem")
        expect(match).to_have_count(1)
        expect(match).to_contain_text(anna.text("me.won"))
        expect(match).to_contain_text("Ben")
        expect(match).to_contain_text(anna.text("edition.classic"))
        expect(section(anna, "me.statistics")).to_contain_text(anna.text("me.people"))
        anna.touch(match.get_by_role("link", name=anna.text("room.replay")))
        expect(anna.page.get_by_role("slider")).to_be_visible()
        assert anna.page.url.startswith(anna.url + tables["last"].replay)


def test_a_reviewed_match_is_counted_and_drawn(browser: Browser, tables: ServerTables) -> None:
    with open_seat(browser, tables, "short") as anna:
        anna.play_out(by_pressing)
        anna.open("/me")
        statistics = section(anna, "me.statistics")
        expect(statistics).to_contain_text(anna.words.counted("me.sum.matches", 1))
        expect(statistics).to_contain_text(anna.text("bot.easy.title"))
        expect(statistics).to_contain_text(anna.text("me.chart.none"))
        anna.touch(section(anna, "me.games").get_by_role("link", name=anna.text("me.review")))
        wait_for_review(anna)
        anna.open("/me")
        expect(section(anna, "me.statistics").get_by_role("img")).to_have_count(2)
        anna.page.get_by_text(anna.text("me.chart.table"), exact=True).click()
        table = section(anna, "me.statistics").locator("details table")
        expect(table.locator("tbody tr")).to_have_count(1)
        anna.touch(table.get_by_role("link"))
        wait_for_review(anna)


def test_everything_can_be_downloaded(browser: Browser, tables: ServerTables, tmp_path: Path) -> None:
    with open_seat(browser, tables, "last") as anna:
        anna.wait_for_turn()
        finish_match(anna)
        anna.open("/me")
        with anna.page.expect_download() as download:
            anna.press_text("me.export")
        assert download.value.suggested_filename == "huefall-export.json"
        download.value.save_as(tmp_path / "export.json")
        export = json.loads((tmp_path / "export.json").read_text(encoding="utf-8"))
        assert export["name"] == "Anna"
        assert [match["table"] for match in export["matches"]] == [tables["last"].code]
        assert tables["last"].tokens[0] not in json.dumps(export)


@pytest.mark.parametrize("language", ["en", "zh-Hant"])
def test_everything_is_deleted_after_a_question_and_the_browser_forgets(
    browser: Browser, tables: ServerTables, language: Language
) -> None:
    with open_seat(browser, tables, "last", device=Device(language=language)) as anna:
        anna.wait_for_turn()
        finish_match(anna)
        anna.open("/me")
        anna.press_text("me.delete", exact=True)
        dialog = anna.page.get_by_role("dialog", name=anna.text("me.delete.title"))
        expect(dialog).to_contain_text(anna.text("me.delete.final"))
        dialog.get_by_role("button", name=anna.text("page.cancel")).click()
        expect(dialog).to_have_count(0)
        assert ask(tables.url, "/api/guests/me", token=tables["last"].tokens[0])[0] == 200
        anna.press_text("me.delete", exact=True)
        dialog.get_by_role("button", name=anna.text("me.delete.yes"), exact=True).click()
        expect(anna.button(anna.text("page.play"))).to_be_visible()
        assert anna.page.url == f"{anna.url}/"
        kept = anna.page.evaluate("() => JSON.stringify({ ...localStorage })")
        assert "Anna" not in kept and "token" not in kept
        assert ask(tables.url, "/api/guests/me", token=tables["last"].tokens[0])[0] == 401
        expect(section(anna, "me.running")).to_have_count(0)
