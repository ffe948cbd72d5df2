"""The only possible answer is given for the player, after a pause like the player's own, and nobody can tell."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Browser, WebSocket, expect
from tests.browser import scenes
from tests.browser.inspection import find_barriers
from tests.browser.page_player import ANSWERS, HAND, PagePlayer, open_page
from tests.browser.page_user import DESKTOP, PHONE, Device
from tests.browser.server_tables import ServerTables

#: Anna plays a Draw Two; stacking is allowed, but Ben has none.
PENALTY = scenes.at([["r+2", "r4", "b9", "b8"], ["y3", "y4", "g5"]], "r1", {"stacking": "draw2"})
#: The same with a card for Ben to answer with.
CHOICE = scenes.at([["r+2", "r4", "b9", "b8"], ["y+2", "y4", "g5"]], "r1", {"stacking": "draw2"})
FOOTPRINT = scenes.at([["rS*", "b9", "b8"], ["r3", "y4", "g5"]], "r1", edition="jurassic")
#: Nothing on the pile fits.
UNLUCKY = scenes.at([["y3", "y4"], ["g3", "g4"]], "r1", pile=["b7", "b8", "b9", "y8", "y9"])
#: Anna has not called, and Ben can catch her while he has to accept.
CATCHABLE = scenes.at([["r+2", "r4"], ["y3", "y4", "g5"]], "r1", {"stacking": "draw2"})

SCENES = {
    "penalty": PENALTY,
    "choice": CHOICE,
    "footprint": FOOTPRINT,
    "unlucky": UNLUCKY,
    "catchable": CATCHABLE,
}

AUTOMATIC = replace(DESKTOP, answers_forced=True)

#: Own times from which the page learns: quick, so that no test takes long.
QUICK_MS = [500, 520, 540, 560, 580, 600, 620, 640, 660, 680, 700, 720]
#: Longer than any test.
SLOW_MS = [20_000] * 12
KINDS = ("drawn", "draw2", "draw2+claim", "skip", "turn")

_REMEMBER = "(times) => { if (!localStorage['huefall.answer_times']) localStorage['huefall.answer_times'] = times; }"


@contextmanager
def player_with(
    browser: Browser, tables: ServerTables, scene: str, seat: int, device: Device, times: list[int]
) -> Iterator[PagePlayer]:
    """Open a table for a player whose own times are known to the page."""
    place = tables[scene]
    player = PagePlayer(browser, tables.url, device, name=place.names[seat], token=place.tokens[seat])
    known = json.dumps(json.dumps(dict.fromkeys(KINDS, times)))
    player.context.add_init_script(f"({_REMEMBER})({known})")
    try:
        player.open(place.path)
        expect(player.page.locator(".board")).to_be_visible()
        yield player
        player.check()
    finally:
        player.leave()


def listen(player: PagePlayer) -> list[Any]:
    """Collect the updates that a player's page receives from now on, after a reload."""
    updates: list[Any] = []

    def hear(frame: str | bytes) -> None:
        message = json.loads(frame)
        if message["type"] == "update":
            updates.append(message)

    def connect(socket: WebSocket) -> None:
        socket.on("framereceived", hear)

    player.page.on("websocket", connect)
    player.page.reload()
    expect(player.page.locator(".board")).to_be_visible()
    return updates


def shape(value: Any) -> Any:
    """Return a message without its numbers and words: which parts it has, and of which types."""
    if isinstance(value, dict):
        return {key: shape(part) for key, part in value.items()}
    if isinstance(value, list):
        return [shape(part) for part in value]
    return type(value).__name__


@pytest.mark.essential
def test_a_penalty_that_cannot_be_answered_is_accepted_by_itself(browser: Browser, tables: ServerTables) -> None:
    with (
        player_with(browser, tables, "penalty", 0, DESKTOP, QUICK_MS) as anna,
        player_with(browser, tables, "penalty", 1, AUTOMATIC, QUICK_MS) as ben,
    ):
        anna.play("r+2")
        expect(ben.page.locator(HAND)).to_have_count(5)
        anna.wait_for_turn()


@pytest.mark.parametrize("scene", ["footprint", "unlucky"])
def test_a_footprint_and_an_unplayable_card_are_answered_by_themselves(
    browser: Browser, tables: ServerTables, scene: str
) -> None:
    with (
        player_with(browser, tables, scene, 0, AUTOMATIC, QUICK_MS) as anna,
        player_with(browser, tables, scene, 1, AUTOMATIC, QUICK_MS) as ben,
    ):
        if scene == "footprint":
            anna.play("rS*")
            anna.wait_for_turn()
            expect(ben.page.locator(HAND)).to_have_count(3)
        else:
            anna.answer("draw")  # drawing is the player's own act: nobody does it for her
            ben.wait_for_turn()
            expect(anna.page.locator(HAND)).to_have_count(3)


