"""How far the match goes and who is who: round, score and target at the table, the hands in the result, the log."""

from __future__ import annotations

from dataclasses import replace

import pytest
from playwright.sync_api import Browser, Locator, expect
from tests.browser import scenes
from tests.browser.inspection import find_barriers, find_unreadable
from tests.browser.page_player import RESULT, PagePlayer, open_seat
from tests.browser.page_user import DESKTOP, PHONE, Device
from tests.browser.server_tables import ServerTables

NARROWEST = Device(320, 568, has_touch=True)
CHINESE = replace(DESKTOP, language="zh-Hant")
CHINESE_PHONE = replace(PHONE, language="zh-Hant", mode="light")

SCENES = {
    "evening": scenes.EVENING,
    "single": scenes.at([["r3", "g1"], ["y3", "W"]], "r5"),
    "ten": scenes.TEN,
    # Anna goes out; the first bot holds more cards than fit into a row.
    "long hands": scenes.at(
        [["r3"], scenes.MANY[:17], ["y1", "y2", "y3", "W+4"]],
        "r5",
        {"target": 500},
        persons=scenes.ALONE,
        bots=2,
        called=[0],
        scores=[120, 85, 40],
    ),
    # Anna's Wild Draw Four was a bluff: she draws four cards.
    "bluffed": replace(scenes.BLUFF, moves=("0 play W+4 g", "1 challenge")),
}


def header(player: PagePlayer) -> Locator:
    return player.page.locator("header h1")


def seat(player: PagePlayer, number: int) -> Locator:
    return player.page.locator(f'[data-place="seat-{number}"]')


@pytest.mark.parametrize("device", [DESKTOP, PHONE, NARROWEST, CHINESE_PHONE], ids=str)
def test_round_score_and_target_are_in_the_header_and_at_each_seat(
    browser: Browser, tables: ServerTables, device: Device
) -> None:
    with open_seat(browser, tables, "evening", device=device) as anna:
        anna.wait_for_turn()
        expect(header(anna)).to_contain_text(anna.text("room.round", amount=1))
        expect(header(anna)).to_contain_text(anna.text("page.points.of", amount=120, target=500))
        for number, points in {1: 85, 2: 40, 3: 160}.items():
            expect(seat(anna, number)).to_contain_text(anna.text("page.points.of", amount=points, target=500))
        anna.settle()
        assert anna.page.evaluate("() => document.documentElement.scrollWidth") == device.width
        box = anna.page.locator("header").first.bounding_box()
        assert box is not None and box["height"] <= 72
        assert find_barriers(anna.page) == [] and find_unreadable(anna.page) == []


@pytest.mark.parametrize("device", [DESKTOP, CHINESE_PHONE], ids=str)
def test_a_match_of_one_round_says_so_and_shows_no_target_of_0(
    browser: Browser, tables: ServerTables, device: Device
) -> None:
    with open_seat(browser, tables, "single", device=device) as anna:
        anna.wait_for_turn()
        once = anna.text("option.target.0")
        expect(header(anna)).to_contain_text(once)
        anna.touch(header(anna).get_by_role("button"))
        dialog = anna.page.get_by_role("dialog")
        expect(dialog.get_by_role("button", name=once)).to_be_visible()
        expect(dialog.get_by_text(anna.text("option.target.title"))).to_have_count(0)


@pytest.mark.parametrize("device", [DESKTOP, PHONE, NARROWEST], ids=str)
def test_a_long_hand_in_the_result_keeps_its_column_and_its_sum(
    browser: Browser, tables: ServerTables, device: Device
) -> None:
    with open_seat(browser, tables, "long hands", device=device) as anna:
        anna.play("r3")
        result = anna.page.locator(RESULT)
        expect(result).to_be_visible()
        expect(result).to_contain_text(anna.text("room.target.SCORE-01", amount=500))
        anna.settle()
        hand = result.locator("tbody .cards").filter(has=anna.page.locator("img")).first
        cards = [box for box in (card.bounding_box() for card in hand.locator("img").all()) if box]
        assert len(cards) == 17
        tops = sorted({round(box["y"]) for box in cards})
        starts = {round(min(box["x"] for box in cards if round(box["y"]) == top)) for top in tops}
        assert len(tops) > 1 or device.width > 400
        assert len(starts) == 1, f"the rows begin at {starts}"
        worth = hand.locator(".worth").bounding_box()
        assert worth is not None
        assert cards[-1]["y"] < worth["y"] + worth["height"] / 2 < cards[-1]["y"] + cards[-1]["height"]
        assert find_unreadable(anna.page) == []


def test_bots_at_a_big_table_look_different(browser: Browser, tables: ServerTables) -> None:
    with open_seat(browser, tables, "ten", device=CHINESE) as anna:
        anna.wait_for_turn()
        faces = anna.page.locator("[data-bot]")
        expect(faces).to_have_count(7)
        shapes = faces.evaluate_all("(all) => all.map((each) => each.dataset.bot)")
        heads = faces.evaluate_all("(all) => all.map((each) => each.querySelector('.head').getAttribute('d'))")
        assert len(set(shapes)) == len(set(heads)) == 7


@pytest.mark.parametrize("device", [DESKTOP, CHINESE, replace(DESKTOP, mode="light")], ids=str)
def test_the_log_joins_drawn_cards_and_speaks_to_the_reader(
    browser: Browser, tables: ServerTables, device: Device
) -> None:
    with open_seat(browser, tables, "bluffed", device=device) as anna:
        log = anna.page.get_by_role("list", name=anna.text("page.log"))
        you = anna.text("table.you")
        expect(log).to_contain_text(anna.text("event.challenge.guilty", player="Ben", other=you))
        drawn = [card for card in anna.hand() if card not in {"r3", "b9"}]
        assert len(drawn) == 4
        line = log.get_by_role("listitem").filter(has_text=anna.name_of(drawn[0]))
        expect(line).to_have_count(1)
        for card in drawn:
            expect(line).to_contain_text(anna.name_of(card))
        if device.language == "en":
            expect(log).not_to_contain_text("challenged You")
        # A rule is quieter than its sentence: smaller, without a frame. It can still be read and pressed.
        rule = line.get_by_role("button")
        look = "(each) => [getComputedStyle(each).borderColor, parseFloat(getComputedStyle(each).fontSize)]"
        border, size = rule.evaluate(look)
        assert border == "rgba(0, 0, 0, 0)" and size < line.evaluate(look)[1]
        assert find_barriers(anna.page) == []
        rule.click()
        expect(anna.page.get_by_role("dialog")).to_be_visible()
