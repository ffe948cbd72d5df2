"""Spectators see only what is public; a finished match can be viewed from every seat, checked, and played on from."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import quote, unquote

import pytest
from playwright.sync_api import Browser, Request, WebSocket, expect
from tests.browser import scenes
from tests.browser.page_player import RESULT, PagePlayer, open_page, open_seat
from tests.browser.server_tables import ServerTables
from tests.server.player import ask

from huefall.texts import card_name, load

SCENES = {
    "watched": scenes.WATCHED,
    "finished": scenes.FINISHED,
    "match": scenes.MATCH,
    "last": scenes.LAST,
    "round": scenes.ROUND,
}


@pytest.mark.essential
def test_a_spectator_sees_no_hand(browser: Browser, tables: ServerTables) -> None:
    place = tables["watched"]
    hands = [card for hand in (scenes.WATCHED.position or {})["hands"] for card in hand]
    hidden = [card for card in hands if card != "r3"]
    _, edition = ask(tables.url, f"/api/tables/{place.code}/catalogue")
    deck = {kind["card"] for kind in edition["kinds"]}
    frames: list[str] = []
    asked: set[str] = set()
    with open_seat(browser, tables, "watched") as anna, overhearing(browser, tables.url, frames, asked) as spectator:
        spectator.open(place.path)
        anna.wait_for_turn()
        expect(spectator.page.locator(".board")).to_be_visible()
        expect(spectator.page.get_by_text(spectator.text("page.watching"))).to_be_visible()
        anna.play("r3")
        expect(spectator.page.locator("[data-top]")).to_have_attribute("data-top", "r3")
        for seat, size in enumerate((4, 4, 2)):
            spectator.wait_for_size(seat, size)
        # The deck's pictures are fetched ahead, all of them: so the requests do not reveal who holds which card.
        spectator.wait_for(
            """(deck) => { const asked = new Set(performance.getEntriesByType("resource").map(({ name }) => name));
                 return deck.every((card) => [...asked].some((name) => name.endsWith(`/classic/${card}.svg`))) }""",
            [quote(card, safe="") for card in sorted(deck)],
        )
        pictures = {unquote(address.rpartition("/")[2].removesuffix(".svg")) for address in asked}
        assert {name for name in pictures if name != "back" and not name.startswith("suit-")} == deck
        # Everything the page has: texts, labels, pictures, also what scripts have written.
        whole = spectator.page.content()
        assert spectator.page.locator("[data-card]").count() == 0
        for card in hidden:
            assert f"/{card}.svg" not in whole
            assert card_name(load("en"), card) not in whole
    # Hidden cards were not sent either. The cards on the table were: that proves that the frames were recorded.
    assert any(_names(frame, "r3") for frame in frames)
    assert any(_names(frame, "r5") for frame in frames)
    told = [(card, frame[:200]) for frame in frames for card in hidden if _names(frame, card)]
    assert told == []


@contextmanager
def overhearing(browser: Browser, url: str, frames: list[str], asked: set[str]) -> Iterator[PagePlayer]:
    """Connect a spectator; record every message sent to them, and every picture of a card they request."""

    def hear(socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: frames.append(frame if isinstance(frame, str) else frame.decode()))

    def note(request: Request) -> None:
        if "/static/cards/" in request.url and request.url.endswith(".svg"):
            asked.add(request.url)

    user = PagePlayer(browser, url)
    user.page.on("websocket", hear)
    user.page.on("request", note)
    try:
        yield user
        user.check()
    finally:
        user.leave()


def _names(message: str, card: str) -> bool:
    """Return whether a message has a card in it, by itself or in a sentence."""
    return re.search(rf'(?<=[" ]){re.escape(card)}(?=[" ])', message) is not None


@pytest.mark.essential
def test_a_finished_match_is_scrubbed_from_every_seat(browser: Browser, tables: ServerTables) -> None:
    place = tables["finished"]
    _, replay = ask(tables.url, f"/api/tables/{place.code}/matches/1/rounds/1")
    frames = replay["frames"]
    last = len(frames) - 1
    with open_page(browser, tables.url, place.replay) as user:
        page = user.page
        slider = page.get_by_role("slider")
        expect(slider).to_have_attribute("max", str(last))
        for step in (0, 5, last // 2, last):
            slider.fill(str(step))
            expect(page.get_by_text(user.text("replay.step", amount=step, steps=last), exact=True)).to_be_visible()
            expect(page.locator("[data-top]")).to_have_attribute("data-top", frames[step]["view"]["discard"][-1])
            sizes = [len(hand) for hand in frames[step]["view"]["hands"]]
            expect(page.locator('[data-place="seat-0"] .count')).to_have_text(str(sizes[0]))
        user.press_text("replay.previous")
        expect(page.get_by_text(user.text("replay.step", amount=last - 1, steps=last), exact=True)).to_be_visible()
        # Through Ben's eyes only his cards are seen.
        page.get_by_label(user.text("replay.eyes")).select_option("1")
        expect(page.locator('[data-place="hand"]')).to_be_visible()
        slider.fill("0")
        expect(page.locator('[data-place="hand"] [data-card]')).to_have_count(len(frames[0]["view"]["hands"][1]))
        expect(page.locator('[data-place="seat-0"] .fan.open')).to_have_count(0)
        # A link leads to the moment.
        page.wait_for_url("**seat=1**")
        page.reload()
        expect(page.get_by_label(user.text("replay.eyes"))).to_have_value("1")


def test_the_replay_plays_by_itself_and_by_keys(browser: Browser, tables: ServerTables) -> None:
    with open_page(browser, tables.url, tables["finished"].replay) as user:
        slider = user.page.get_by_role("slider")
        expect(slider).to_have_value("0")
        user.page.keyboard.press("ArrowRight")
        expect(slider).to_have_value("1")
        user.page.keyboard.press("End")
        expect(slider).to_have_value(slider.get_attribute("max") or "")
        user.page.keyboard.press("Home")
        user.page.get_by_label(user.text("replay.speed")).select_option(index=2)
        user.press_text("replay.toggle")
        user.wait_for("() => Number(document.querySelector('input[type=range]').value) >= 3")
        user.press_text("replay.pause")


@pytest.mark.essential
def test_the_shuffle_is_checked_in_the_page(browser: Browser, tables: ServerTables) -> None:
    place = tables["match"]
    _, proof = ask(tables.url, f"/api/tables/{place.code}/matches/1/proof")
    with open_page(browser, tables.url, place.replay) as user:
        user.page.get_by_label(user.text("fairness.shown")).fill(proof["commitment"])
        user.press_text("fairness.check")
        expect(user.page.get_by_text(user.text("fairness.verdict.good"))).to_be_visible()
        findings = user.page.get_by_role("list", name=user.text("fairness.findings")).get_by_role("listitem")
        assert findings.count() >= proof["rounds"] + 2
        # Another commitment than the one that was shown is found out.
        user.page.get_by_label(user.text("fairness.shown")).fill("0" * 64)
        user.press_text("fairness.again")
        expect(user.page.get_by_text(user.text("fairness.shown.wrong"))).to_be_visible()


def test_one_plays_on_from_a_step_against_bots(browser: Browser, tables: ServerTables) -> None:
    place = tables["finished"]
    _, replay = ask(tables.url, f"/api/tables/{place.code}/matches/1/rounds/1")
    view = replay["frames"][4]["view"]
    with open_page(browser, tables.url, f"{place.replay}?step=4") as user:
        user.press_text("replay.play_on")
        dialog = user.page.get_by_role("dialog")
        dialog.get_by_label(user.text("replay.play_on.seat")).select_option(str(view["turn"]))
        dialog.get_by_role("button", name=user.text("replay.play_on.start")).click()
        user.page.wait_for_url(lambda address: "/match/" not in address)
        user.wait_for_turn()
        user.wait_for_hand(view["hands"][view["turn"]])
        expect(user.page.locator("[data-top]")).to_have_attribute("data-top", view["discard"][-1])


def test_the_end_of_a_match_shows_the_points_and_the_way_to_the_replay(browser: Browser, tables: ServerTables) -> None:
    with open_seat(browser, tables, "last") as anna:
        anna.play("r3")
        result = anna.page.locator(RESULT)
        expect(result).to_be_visible()
        # Ben held a yellow 3 and a Wild.
        expect(result).to_contain_text("+53")
        result.get_by_role("link", name=anna.text("room.replay")).click()
        expect(anna.page.get_by_role("slider")).to_be_visible()


def test_the_next_round_is_dealt_when_one_wants_it(browser: Browser, tables: ServerTables) -> None:
    with open_seat(browser, tables, "round") as anna:
        anna.play("r3")
        expect(anna.page.locator(RESULT)).to_be_visible()
        anna.page.keyboard.press("n")
        expect(anna.page.locator(RESULT)).to_be_hidden()
        expect(anna.page.locator('[data-place="hand"] [data-card]').nth(6)).to_be_visible()


def test_a_table_that_is_not_there_says_so(browser: Browser, tables: ServerTables) -> None:
    with open_page(browser, tables.url, "/t/abcdefgh") as user:
        user.expects("404|WebSocket")
        expect(user.page.get_by_role("heading", name=user.text("room.gone"))).to_be_visible()
        user.page.get_by_role("link", name=user.text("page.home")).click()
        expect(user.button(user.text("page.play"))).to_be_visible()
