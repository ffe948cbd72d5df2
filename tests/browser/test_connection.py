"""A connection that breaks in the middle of a turn: the page says so, and comes back to the same seat with nothing lost."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, WebSocketRoute, expect
from tests.browser import scenes
from tests.browser.page_player import PICKER, PagePlayer, open_seat
from tests.browser.server_tables import ServerTables
from tests.browser.tables import store_table
from tests.server.server_process import running_server

SCENES = {"steady": scenes.STEADY, "picking": scenes.BLUFF}

HAND = ["r3", "r8", "y2", "g4", "b6"]

#: What a browser says of its own accord about a connection that is cut; the last is about the worker's script.
CUT_OFF = (
    "WebSocket connection|ERR_INTERNET_DISCONNECTED|ERR_CONNECTION|ERR_FAILED|Failed to load resource"
    "|error occurred when fetching the script"
)


def _go_on(anna: PagePlayer) -> None:
    """Everything is as it was, and can be played."""
    anna.wait_for_turn()
    anna.wait_for_hand(HAND)
    anna.play("r3")
    anna.wait_for_hand([card for card in HAND if card != "r3"])
    expect(anna.page.locator("[data-top]")).to_have_attribute("data-top", "r3")


@pytest.mark.essential
def test_a_reload_leads_back_to_the_same_seat(browser: Browser, tables: ServerTables) -> None:
    with open_seat(browser, tables, "steady") as anna:
        anna.wait_for_turn()
        anna.page.reload()
        _go_on(anna)


def test_a_reload_while_a_colour_is_being_chosen_plays_nothing(browser: Browser, tables: ServerTables) -> None:
    with open_seat(browser, tables, "picking") as anna:
        anna.play("W+4")
        expect(anna.page.locator(PICKER)).to_be_visible()
        anna.page.reload()
        anna.wait_for_turn()
        anna.wait_for_hand(["W+4", "r3", "b9"])
        expect(anna.page.locator(PICKER)).to_have_count(0)


@pytest.mark.essential
def test_a_network_that_is_gone_is_told_and_nothing_is_lost(browser: Browser, tables: ServerTables) -> None:
    with open_seat(browser, tables, "steady") as anna:
        anna.expects(CUT_OFF)
        sockets: list[WebSocketRoute] = []
        # The network stays down until the test restores it; messages under way are lost.
        is_cut = False

        def pass_on(route: WebSocketRoute) -> None:
            if is_cut:
                route.close(code=1001)
            else:
                sockets.append(route)
                route.connect_to_server()

        anna.page.route_web_socket("**/ws/*", pass_on)
        anna.page.reload()
        anna.wait_for_turn()
        is_cut = True
        anna.context.set_offline(True)
        for socket in sockets:
            socket.close(code=1001)
        banner = anna.page.get_by_role("alert").filter(has_text=anna.text("page.lost"))
        expect(banner).to_be_visible()
        # A button pressed meanwhile is not lost either.
        anna.take(anna.card("r8"))
        is_cut = False
        anna.context.set_offline(False)
        expect(banner).to_be_hidden()
        anna.wait_for_hand([card for card in HAND if card != "r8"])
        expect(anna.page.locator("[data-top]")).to_have_attribute("data-top", "r8")


def test_a_server_that_says_nothing_is_told(browser: Browser, tables: ServerTables) -> None:
    with open_seat(browser, tables, "steady") as anna:
        is_silent = False

        def pass_on(route: WebSocketRoute) -> None:
            server = route.connect_to_server()
            route.on_message(lambda message: None if is_silent else server.send(message))

        anna.page.route_web_socket("**/ws/*", pass_on)
        anna.page.reload()
        anna.wait_for_turn()
        is_silent = True
        anna.take(anna.card("r3"))
        banner = anna.page.get_by_role("alert").filter(has_text=anna.text("page.lost"))
        expect(banner).to_be_visible()
        is_silent = False
        # It gives the dead connection up by itself, comes back, and says again what was never answered.
        expect(banner).to_be_hidden()
        anna.wait_for_hand([card for card in HAND if card != "r3"])


def test_another_device_shows_the_same_seat(browser: Browser, tables: ServerTables) -> None:
    with open_seat(browser, tables, "steady") as desk, open_seat(browser, tables, "steady") as phone:
        desk.wait_for_turn()
        phone.wait_for_turn()
        desk.play("r3")
        phone.wait_for_hand([card for card in HAND if card != "r3"])


def test_a_server_that_is_started_again_has_forgotten_nothing(browser: Browser, tmp_path: Path) -> None:
    with running_server(tmp_path) as server:
        server.wait_for("tables_open")
        port = server.port
        table = store_table(tmp_path, scenes.STEADY)
        anna = PagePlayer(browser, server.url, name="Anna", token=table.tokens[0])
        # A server that goes down or comes up is busy; the page asks it again.
        anna.expects(f"{CUT_OFF}|answer 503: GET .*/catalogue")
        anna.open(table.path)
        anna.wait_for_turn()
    try:
        expect(anna.page.get_by_role("alert").filter(has_text=anna.text("page.lost"))).to_be_visible()
        with running_server(tmp_path, port) as server:
            server.wait_for("tables_open")
            expect(anna.page.get_by_role("alert").filter(has_text=anna.text("page.lost"))).to_be_hidden()
            _go_on(anna)
            anna.check()
    finally:
        anna.leave()
