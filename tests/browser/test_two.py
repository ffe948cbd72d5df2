"""Two browsers at one table: each sees what the other does, and every question can be answered."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, expect
from tests.browser import scenes
from tests.browser.page_player import PagePlayer, open_page, open_seat
from tests.browser.server_tables import ServerTables

SCENES = {
    "catch": scenes.CATCH,
    "bluff": scenes.BLUFF,
    "honest": scenes.HONEST,
    "cut": scenes.CUT,
    "stack": scenes.STACK,
    "swap": scenes.SWAP,
    "equal": scenes.EQUAL,
    "hyperspeed": scenes.HYPERSPEED,
    "run": scenes.RUN,
    "dance": scenes.DANCE,
    "gauntlet": scenes.GAUNTLET,
    "laid": scenes.LAID,
    "steady": scenes.STEADY,
}


@contextmanager
def both(browser: Browser, tables: ServerTables, scene: str) -> Iterator[tuple[PagePlayer, PagePlayer]]:
    """Have Anna and Ben come to their table."""
    with open_seat(browser, tables, scene, 0) as anna, open_seat(browser, tables, scene, 1) as ben:
        anna.wait_for_turn()
        expect(ben.page.locator(".board")).to_be_visible()
        yield anna, ben


def expect_in_log(user: PagePlayer, key: str, **parameters: object) -> None:
    """Expect a line in the log of what happened."""
    words = user.text(key, **parameters)
    expect(user.page.get_by_role("complementary").get_by_text(words, exact=False).first).to_be_visible()


@pytest.mark.essential
@pytest.mark.parametrize("way", ["button", "key"])
def test_who_forgets_to_call_is_caught(browser: Browser, tables: ServerTables, way: str) -> None:
    with both(browser, tables, "catch") as (anna, ben):
        anna.play("r1")
        catch = ben.button(ben.text("board.catch.name", player="Anna"))
        expect(catch).to_be_visible()
        if way == "button":
            ben.changing(lambda: ben.touch(catch))
        else:
            ben.changing(lambda: ben.page.keyboard.press("x"))
        expect(catch).to_be_hidden()
        expect(anna.page.locator('[data-place="hand"] [data-card]')).to_have_count(3)
        ben.wait_for_size(0, 3)
        expect_in_log(ben, "event.caught", player="Anna", other=ben.text("table.you"))


def test_who_calls_with_the_play_cannot_be_caught(browser: Browser, tables: ServerTables) -> None:
    with both(browser, tables, "catch") as (anna, ben):
        anna.play("r1", uno=True)
        ben.wait_for_turn()
        expect(
            ben.page.locator('[data-place="seat-0"]').get_by_text(ben.text("table.mark.called")).first
        ).to_be_visible()
        expect(ben.button(ben.text("board.catch.name", player="Anna"))).to_have_count(0)


@pytest.mark.essential
@pytest.mark.parametrize(("scene", "verdict"), [("bluff", "guilty"), ("honest", "innocent")])
def test_a_wild_draw_four_is_challenged(browser: Browser, tables: ServerTables, scene: str, verdict: str) -> None:
    with both(browser, tables, scene) as (anna, ben):
        anna.play("W+4")
        anna.choose_color("b")
        ben.wait_for_turn()
        # The page explains both outcomes before the decision.
        question = ben.page.get_by_text(ben.text("board.cost.challenge", player="Anna", amount=4, more=6))
        expect(question).to_be_visible()
        expect(ben.button(ben.text("board.accept.draw", amount=4))).to_be_visible()
        ben.answer("challenge")
        expect_in_log(ben, f"event.challenge.{verdict}", player=ben.text("table.you"), other="Anna")
        # The challenger is shown the hand, and no other player is.
        expect(ben.page.locator(".board .panel.seen")).to_be_visible()
        expect(anna.page.locator(".board .panel.seen")).to_have_count(0)
        sizes = (6, 3) if verdict == "guilty" else (2, 9)
        expect(anna.page.locator('[data-place="hand"] [data-card]')).to_have_count(sizes[0])
        expect(ben.page.locator('[data-place="hand"] [data-card]')).to_have_count(sizes[1])


def test_an_equal_card_cuts_in_out_of_turn(browser: Browser, tables: ServerTables) -> None:
    with both(browser, tables, "cut") as (anna, ben):
        anna.play("r5")
        expect(ben.page.locator("[data-top]")).to_have_attribute("data-top", "r5")
        expect(ben.card("r5")).to_contain_class("playable")
        ben.changing(lambda: ben.take(ben.card("r5")))
        expect(ben.card("r5")).to_have_count(0)
        expect_in_log(anna, "event.play.CUT-01", player="Ben", card=anna.name_of("r5"))
        ben.wait_for_hand(["y4", "g5"])


@pytest.mark.essential
def test_a_stack_grows_and_shows_its_sum(browser: Browser, tables: ServerTables) -> None:
    with both(browser, tables, "stack") as (anna, ben):
        anna.play("r+2")
        ben.wait_for_turn()
        ben.play("y+2")
        anna.wait_for_turn()
        anna.play("W+4")
        anna.choose_color("b")
        ben.wait_for_turn()
        for player, words in (
            (ben, ben.text("board.ask.penalty.challenge")),
            (anna, anna.text("board.stake.who", player="Ben")),  # she sees the same sum, and who must answer
        ):
            stake = player.page.locator(".prompt")
            expect(stake).to_contain_text("+2 +2 +4 =")
            expect(stake.locator("[data-penalty] b")).to_have_text(player.text("page.cards", amount=8))
            expect(stake).to_contain_text(words)
        ben.answer("accept")
        expect(ben.page.locator('[data-place="hand"] [data-card]')).to_have_count(10)
        anna.wait_for_turn()


def test_a_seven_swaps_hands_with_the_seat_that_is_chosen(browser: Browser, tables: ServerTables) -> None:
    with both(browser, tables, "swap") as (anna, ben):
        anna.play("r7")
        anna.choose("Ben")
        anna.wait_for_hand(["y4", "g5"])
        ben.wait_for_hand(["b9", "b8"])


def test_equal_cards_are_chosen_one_after_another(browser: Browser, tables: ServerTables) -> None:
    with both(browser, tables, "equal") as (anna, ben):
        anna.play("r4")
        anna.choose(anna.name_of("g4"))
        anna.choose(anna.name_of("y4"))
        ben.wait_for_turn()
        expect(ben.page.locator("[data-top]")).to_have_attribute("data-top", "y4")
        anna.wait_for_hand(["b9", "b8"])


def test_hyperspeed_boosts_a_colour(browser: Browser, tables: ServerTables) -> None:
    with both(browser, tables, "hyperspeed") as (anna, ben):
        anna.play("WH")
        anna.choose_color("r")
        for player in (anna, ben):
            expect(player.page.locator(".board .force")).to_contain_text(player.text("board.boosted"))
        # Ben's red card is boosted: Cleo is skipped, and Anna is asked.
        ben.play("r5")
        anna.wait_for_turn()
        expect_in_log(anna, "event.skip", player="Cleo")


def test_run_spares_who_plays_it(browser: Browser, tables: ServerTables) -> None:
    with both(browser, tables, "run") as (anna, ben):
        anna.play("rS*")
        ben.wait_for_turn()
        expect(ben.page.locator(".prompt")).to_contain_text(ben.text("board.ask.skip"))
        expect(anna.page.get_by_text(anna.text("board.run", player="Ben"))).to_be_visible()
        ben.play("WE")
        ben.choose_color("g")
        anna.wait_for_turn()
        expect(anna.page.locator("[data-top]")).to_have_attribute("data-top", "WE")


def test_a_dance_is_voted_on(browser: Browser, tables: ServerTables) -> None:
    with both(browser, tables, "dance") as (anna, ben):
        anna.play("WD")
        anna.choose_color("g")
        ben.wait_for_turn()
        expect(ben.page.get_by_text(ben.text("board.cost.dance.vote"))).to_be_visible()
        ben.answer("dance")
        anna.wait_for_turn()
        expect(anna.page.locator(".prompt")).to_contain_text(anna.text("board.ask.vote", player="Ben"))
        anna.answer("reject")
        expect_in_log(ben, "event.verdict.rejected", player=ben.text("table.you"))
        expect(ben.page.locator('[data-place="hand"] [data-card]')).to_have_count(6)
        ben.wait_for_turn()


def test_a_gauntlet_hits_those_who_hold_the_colour(browser: Browser, tables: ServerTables) -> None:
    with both(browser, tables, "gauntlet") as (anna, ben):
        anna.play("WG")
        anna.choose(anna.name_of("g3"))
        anna.choose_color("b")
        ben.wait_for_turn()
        expect(ben.page.locator('[data-place="hand"] [data-card]')).to_have_count(5)
        expect(ben.page.locator(".board .force")).to_contain_text(ben.text("color.blue"))
        anna.wait_for_hand(["b9", "b8"])


def test_the_laid_card_is_seen_on_the_gauntlet_by_all_who_play_come_back_or_watch(
    browser: Browser, tables: ServerTables
) -> None:
    def see_it(player: PagePlayer) -> None:
        pile = player.page.locator('[data-place="discard"]')
        expect(pile.locator('[data-laid="g3"]')).to_be_visible()
        top = player.text("table.top.laid", card=player.name_of("WG"), laid=player.name_of("g3"))
        expect(pile).to_have_attribute("aria-label", top)
        only = player.text("table.color.only", color=player.text("color.blue"))
        expect(player.page.locator(".board .force")).to_contain_text(only)

    with both(browser, tables, "laid") as (anna, ben):
        anna.play("WG")
        anna.choose(anna.name_of("g3"))
        anna.choose_color("b")
        ben.wait_for_turn()
        see_it(anna)
        see_it(ben)
        ben.open(tables["laid"].path)
        see_it(ben)
        with open_page(browser, tables.url, tables["laid"].path) as watcher:
            see_it(watcher)
        ben.changing(lambda: ben.take(ben.card("g4")))  # AVG-02: the laid card's colour does not fit
        expect(ben.page.locator(".board .note")).to_contain_text("PLAY-01")
        ben.play("b7")
        anna.wait_for_turn()
        expect(anna.page.locator("[data-laid]")).to_have_count(0)


def test_a_card_that_does_not_fit_says_why(browser: Browser, tables: ServerTables) -> None:
    with both(browser, tables, "steady") as (anna, _):
        anna.changing(lambda: anna.take(anna.card("b6")))
        expect(anna.page.locator(".board .note")).to_contain_text("PLAY-01")
        anna.wait_for_hand(["r3", "r8", "y2", "g4", "b6"])


def test_an_emote_is_seen_by_the_other(browser: Browser, tables: ServerTables) -> None:
    with both(browser, tables, "steady") as (anna, ben):
        anna.press_text("page.emotes")
        anna.press_text("emote.well_played")
        expect(ben.page.locator('[data-place="seat-0"]').get_by_text(ben.text("emote.well_played"))).to_be_visible()
