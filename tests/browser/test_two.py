"""Two browsers at one table: what one does is seen by the other, and everything that is asked can be answered."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, expect
from tests.browser import scenes
from tests.browser.opened import Venue, opened
from tests.browser.sitter import Sitter, sitting, watching

SCENES = {
    "catch-button": scenes.CATCH,
    "catch-key": scenes.CATCH,
    "called": scenes.CATCH,
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
    "why": scenes.STEADY,
    "emote": scenes.STEADY,
}


@pytest.fixture(scope="module")
def venue(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Venue]:
    with opened(tmp_path_factory.mktemp("two"), SCENES) as venue:
        yield venue


@contextmanager
def both(browser: Browser, venue: Venue, scene: str) -> Iterator[tuple[Sitter, Sitter]]:
    """Have Anna and Ben come to their table."""
    with sitting(browser, venue, scene, 0) as anna, sitting(browser, venue, scene, 1) as ben:
        anna.wait_for_turn()
        expect(ben.page.locator(".board")).to_be_visible()
        yield anna, ben


def told(sitter: Sitter, key: str, **parameters: object) -> None:
    """Expect a line in the log of what happened."""
    words = sitter.text(key, **parameters)
    expect(sitter.page.get_by_role("complementary").get_by_text(words, exact=False).first).to_be_visible()


@pytest.mark.parametrize("way", ["button", "key"])
def test_who_forgets_to_call_is_caught(browser: Browser, venue: Venue, way: str) -> None:
    with both(browser, venue, f"catch-{way}") as (anna, ben):
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
        told(ben, "event.caught", player="Anna", other=ben.text("table.you"))


def test_who_calls_with_the_play_cannot_be_caught(browser: Browser, venue: Venue) -> None:
    with both(browser, venue, "called") as (anna, ben):
        anna.play("r1", uno=True)
        ben.wait_for_turn()
        expect(
            ben.page.locator('[data-place="seat-0"]').get_by_text(ben.text("table.mark.called")).first
        ).to_be_visible()
        expect(ben.button(ben.text("board.catch.name", player="Anna"))).to_have_count(0)


@pytest.mark.parametrize(("scene", "verdict"), [("bluff", "guilty"), ("honest", "innocent")])
def test_a_wild_draw_four_is_challenged(browser: Browser, venue: Venue, scene: str, verdict: str) -> None:
    with both(browser, venue, scene) as (anna, ben):
        anna.play("W+4")
        anna.choose_color("b")
        ben.wait_for_turn()
        # Both outcomes are told before one decides.
        question = ben.page.get_by_text(ben.text("board.cost.challenge", player="Anna", amount=4, more=6))
        expect(question).to_be_visible()
        expect(ben.page.get_by_text(ben.text("board.cost.penalty", amount=4))).to_be_visible()
        ben.answer("challenge")
        told(ben, f"event.challenge.{verdict}", player=ben.text("table.you"), other="Anna")
        # The challenger is shown the hand, and nobody else learns it.
        expect(ben.page.locator(".board .panel.seen")).to_be_visible()
        expect(anna.page.locator(".board .panel.seen")).to_have_count(0)
        sizes = (6, 3) if verdict == "guilty" else (2, 9)
        expect(anna.page.locator('[data-place="hand"] [data-card]')).to_have_count(sizes[0])
        expect(ben.page.locator('[data-place="hand"] [data-card]')).to_have_count(sizes[1])


def test_an_equal_card_cuts_in_out_of_turn(browser: Browser, venue: Venue) -> None:
    with both(browser, venue, "cut") as (anna, ben):
        anna.play("r5")
        expect(ben.page.locator("[data-top]")).to_have_attribute("data-top", "r5")
        expect(ben.card("r5")).to_contain_class("playable")
        ben.changing(lambda: ben.take(ben.card("r5")))
        expect(ben.card("r5")).to_have_count(0)
        told(anna, "event.play.CUT-01", player="Ben", card=anna.name_of("r5"))
        ben.wait_for_hand(["y4", "g5"])


def test_a_stack_grows_and_shows_its_sum(browser: Browser, venue: Venue) -> None:
    with both(browser, venue, "stack") as (anna, ben):
        anna.play("r+2")
        ben.wait_for_turn()
        ben.play("y+2")
        anna.wait_for_turn()
        anna.play("W+4")
        anna.choose_color("b")
        ben.wait_for_turn()
        stake = ben.page.get_by_role("region", name=ben.text("board.stake"))
        expect(stake).to_contain_text("+2 +2 +4")
        expect(stake.locator("b")).to_have_text("8")
        expect(stake).to_contain_text(ben.text("board.stake.who", player=ben.text("table.you")))
        # Anna sees the same sum, and who must answer.
        other = anna.page.get_by_role("region", name=anna.text("board.stake"))
        expect(other).to_contain_text("+2 +2 +4")
        expect(other).to_contain_text(anna.text("board.stake.who", player="Ben"))
        ben.answer("accept")
        expect(ben.page.locator('[data-place="hand"] [data-card]')).to_have_count(10)
        anna.wait_for_turn()


def test_a_seven_swaps_hands_with_the_seat_that_is_chosen(browser: Browser, venue: Venue) -> None:
    with both(browser, venue, "swap") as (anna, ben):
        anna.play("r7")
        anna.choose("Ben")
        anna.wait_for_hand(["y4", "g5"])
        ben.wait_for_hand(["b9", "b8"])


def test_equal_cards_are_chosen_one_after_another(browser: Browser, venue: Venue) -> None:
    with both(browser, venue, "equal") as (anna, ben):
        anna.play("r4")
        anna.choose(anna.name_of("g4"))
        anna.choose(anna.name_of("y4"))
        ben.wait_for_turn()
        expect(ben.page.locator("[data-top]")).to_have_attribute("data-top", "y4")
        anna.wait_for_hand(["b9", "b8"])


def test_hyperspeed_boosts_a_colour(browser: Browser, venue: Venue) -> None:
    with both(browser, venue, "hyperspeed") as (anna, ben):
        anna.play("WH")
        anna.choose_color("r")
        for sitter in (anna, ben):
            expect(sitter.page.locator(".board .force")).to_contain_text(sitter.text("board.boosted"))
        # Ben's red card is boosted: Cleo is skipped, and Anna is asked.
        ben.play("r5")
        anna.wait_for_turn()
        told(anna, "event.skip", player="Cleo")


def test_run_spares_who_plays_it(browser: Browser, venue: Venue) -> None:
    with both(browser, venue, "run") as (anna, ben):
        anna.play("rS*")
        ben.wait_for_turn()
        expect(ben.page.get_by_text(ben.text("board.run.you"))).to_be_visible()
        expect(anna.page.get_by_text(anna.text("board.run", player="Ben"))).to_be_visible()
        ben.play("WE")
        ben.choose_color("g")
        anna.wait_for_turn()
        expect(anna.page.locator("[data-top]")).to_have_attribute("data-top", "WE")


def test_a_dance_is_voted_on(browser: Browser, venue: Venue) -> None:
    with both(browser, venue, "dance") as (anna, ben):
        anna.play("WD")
        anna.choose_color("g")
        ben.wait_for_turn()
        expect(ben.page.get_by_text(ben.text("board.cost.dance.vote"))).to_be_visible()
        ben.answer("dance")
        anna.wait_for_turn()
        expect(anna.page.get_by_text(anna.text("board.dance.vote", player="Ben"))).to_be_visible()
        anna.answer("reject")
        told(ben, "event.verdict.rejected", player=ben.text("table.you"))
        expect(ben.page.locator('[data-place="hand"] [data-card]')).to_have_count(6)
        ben.wait_for_turn()


def test_a_gauntlet_hits_those_who_hold_the_colour(browser: Browser, venue: Venue) -> None:
    with both(browser, venue, "gauntlet") as (anna, ben):
        anna.play("WG")
        anna.choose(anna.name_of("g3"))
        anna.choose_color("b")
        ben.wait_for_turn()
        expect(ben.page.locator('[data-place="hand"] [data-card]')).to_have_count(5)
        expect(ben.page.locator(".board .force")).to_contain_text(ben.text("color.blue"))
        anna.wait_for_hand(["b9", "b8"])


def test_the_laid_card_is_seen_on_the_gauntlet_by_all_who_play_come_back_or_watch(
    browser: Browser, venue: Venue
) -> None:
    def see_it(sitter: Sitter) -> None:
        pile = sitter.page.locator('[data-place="discard"]')
        expect(pile.locator('[data-laid="g3"]')).to_be_visible()
        top = sitter.text("table.top.laid", card=sitter.name_of("WG"), laid=sitter.name_of("g3"))
        expect(pile).to_have_attribute("aria-label", top)
        only = sitter.text("table.color.only", color=sitter.text("color.blue"))
        expect(sitter.page.locator(".board .force")).to_contain_text(only)

    with both(browser, venue, "laid") as (anna, ben):
        anna.play("WG")
        anna.choose(anna.name_of("g3"))
        anna.choose_color("b")
        ben.wait_for_turn()
        see_it(anna)
        see_it(ben)
        ben.open(venue.places["laid"].path)
        see_it(ben)
        with watching(browser, venue.url, venue.places["laid"].path) as watcher:
            see_it(watcher)
        ben.changing(lambda: ben.take(ben.card("g4")))  # AVG-02: the laid card's colour does not fit
        expect(ben.page.locator(".board .note")).to_contain_text("PLAY-01")
        ben.play("b7")
        anna.wait_for_turn()
        expect(anna.page.locator("[data-laid]")).to_have_count(0)


def test_a_card_that_does_not_fit_says_why(browser: Browser, venue: Venue) -> None:
    with both(browser, venue, "why") as (anna, _):
        anna.changing(lambda: anna.take(anna.card("b6")))
        expect(anna.page.locator(".board .note")).to_contain_text("PLAY-01")
        anna.wait_for_hand(["r3", "r8", "y2", "g4", "b6"])


def test_an_emote_is_seen_by_the_other(browser: Browser, venue: Venue) -> None:
    with both(browser, venue, "emote") as (anna, ben):
        anna.press_text("page.emotes")
        anna.press_text("emote.well_played")
        expect(ben.page.locator('[data-place="seat-0"]').get_by_text(ben.text("emote.well_played"))).to_be_visible()
