"""docs/rules.md and its Chinese twin: the rule book from the catalogues, in sections."""

from __future__ import annotations

import re

from huefall.editions.options import SECTIONS
from huefall.texts import Catalogue, load
from huefall.texts.rulings import load_rulings
from huefall.vocabulary import rule_ids
from tools.docs import page

#: The titles of the sections (``huefall.editions.options.SECTIONS``) by language.
TITLES: dict[str, dict[str, str]] = {
    "cards": {"en": "Cards", "zh-Hant": "牌"},
    "setup": {"en": "Setting up", "zh-Hant": "開始一局"},
    "turn": {"en": "A turn", "zh-Hant": "一個回合"},
    "edition": {"en": "The themed editions", "zh-Hant": "主題版"},
    "uno": {"en": "Calling UNO, and fouls", "zh-Hant": "喊 UNO 與犯規"},
    "end": {"en": "The end and the points", "zh-Hant": "結束與計分"},
    "house": {"en": "House rules", "zh-Hant": "家規"},
    "know": {"en": "What is allowed, what is known", "zh-Hant": "選項與公開資訊"},
}

#: The first sentences of some sections.
INTROS: dict[str, dict[str, str]] = {
    "cards": {
        "en": "How a card is written: [notation](notation.md#cards). The decks card by card: [classic](editions/classic.md), "
        "[buzz](editions/buzz.md), [jurassic](editions/jurassic.md), [bts](editions/bts.md), [avengers](editions/avengers.md).",
        "zh-Hant": "各版本的牌：[經典](../editions/classic.md)、[巴斯光年](../editions/buzz.md)、[侏羅紀世界](../editions/jurassic.md)、"
        "[防彈少年團](../editions/bts.md)、[復仇者聯盟](../editions/avengers.md)。",
    },
    "house": {
        "en": "All off unless a table turns them on, each alone or together: [options](options.md).",
        "zh-Hant": "預設全部關閉，可以單獨或一起開啟：[選項](options.md)。",
    },
}

OPENINGS = {
    "en": [
        "# The rule book",
        "",
        "Every rule has an ID. Tests, code, log lines and refusals cite it; at the table `why UNO-02` shows its text. A name in",
        "quotation marks, such as “Stacking: Same kind”, is an [option](options.md) and its value. Where the printed rules are",
        "silent or can be read in two ways, [rulings](rulings.md) says what is done and why. 繁體中文：[規則](zh-Hant/rules.md)。",
        "",
    ],
    "zh-Hant": [
        "# 規則",
        "",
        "每條規則都有編號；測試、程式、牌局紀錄和拒絕的理由都引用它。在牌桌上輸入 `why UNO-02` 就會顯示該條規則。",
        "引號裡的名稱，例如「罰抽累積：同種相疊」，是[選項](options.md)和它的值。說明書沒寫清楚或有兩種讀法的地方，",
        "[規則釋疑](rulings.md)說明怎麼處理、為什麼。English: [the rule book](../rules.md).",
        "",
    ],
}

PROOF = {"en": "scenarios", "zh-Hant": "測試情境"}
RULINGS = {"en": "rulings: {links}", "zh-Hant": "釋疑：{links}"}


def write_rules(language: str) -> str:
    """Write the rule book in a language."""
    catalogue = load(language)
    up = "../" if language == "en" else "../../"
    lines = [*OPENINGS[language]]
    for number, (section, families) in enumerate(SECTIONS.items(), 1):
        lines += [f"## {number}. {TITLES[section][language]}", ""]
        if section in INTROS:
            lines += [INTROS[section][language], ""]
        for rule in rules_of(families):
            lines += [*_rule_lines(catalogue, rule, up), ""]
    return page(f"`src/huefall/texts/{language}.json`", lines[:-1])


def rules_of(families: tuple[str, ...]) -> list[str]:
    """List the rules of some families, in the order of the families."""
    return [name for family in families for name in rule_ids.NAMES if name.rpartition("-")[0] == family]


def heading_of(catalogue: Catalogue, rule: str) -> str:
    """Return a rule's heading."""
    return f"{rule} {catalogue.text(f'rule.{rule}.title')}"


def anchor_of(catalogue: Catalogue, rule: str) -> str:
    """Return the anchor of a rule's heading, as the site that shows the pages names it."""
    return re.sub(r"[^\w\- ]", "", heading_of(catalogue, rule).lower()).replace(" ", "-")


def _rule_lines(catalogue: Catalogue, rule: str, up: str) -> list[str]:
    language = catalogue.language
    proof = f"[{PROOF[language]}]({up}tests/scenarios/{rule}.json)"
    rulings = [ruling for ruling in load_rulings(language).values() if rule in ruling.rules]
    if rulings:
        links = " · ".join(f"[{ruling.title}](rulings.md#{ruling.name})" for ruling in rulings)
        proof += f" · {RULINGS[language].format(links=links)}"
    return [
        f"### {heading_of(catalogue, rule)}",
        "",
        f"{catalogue.text(f'rule.{rule}.text')} <sub>{proof}</sub>",
    ]
