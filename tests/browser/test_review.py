"""A game explained where it was played: the review of a match, by mouse, finger and keys; and hints during a turn."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Browser, expect
from tests.browser import scenes
from tests.browser.inspection import find_barriers
from tests.browser.page_player import HAND, RESULT, open_page, open_seat
from tests.browser.page_user import DESKTOP, PHONE, Device, Language
from tests.browser.search_results import HINTS, ask_for_hints, wait_for_review
from tests.browser.server_tables import ServerTables
from tests.server.player import ask

from huefall.texts import load
from huefall.texts.advice import say_move

SCENES = {
    "match": scenes.MATCH,
    "last": scenes.LAST,
    "ten": scenes.TEN_REVIEWED,
    "long": scenes.LONG,
    "hints": replace(scenes.EDITIONS["classic"], hints=True),
    "many": replace(scenes.CROWDED, hints=True),
    "no hints": scenes.STEADY,
}


def _review(tables: ServerTables) -> dict[str, Any]:
    _, found = ask(tables.url, f"/api/tables/{tables['match'].code}/matches/1/review")
    review: dict[str, Any] = found["review"]
    return review


def _place(tables: ServerTables) -> str:
    return f"{tables['match'].replay}/review"


@pytest.mark.essential
def test_a_review_is_asked_for_from_the_replay_and_comes(browser: Browser, tables: ServerTables) -> None:
    with open_page(browser, tables.url, f"{tables['match'].replay}?round=2&step=3") as user:
        user.page.get_by_role("link", name=user.text("review.go")).click()
        wait_for_review(user)
        # It opens at the step where the replay was left, with the chances of all seats there.
        expect(user.page.get_by_role("slider")).to_have_value("3")
        chances = _review(tables)["rounds"][1]["steps"][3]["chances"]
        rows = user.page.get_by_role("list", name=user.text("review.standing")).get_by_role("listitem")
        assert rows.count() == len(chances)
        for seat, chance in enumerate(chances):
            expect(rows.nth(seat)).to_contain_text(f"{100 * chance:.0f} %")


def test_the_graph_leads_the_board(browser: Browser, tables: ServerTables) -> None:
    with open_page(browser, tables.url, _place(tables)) as user:
        wait_for_review(user)
        page, slider = user.page, user.page.get_by_role("slider")
        steps = _review(tables)["rounds"][0]["steps"]
        _, replay = ask(tables.url, f"/api/tables/{tables['match'].code}/matches/1/rounds/1")
        last = len(steps) - 1
        assert len(replay["frames"]) == len(steps)
        box = page.get_by_test_id("graph").bounding_box()
        assert box is not None
        for step in (last // 2, last, 1):
            page.mouse.click(box["x"] + box["width"] * step / last, box["y"] + box["height"] / 2)
            expect(slider).to_have_value(str(step))
            expect(page.locator("[data-top]")).to_have_attribute(
                "data-top", replay["frames"][step]["view"]["discard"][-1]
            )
        # The keys do the same, wherever the focus is.
        page.keyboard.press("ArrowRight")
        expect(slider).to_have_value("2")
        page.keyboard.press("End")
        expect(slider).to_have_value(str(last))
        page.keyboard.press("PageDown")
        expect(slider).to_have_attribute("max", str(len(_review(tables)["rounds"][1]["steps"]) - 1))
        # After the last round there is no next one: the page stays at its step.
        page.keyboard.press("End")
        page.keyboard.press("PageDown")
        page.keyboard.press("ArrowLeft")
        expect(slider).to_have_value(str(len(_review(tables)["rounds"][1]["steps"]) - 2))
        page.keyboard.press("Home")
        # And a link leads to the moment.
        page.keyboard.press("ArrowRight")
        page.wait_for_url(lambda address: "round=2" in address and "step=1" in address)
        page.reload()
        wait_for_review(user)
        expect(slider).to_have_value("1")


def test_a_finger_leads_the_graph_too(browser: Browser, tables: ServerTables) -> None:
    device = replace(PHONE, has_touch=True)
    with open_page(browser, tables.url, _place(tables), device) as user:
        wait_for_review(user)
        last = len(_review(tables)["rounds"][0]["steps"]) - 1
        graph = user.page.get_by_test_id("graph")
        box = graph.bounding_box()
        assert box is not None
        graph.tap(position={"x": box["width"] * 4 / last, "y": 40})
        expect(user.page.get_by_role("slider")).to_have_value("4")


def test_turning_points_lead_to_their_steps_and_better_moves_to_the_decision(
    browser: Browser, tables: ServerTables
) -> None:
    with open_page(browser, tables.url, _place(tables)) as user:
        wait_for_review(user)
        review, page = _review(tables), user.page
        turns = page.get_by_role("region", name=user.text("review.turning"), exact=True).get_by_role("button")
        mistakes = page.get_by_role("region", name=user.text("review.better")).get_by_role("button")
        played = review["rounds"][0]
        assert turns.count() == len(played["turning_points"]) > 0
        assert mistakes.count() == len(played["mistakes"])
        # A better move is shown where it can still be chosen: before the one that was made.
        for buttons, moments, before in ((turns, played["turning_points"], 0), (mistakes, played["mistakes"], 1)):
            for at, moment in enumerate(moments):
                buttons.nth(at).focus()
                page.keyboard.press("Enter")
                step = moment["step"] - before
                expect(page.get_by_role("slider")).to_have_value(str(step))
                place = user.text("review.decision" if before else "review.step", amount=moment["step"])
                expect(buttons.nth(at)).to_contain_text(place)
                _, replay = ask(tables.url, f"/api/tables/{tables['match'].code}/matches/1/rounds/1")
                expect(page.locator("[data-top]")).to_have_attribute(
                    "data-top", replay["frames"][step]["view"]["discard"][-1]
                )
                expect(buttons.nth(at)).to_be_focused()
                expect(buttons.nth(at)).to_have_attribute("aria-current", "step")
                expect(buttons.nth(at)).to_contain_text(say_move(load("en"), moment["sentence"], ["Anna", "Ben"]))
        # Those of the whole match lead to their round.
        far = next(turn for turn in review["turning_points"] if turn["round"] == 2)
        page.get_by_role("button", name=user.text("review.place", round=2, step=far["step"])).first.click()
        expect(page.get_by_role("slider")).to_have_value(str(far["step"]))
        expect(page.get_by_role("navigation").get_by_role("button").nth(1)).to_have_attribute("aria-current", "true")


@pytest.mark.parametrize(
    "device", [DESKTOP, PHONE, replace(PHONE, language="zh-Hant")], ids=["desktop", "phone", "phone-zh"]
)
def test_ten_players_have_room_next_to_everything_else(browser: Browser, tables: ServerTables, device: Device) -> None:
    with open_page(browser, tables.url, f"{tables['ten'].replay}/review", device) as user:
        wait_for_review(user)
        page = user.page
        rows = page.get_by_role("list", name=user.text("review.standing")).get_by_role("listitem")
        expect(rows).to_have_count(10)
        choice = page.get_by_role("group", name=user.text("review.look")).locator(".choices").bounding_box()
        controls = page.locator(".controls").bounding_box()
        assert choice is not None and controls is not None
        for row in rows.all():
            box = row.bounding_box()
            assert box is not None
            assert box["y"] >= choice["y"] + choice["height"] + 8
            assert box["y"] + box["height"] <= controls["y"]


@pytest.mark.parametrize("language", ["en", "zh-Hant"])
@pytest.mark.parametrize("device", [DESKTOP, PHONE, Device(320, 640)], ids=["desktop", "phone", "narrow"])
def test_a_review_in_large_text_is_no_wider_than_the_screen(
    browser: Browser, tables: ServerTables, device: Device, language: Language
) -> None:
    with open_page(browser, tables.url, _place(tables), replace(device, language=language)) as user:
        wait_for_review(user)
        user.page.evaluate("() => void (document.documentElement.style.fontSize = '200%')")
        user.settle()
        assert user.page.evaluate("() => document.documentElement.scrollWidth") == device.width
        for change in user.page.locator(".change").all():
            box = change.bounding_box()
            assert box is not None and box["x"] + box["width"] <= device.width
        for badge in user.page.locator(".badge").all():
            box = badge.bounding_box()
            assert box is not None and min(box["width"], box["height"]) > 47


@pytest.mark.parametrize("device", [Device(640, 400), Device(320, 256), Device(320, 700, has_touch=True)])
def test_the_controls_leave_the_graph_in_sight(browser: Browser, tables: ServerTables, device: Device) -> None:
    with open_page(browser, tables.url, _place(tables), device) as user:
        wait_for_review(user)
        graph = user.page.get_by_test_id("graph").bounding_box()
        controls = user.page.locator(".controls").bounding_box()
        assert graph is not None and controls is not None
        assert graph["y"] + graph["height"] <= controls["y"]


@pytest.mark.parametrize("size", [(1280, 800), (1920, 950)], ids=str)
def test_long_lists_scroll_next_to_the_board(browser: Browser, tables: ServerTables, size: tuple[int, int]) -> None:
    place = f"{tables['long'].replay}/review"
    with open_page(browser, tables.url, place, Device(*size, language="zh-Hant")) as user:
        wait_for_review(user)
        user.settle()
        lists, board = user.page.locator(".lists"), user.page.locator(".stage .board").first
        inside, outside = lists.evaluate("(each) => [each.scrollHeight, each.clientHeight]")
        assert inside > outside > 200, "the lists are long, and have room next to the board"
        box, beside = lists.bounding_box(), board.bounding_box()
        assert box is not None and beside is not None
        # Nothing is empty below the board: both end where the next part of the page begins.
        assert abs((box["y"] + box["height"]) - (beside["y"] + beside["height"])) <= 1
        last = lists.get_by_role("button").last
        last.focus()
        expect(last).to_be_in_viewport()
        assert find_barriers(user.page) == []


def test_lists_are_below_the_board_on_a_phone(browser: Browser, tables: ServerTables) -> None:
    with open_page(browser, tables.url, f"{tables['long'].replay}/review", PHONE) as user:
        wait_for_review(user)
        inside, outside = user.page.locator(".lists").evaluate("(each) => [each.scrollHeight, each.clientHeight]")
        assert inside == outside


def test_a_review_leads_on_to_the_table(browser: Browser, tables: ServerTables) -> None:
    with open_page(browser, tables.url, _place(tables)) as user:
        wait_for_review(user)
        expect(user.page.get_by_role("link", name=user.text("page.home"))).to_have_attribute("href", "/")
        user.page.get_by_role("link", name=user.text("replay.back")).click()
        user.page.wait_for_url(f"**/t/{tables['match'].code}")


def test_the_numbers_are_in_a_table_and_the_parts_add_up(browser: Browser, tables: ServerTables) -> None:
    with open_page(browser, tables.url, _place(tables)) as user:
        wait_for_review(user)
        page = user.page
        page.get_by_text(user.text("review.table"), exact=True).click()
        rows = page.get_by_role("group", name=user.text("review.table")).get_by_role("row")
        expect(rows).to_have_count(1 + len(_review(tables)["rounds"][0]["steps"]))
        for name in ("Anna", "Ben"):
            cells = page.get_by_role("table", name=name).locator(".number").all_inner_texts()
            *parts, result = (float(cell.split()[0].replace("−", "-")) for cell in cells)
            assert len(parts) == 5
            assert sum(parts) == pytest.approx(result, abs=0.03)  # each is rounded


def test_a_match_without_a_record_says_that_it_cannot_be_reviewed(browser: Browser, tables: ServerTables) -> None:
    place = tables["last"]
    with open_seat(browser, tables, "last") as anna:
        anna.play("r3")
        expect(anna.page.locator(RESULT).get_by_role("link", name=anna.text("room.replay"))).to_be_visible()
        expect(anna.page.locator(RESULT).get_by_role("link", name=anna.text("review.go"))).to_have_count(0)
        anna.expects("404")
        anna.page.goto(f"{tables.url}{place.replay}/review")
        expect(anna.page.get_by_role("alert")).to_be_visible()
        anna.page.get_by_role("link", name=anna.text("review.replay")).click()
        expect(anna.page.get_by_role("slider")).to_be_visible()


@pytest.mark.essential
def test_a_hint_ranks_the_moves_and_a_press_plays_one(browser: Browser, tables: ServerTables) -> None:
    with open_seat(browser, tables, "hints") as anna:
        ask_for_hints(anna)
        buttons = anna.page.locator(f"{HINTS} li:not(.rest) button")
        # Two red cards, four ways to play the Wild, and a draw.
        expect(buttons).to_have_count(7)
        expect(buttons.first).to_be_focused()
        shares = [float(each.split()[0]) for each in anna.page.locator(f"{HINTS} li b").all_inner_texts()]
        assert shares == sorted(shares, reverse=True)
        first, *others = anna.page.get_by_test_id("hint-reason").all_inner_texts()
        best = anna.page.locator(f"{HINTS} li .line > span").first.inner_text()
        begins = anna.text("hints.first_better", move=best, reason="").strip()
        as_good = anna.text("hints.as_good", move=best, percent="", other="").split(":")[0]
        assert first and not first.startswith((begins, as_good))
        assert len(others) == 6 and all(each.startswith((begins, as_good)) for each in others)
        anna.page.keyboard.press("Escape")
        expect(anna.page.locator(HINTS)).to_be_hidden()
        ask_for_hints(anna)
        play = say_move(load("en"), "play r9", [])
        # Other hints may speak of this move in their reasons: the one meant has it for its own text.
        hint = anna.page.locator(f"{HINTS} li button").filter(has=anna.page.get_by_text(play, exact=True))
        anna.changing(hint.click)
        expect(anna.page.locator(HINTS)).to_be_hidden()
        expect(anna.card("r9")).to_have_count(0)


@pytest.mark.parametrize("scene", ["hints", "many"])
@pytest.mark.parametrize(
    "device",
    [DESKTOP, Device(900, 800), PHONE, Device(320, 700, "zh-Hant", has_touch=True), Device(640, 400)],
    ids=["desktop", "tablet", "phone", "narrow-zh", "low"],
)
def test_a_hint_covers_nothing_that_one_decides_on(
    browser: Browser, tables: ServerTables, device: Device, scene: str
) -> None:
    with open_seat(browser, tables, scene, device=device) as anna:
        ask_for_hints(anna)
        anna.settle()
        hints = anna.page.locator(HINTS).bounding_box()
        assert hints is not None and hints["width"] <= device.width
        for selector in (
            *('[data-place="pile"]', '[data-place="discard"]', ".board .under > *", ".board .seat"),
            *(".board .prompt", ".board .answering button", ".board .hand button"),
        ):
            for part in anna.page.locator(selector).filter(visible=True).all():
                box = part.bounding_box()
                assert box is not None
                to_the_side = box["x"] + box["width"] <= hints["x"] or hints["x"] + hints["width"] <= box["x"]
                above = box["y"] + box["height"] <= hints["y"] or hints["y"] + hints["height"] <= box["y"]
                assert to_the_side or above, f"{selector} {box} lies under the hints {hints}"
        anna.page.keyboard.press("Escape")
        expect(anna.page.locator(HINTS)).to_be_hidden()
        expect(anna.page.get_by_role("button", name=anna.text("hints.ask"), exact=True)).to_be_focused()


@pytest.mark.parametrize("scale", [100, 200])
@pytest.mark.parametrize("device", [PHONE, Device(320, 640, has_touch=True)], ids=["phone", "narrow"])
def test_hints_on_a_narrow_board_show_the_best_move_and_leave_the_hand_in_reach(
    browser: Browser, tables: ServerTables, device: Device, scale: int
) -> None:
    with open_seat(browser, tables, "many", device=device) as anna:
        anna.page.evaluate("scale => void (document.documentElement.style.fontSize = `${scale}%`)", scale)
        ask_for_hints(anna)
        anna.settle()
        first = anna.page.locator(f"{HINTS} li").first.bounding_box()
        listed = anna.page.locator(f"{HINTS} ol").bounding_box()
        hand = anna.page.locator(HAND).first.bounding_box()
        assert first is not None and listed is not None and hand is not None
        assert first["y"] >= listed["y"] and min(first["height"], 44) <= listed["height"]
        assert listed["y"] + listed["height"] <= hand["y"]
        anna.card("r1").first.focus()
        expect(anna.page.locator(HINTS)).to_have_count(1)


def test_a_small_board_shows_the_best_moves_first_and_all_when_asked(browser: Browser, tables: ServerTables) -> None:
    with open_seat(browser, tables, "hints", device=PHONE) as anna:
        ask_for_hints(anna)
        moves = anna.page.locator(f"{HINTS} li:not(.rest)").filter(visible=True)
        expect(moves).to_have_count(3)
        expect(anna.page.get_by_test_id("hint-reason").filter(visible=True)).to_have_count(1)
        anna.press(anna.text("hints.all", amount=7))
        expect(moves).to_have_count(7)
        expect(moves.nth(3).get_by_role("button")).to_be_focused()


def test_the_host_allows_hints_and_forbids_them(browser: Browser, tables: ServerTables) -> None:
    place = tables["hints"]
    with open_seat(browser, tables, "hints") as anna, open_page(browser, tables.url, f"/t/{place.code}") as other:
        anna.wait_for_turn()
        expect(other.page.locator(".board")).to_be_visible()
        button = anna.page.get_by_role("button", name=anna.text("hints.ask"), exact=True)
        expect(button).to_be_visible()
        for is_on in (False, True):
            anna.press_text("room.menu")
            anna.press_text("room.settings")
            anna.page.get_by_role("switch", name=anna.text("hints.allow")).set_checked(is_on)
            anna.page.keyboard.press("Escape")
            expect(button).to_have_count(1 if is_on else 0)
            # The others at the table are informed, too; from then on the rules say so.
            told = other.page.get_by_role("status").filter(
                has_text=other.text(f"room.hints.{'on' if is_on else 'off'}")
            )
            expect(told).to_be_visible()
            other.page.get_by_role("heading", level=1).get_by_role("button").click()
            mark = other.page.get_by_role("dialog").get_by_text(other.text("hints.allow.on"))
            expect(mark).to_have_count(1 if is_on else 0)
            other.page.keyboard.press("Escape")


def test_a_table_has_no_hints_unless_its_host_wants_them(browser: Browser, tables: ServerTables) -> None:
    with open_seat(browser, tables, "no hints") as anna:
        anna.wait_for_turn()
        expect(anna.page.get_by_role("button", name=anna.text("hints.ask"), exact=True)).to_have_count(0)
        anna.page.keyboard.press("h")
        expect(anna.page.locator(HINTS)).to_have_count(0)
