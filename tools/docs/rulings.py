"""docs/rulings.md and its Chinese twin: what the printed sheets leave open, and what our own rule book does."""

from __future__ import annotations

import re
from collections.abc import Iterator

from huefall.editions.options import SECTIONS, section_of
from huefall.texts import Catalogue, load
from huefall.texts.options import edition_title
from huefall.texts.rulings import Quotation, Ruling, load_rulings
from tools.docs import page, table
from tools.docs.gaps import GAPS
from tools.docs.rules import TITLES, anchor_of

WORDS = {
    "en": {
        "opening": [
            "# Rulings",
            "",
            "[Part one](#part-one-the-printed-sheets): every place where a printed sheet is silent, contradicts itself or another sheet, or can",
            "be read in two ways. Each has the sheet’s own words, what we do, why, and which [option](options.md) gives the other reading, or why none does.",
            "[Part two](#part-two-gaps-in-our-own-rule-book): what our own [rule book](rules.md) leaves open, and what the engine does.",
            "`huefall rules --ruling` lists part one in the terminal, `huefall rules --ruling shields` shows one of them; at a table",
            "`ruling shields` does. 繁體中文：[規則釋疑](zh-Hant/rulings.md)。",
            "",
            "## Part one: the printed sheets",
            "",
            "The sheets are those of the five editions, in Chinese: Classic, Buzz Lightyear, Jurassic World, BTS and Avengers. The four themed ones",
            "share one template. A rule found on one applies to all, unless an edition’s own sheet says otherwise.",
            "",
        ],
        "part": "**{title}.** ",
        "option": " {options}.",
        "rules": "Rules: ",
        "join": ", ",
        "colon": ": ",
    },
    "zh-Hant": {
        "opening": [
            "# 規則釋疑",
            "",
            "說明書沒寫、自相矛盾、互相矛盾，或有兩種讀法的地方，都列在這裡：原文、我們怎麼做、為什麼，以及哪個[選項](options.md)是另一種讀法。",
            "在終端機可用 `huefall rules --ruling --lang zh-Hant` 列出全部，`huefall rules --ruling shields --lang zh-Hant` 顯示其中一則；在牌桌上輸入",
            "`釋疑 shields`。我們自己的[規則](rules.md)沒寫到的細節，見英文頁的第二部分。English: [rulings](../rulings.md).",
            "",
            "## 說明書沒寫清楚的地方",
            "",
            "說明書共五份：經典、巴斯光年、侏羅紀世界、防彈少年團和復仇者聯盟。四份主題版用同一個範本。一份說明書的規則，其他版本也適用，除非該版本自己另有規定。",
            "",
        ],
        "part": "**{title}**：",
        "option": "{options}。",
        "rules": "規則：",
        "join": "、",
        "colon": "：",
    },
}

GAPS_OPENING = [
    "## Part two: gaps in our own rule book",
    "",
    "Where the [rule book](rules.md) is silent or can be read in two ways, this is what the engine does, and why.",
    "",
]


def write_rulings(language: str) -> str:
    """Write the page in a language; part two, for those who change the engine, is on the English page only."""
    catalogue = load(language)
    rulings = list(load_rulings(language).values())
    lines = list(WORDS[language]["opening"])
    for section in SECTIONS:
        found = [ruling for ruling in rulings if section_of(ruling.rules[0]) == section]
        if found:
            lines += [
                f"### {TITLES[section][language]}",
                "",
                *(f"- [{each.title}](#{each.name})" for each in found),
                "",
            ]
            for ruling in found:
                lines += _ruling_lines(catalogue, ruling)
    source = f"`src/huefall/texts/rulings/{language}.json` and `src/huefall/texts/rulings/printed.json`"
    if language != "en":
        return page(source, lines[:-1])
    gaps = [[rules or "–", question, ruling] for rules, question, ruling in GAPS]
    lines += [*GAPS_OPENING, *table(["Rule", "Question", "Ruling"], gaps)]
    return page(f"{source}, part two from `tools/docs/gaps.py`", lines)


def _ruling_lines(catalogue: Catalogue, ruling: Ruling) -> Iterator[str]:
    """Write one ruling; its anchor is its name, which is the same in every language."""
    words = WORDS[catalogue.language]
    rules = str(words["join"]).join(f"[{rule}](rules.md#{anchor_of(catalogue, rule)})" for rule in ruling.rules)
    options = str(words["join"]).join(f"`{option}`" for option in ruling.options)
    named = catalogue.counted("ruling.options", len(ruling.options), options=options)
    other = str(words["option"]).format(options=named) if options else ""
    yield from (f'<a id="{ruling.name}"></a>', "", f"#### {ruling.title}", "")
    yield "\n>\n".join(f"> {_quote(catalogue, quotation)}" for quotation in ruling.quotations)
    parts = {"does": ruling.ruling, "why": ruling.why, "other": f"{_linked(catalogue, ruling.other)}{other}"}
    for part, text in parts.items():
        yield from ("", str(words["part"]).format(title=catalogue.text(f"ruling.{part}")) + text)
    yield from ("", f"<sub>{words['rules']}{rules}</sub>", "")


def _linked(catalogue: Catalogue, text: str) -> str:
    """Make links of the files a text names; texts are plain, because terminals show them as well."""
    up = "" if catalogue.language == "en" else "../"
    return re.sub(r"docs/([\w/.-]+\w)", rf"[docs/\1]({up}\1)", text)


def _quote(catalogue: Catalogue, quotation: Quotation) -> str:
    words = WORDS[catalogue.language]
    sheets = str(words["join"]).join(edition_title(catalogue, sheet) for sheet in quotation.sheets)
    translation = f" – “{quotation.translation}”" if quotation.translation else ""
    return f"{sheets}{words['colon']}「{quotation.text}」{translation}"
