"""No page is wider than its window, however many house rules there are: those that do not fit become one button."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect
from tests.browser import scenes
from tests.browser.inspection import find_unreadable
from tests.browser.page_player import PagePlayer, open_page, open_seat
from tests.browser.page_user import Device, Language
from tests.browser.search_results import wait_for_review
from tests.browser.server_tables import ServerTables
from tests.browser.tables import Scene

from huefall.editions import OPTIONS, OptionError
from huefall.notation.variant import Variant

EDITION = "bts"
WIDTHS = (320, 390, 820, 1024, 1280)
LANGUAGES: tuple[Language, ...] = ("en", "zh-Hant")


def _change_everything(edition: str) -> dict[str, Any]:
    """Return another value for every option that the edition has."""
    rules = Variant.of(edition, {}).rules
    changed: dict[str, Any] = {}
    for name, option in OPTIONS.items():
        usual = getattr(rules, name)
        if option.words:
            value: Any = max((word for word in option.words if word != usual), key=len)
        else:
            value = not usual if isinstance(usual, bool) else {"hand_size": 3, "target": 0}.get(name, usual + 1)
        try:
            Variant.of(edition, {**changed, name: value})
        except OptionError:
            continue  # of another edition
        changed[name] = value
    return changed


EVERYTHING = _change_everything(EDITION)
#: The target is told with the points.
HOUSE_RULES = len(EVERYTHING) - 1

SCENES = {
    "table": scenes.at(
        [["WD", "r2", "p9", "g7", "b3"], ["p1", "p2"], ["g2", "g4"]],
        "r8",
        EVERYTHING,
        edition=EDITION,
        persons=scenes.ALONE,
        bots=2,
    ),
    "one rule": scenes.at([["r3", "g1"], ["y3", "W"]], "r5", {"cut": True}),
    "lobby": Scene(persons=scenes.ALONE, bots=1, free=2, is_dealt=False, edition=EDITION, options=EVERYTHING),
    "finished": Scene(is_shared=True, edition=EDITION, options=EVERYTHING, further=-1, seed=3),
}


def _check_widths(user: PagePlayer) -> None:
    found = []
    for width in WIDTHS:
        user.page.set_viewport_size({"width": width, "height": 800})
        user.settle()
        needed = user.page.evaluate("() => document.documentElement.scrollWidth")
        if needed > width:
            found.append(f"{needed}px in a window of {width}px")
        found += [f"{width}px: {each}" for each in find_unreadable(user.page)]
    assert not found, "\n".join(found)


def _button(player: PagePlayer) -> Locator:
    return (
        player.page.locator("header").get_by_text(player.text("room.changes", amount=HOUSE_RULES)).filter(visible=True)
    )


def test_every_option_is_changed() -> None:
    assert len(EVERYTHING) >= 18, EVERYTHING
    assert Variant.of(EDITION, EVERYTHING).rules.changed_options() == EVERYTHING


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_table_with_every_option_changed_is_no_wider_than_its_window(
    browser: Browser, tables: ServerTables, language: Language
) -> None:
    with open_seat(browser, tables, "table", device=Device(language=language)) as anna:
        anna.wait_for_turn()
        expect(_button(anna)).to_be_visible()
        _check_widths(anna)
        for width in WIDTHS:
            anna.page.set_viewport_size({"width": width, "height": 800})
            expect(_button(anna)).to_have_count(1)
        _button(anna).click()
        expect(anna.page.get_by_role("dialog")).to_be_visible()
        _check_widths(anna)


def test_few_house_rules_are_chips_where_they_fit(browser: Browser, tables: ServerTables) -> None:
    with open_seat(browser, tables, "one rule") as anna:
        anna.wait_for_turn()
        chip = anna.page.locator("header").get_by_role("button", name=anna.text("option.cut.title"))
        expect(chip).to_be_visible()
        anna.page.set_viewport_size({"width": 390, "height": 844})
        expect(chip).to_be_hidden()
        expect(anna.page.locator("header h1")).to_contain_text(anna.text("room.changes.one", amount=1))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_lobby_with_every_option_changed_is_no_wider_than_its_window(
    browser: Browser, tables: ServerTables, language: Language
) -> None:
    with open_seat(browser, tables, "lobby", device=Device(language=language)) as anna:
        expect(anna.button(anna.text("page.start"))).to_be_visible()
        _check_widths(anna)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("path", ["/", f"/rules/{EDITION}", "/learn", "/me", "/device"])
def test_no_page_without_a_table_is_wider_than_its_window(
    browser: Browser, tables: ServerTables, path: str, language: Language
) -> None:
    with open_page(browser, tables.url, path, Device(language=language)) as user:
        expect(user.page.get_by_role("heading", level=1)).to_be_visible()
        _check_widths(user)


@pytest.mark.parametrize("language", LANGUAGES)
def test_replay_and_review_with_every_option_changed_are_no_wider_than_their_window(
    browser: Browser, tables: ServerTables, language: Language
) -> None:
    replay = tables["finished"].replay
    with open_page(browser, tables.url, replay, Device(language=language)) as user:
        expect(user.page.get_by_role("slider")).to_be_visible()
        _check_widths(user)
        user.open(f"{replay}/review")
        wait_for_review(user)
        _check_widths(user)