@pytest.mark.parametrize(
    "device",
    [
        DESKTOP,
        PHONE,
        Device(320, 568, has_touch=True),
        Device(844, 390, "zh-Hant", has_touch=True),
        Device(1366, 657, "zh-Hant", "light"),
    ],
    ids=["desktop", "phone", "small", "landscape-zh", "laptop-zh"],
)
def test_the_page_says_what_will_happen_and_the_button_is_still_there(
    browser: Browser, tables: ServerTables, device: Device
) -> None:
    with (
        player_with(browser, tables, "penalty", 0, DESKTOP, QUICK_MS) as anna,
        player_with(browser, tables, "penalty", 1, replace(device, answers_forced=True), SLOW_MS) as ben,
    ):
        anna.play("r+2")
        ben.wait_for_turn()
        button = ben.page.locator(ANSWERS)
        expect(button).to_have_count(1)
        expect(button).to_contain_text(ben.text("board.accept.draw", amount=2))
        expect(button).to_contain_text(ben.text("board.soon"))
        expect(ben.page.locator(".board [role=status]")).to_contain_text(ben.text("board.soon"))
        expect(button).to_be_in_viewport(ratio=1)
        ben.settle()
        assert find_barriers(ben.page) == []
        # A press answers at once, and nothing is sent a second time.
        ben.answer("accept")
        expect(ben.page.locator(HAND)).to_have_count(5)
        anna.wait_for_turn()


def test_the_setting_turns_it_off(browser: Browser, tables: ServerTables) -> None:
    with (
        player_with(browser, tables, "penalty", 0, DESKTOP, QUICK_MS) as anna,
        player_with(browser, tables, "penalty", 1, AUTOMATIC, SLOW_MS) as ben,
    ):
        anna.play("r+2")
        expect(ben.page.locator(ANSWERS)).to_contain_text(ben.text("board.soon"))
        ben.press_text("room.menu")
        ben.press_text("room.settings")
        switch = ben.page.get_by_role("switch", name=ben.text("room.forced"))
        expect(switch).to_be_checked()
        switch.click()
        ben.page.keyboard.press("Escape")
        expect(ben.page.locator(ANSWERS)).not_to_contain_text(ben.text("board.soon"))
        ben.page.reload()
        expect(ben.page.locator(ANSWERS)).to_contain_text(ben.text("board.cost.skip"))
        expect(ben.page.locator(ANSWERS)).not_to_contain_text(ben.text("board.soon"))


def test_a_claim_is_possible_meanwhile_and_does_not_stop_the_answer(browser: Browser, tables: ServerTables) -> None:
    with (
        player_with(browser, tables, "catchable", 0, DESKTOP, QUICK_MS) as anna,
        player_with(browser, tables, "catchable", 1, AUTOMATIC, SLOW_MS) as ben,
    ):
        anna.play("r+2")
        expect(ben.page.locator(ANSWERS)).to_contain_text(ben.text("board.soon"))
        ben.changing(lambda: ben.page.keyboard.press("x"))
        expect(anna.page.locator(HAND)).to_have_count(3)
        expect(ben.page.locator(ANSWERS)).to_contain_text(ben.text("board.soon"))


def test_others_receive_the_same_messages_whether_it_was_pressed_or_not(browser: Browser, tables: ServerTables) -> None:
    seen: dict[str, list[Any]] = {}
    for scene, device in (("penalty", AUTOMATIC), ("choice", DESKTOP)):
        with (
            player_with(browser, tables, scene, 0, DESKTOP, QUICK_MS) as anna,
            player_with(browser, tables, scene, 1, device, QUICK_MS) as ben,
            open_page(browser, tables.url, tables[scene].path) as watcher,
        ):
            for user in (anna, watcher):
                seen[f"{scene} {user is anna}"] = listen(user)
            anna.wait_for_turn()
            anna.play("r+2")
            if device is DESKTOP:
                ben.wait_for_turn()
                ben.answer("accept")
            anna.wait_for_turn()
            watcher.wait_for_size(1, 5)
    for is_anna in (True, False):
        automatic, pressed = seen[f"penalty {is_anna}"], seen[f"choice {is_anna}"]
        assert [update["did"] for update in automatic] == [update["did"] for update in pressed]
        assert shape(automatic) == shape(pressed)
        assert {update["did"].get("by", "person") for update in automatic} == {"person"}
