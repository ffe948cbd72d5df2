"""docs/options.md and its Chinese twin: options, values, defaults and presets."""

from __future__ import annotations

from huefall.editions import OPTIONS, PRESETS, SHIPPED, Rules, load_edition
from huefall.editions.options import Option
from huefall.texts import Catalogue, load
from huefall.texts.options import edition_title, option_value, written_value
from tools.docs import page, table

WORDS = {
    "en": {
        "title": "Options",
        "opening": [
            "Give them to `play`, `simulate` and `arena` as `--set name=value`, or to `Game` and `Match` as a mapping; a switch is `on` or `off` on",
            "the command line and `true` or `false` in a file. The default is **bold**: all defaults together are the official",
            "rules. Every combination can be played. What has no meaning in the chosen edition, is unknown or has a bad value is",
            "refused (OPT-01). What a rule says in full: [the rule book](rules.md).",
        ],
        "head": ["option", "meaning", "values", "editions"],
        "all": "all",
        "presets": "Presets",
        "preset_opening": "`--preset name`. A single option overrides the preset.",
        "preset_head": ["preset", "what it is", "sets"],
        "range": "**{default}**; {least} to {most:,}",
    },
    "zh-Hant": {
        "title": "選項",
        "opening": [
            "在 `play`、`simulate`、`arena` 指令後加上 `--set 名稱=值`，或以對應表傳給 `Game` 和 `Match`；開關在指令列寫 `on` 或 `off`，在檔案裡寫 `true`",
            "或 `false`。**粗體**是預設值，全部預設值就是官方規則，任何組合都能玩。在所選版本中沒有意義、不認得或值不對的選項會被拒絕（OPT-01）。",
            "規則全文見[規則](rules.md)。",
        ],
        "head": ["選項", "意義", "值", "版本"],
        "all": "全部",
        "presets": "組合",
        "preset_opening": "`--preset 名稱`。另外指定的選項優先於組合。",
        "preset_head": ["組合", "內容", "設定"],
        "range": "**{default}**；{least} 到 {most:,}",
    },
}


def write_options(language: str) -> str:
    """Write the page in a language."""
    catalogue = load(language)
    words = WORDS[language]
    official = Rules()
    options = [
        [
            f"`{name}`<br>{catalogue.text(f'option.{name}.title')}",
            catalogue.text(f"option.{name}.text"),
            _values(catalogue, name, option, getattr(official, name)),
            _editions(catalogue, option, str(words["all"])),
        ]
        for name, option in OPTIONS.items()
    ]
    presets = [
        [
            f"`{name}`<br>{catalogue.text(f'preset.{name}.title')}",
            catalogue.text(f"preset.{name}.text"),
            " ".join(f"`{option}={written_value(value)}`" for option, value in changes.items()) or "–",
        ]
        for name, changes in PRESETS.items()
    ]
    lines = [
        f"# {words['title']}",
        "",
        *words["opening"],
        "",
        *table(list(words["head"]), options),
        "",
        f"## {words['presets']}",
        "",
        str(words["preset_opening"]),
        "",
        *table(list(words["preset_head"]), presets),
    ]
    return page(f"`src/huefall/editions/options.py`, `rules.py` and `src/huefall/texts/{language}.json`", lines)


def _values(catalogue: Catalogue, name: str, option: Option, default: object) -> str:
    if not option.words and not option.is_switch:
        pattern = str(WORDS[catalogue.language]["range"])
        return pattern.format(default=default, least=option.minimum, most=option.maximum)
    values: list[object] = list(option.words) or [True, False]
    written = [f"`{written_value(value)}` {option_value(catalogue, name, value)}" for value in values]
    return "<br>".join(f"**{text}**" if value == default else text for value, text in zip(values, written, strict=True))


def _editions(catalogue: Catalogue, option: Option, everywhere: str) -> str:
    """Name the shipped editions in which the option means something."""
    names = [name for name in SHIPPED if not option.needs or load_edition(name).has(option.needs)]
    if len(names) == len(SHIPPED):
        return everywhere
    return catalogue.text("cards.join").join(edition_title(catalogue, name) for name in names)
