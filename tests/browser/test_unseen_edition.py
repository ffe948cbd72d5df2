"""A table with an edition nobody has seen: labels, prompts, log, help and celebrations follow its cards' attributes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from tests.browser.page_player import open_seat
from tests.browser.page_user import Device, Language
from tests.browser.server_tables import ServerTables
from tests.browser.tables import ONE_ROUND, Scene

UNSEEN = str(Path(__file__).parents[1] / "editions" / "unseen.toml")

SCENES = {
    "unseen": Scene(
        edition=UNSEEN,
        options={**ONE_ROUND, "stacking": "cumulative"},
        position={"hands": [["r+3", "rSS", "gSS", "g10", "bQ"], ["p+10*", "y8", "y12"]], "top": "r5", "turn": 0},
    )
}

#: Keep the words of celebrations, which are gone after a second.
NOTE_CELEBRATIONS = """
window.celebrated = [];
new MutationObserver(() => {
  for (const each of document.querySelectorAll("[data-celebration]"))
    window.celebrated.push(`${each.dataset.celebration}: ${each.textContent.trim()}`);
}).observe(document, { subtree: true, childList: true });
"""

WORDS: dict[Language, dict[str, str]] = {
    "en": {
        "labels": "red Double Skip|green Double Skip|green 10|blue Q|red Draw Three",
        "prompt": "no card answers it: you draw",
        "log": "Ben stacked purple Draw Ten with footprint|Draw penalty against you: 13 cards at stake",
        "help": "The next 2 players lose the turn, but never you.",
        "wrong": "The next player loses the turn.",
    },
    "zh-Hant": {
        "labels": "紅色 Double Skip|綠色 Double Skip|綠色 10|藍色 Q|紅色罰抽三張牌",
        "prompt": "沒有牌可以回應，只能抽牌",
        "log": "Ben 疊上紫色罰抽十張牌（恐龍腳印）|你面對罰抽：累計 13 張",
        "help": "接下來 2 位玩家失去回合，但不會跳過你自己。",
        "wrong": "下一位玩家失去這個回合。",
    },
}


@pytest.mark.parametrize("language", WORDS)
def test_everything_said_of_its_cards_is_right(browser: Browser, tables: ServerTables, language: Language) -> None:
    device, wanted = Device(language=language), WORDS[language]
    with (
        open_seat(browser, tables, "unseen", 0, device) as anna,
        open_seat(browser, tables, "unseen", 1, device) as ben,
    ):
        for player in (anna, ben):
            player.context.add_init_script(NOTE_CELEBRATIONS)
            player.page.reload()
        hand = anna.page.locator('[data-place="hand"]')
        for name in wanted["labels"].split("|"):
            expect(hand.get_by_role("button", name=re.compile(f"^{name}"))).to_be_visible()
        anna.card("rSS").focus()
        anna.page.keyboard.press("?")
        help_for_card = anna.page.get_by_role("dialog")
        expect(help_for_card).to_contain_text(wanted["help"])
        expect(help_for_card).not_to_contain_text(wanted["wrong"])
        anna.page.keyboard.press("Escape")
        expect(help_for_card).to_have_count(0)

        anna.play("r+3")
        # Steps that follow faster than an eye can see are not celebrated.
        anna.wait_for("() => window.celebrated.includes('stack: +3') && !document.querySelector('[data-celebration]')")
        ben.play("p+10*")
        anna.wait_for_turn()
        expect(anna.page.locator(".board [data-penalty]")).to_have_text(
            re.compile(rf"\+3 \+10 =\s*{anna.text('page.cards', amount=13)}")
        )
        expect(anna.page.locator(".board .question")).to_have_text(wanted["prompt"])
        for line in wanted["log"].split("|"):
            expect(anna.page.get_by_role("list").filter(has_text=line).first).to_be_visible()
        anna.wait_for("() => window.celebrated.some((each) => /^stack: \\+3\\s*\\+13$/.test(each))")
