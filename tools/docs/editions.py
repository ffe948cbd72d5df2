"""docs/editions/<name>.md: one page per edition that ships, from its file."""

from __future__ import annotations

from huefall.editions import OPTIONS, SHIPPED, Edition, load_edition
from huefall.editions.deck import EVERYONE, FIRST_BURY, FIRST_IGNORE, FIRST_NAME, ROTATE, SWAP, Row
from huefall.texts import card_name, load
from huefall.texts.cards import color_name
from huefall.texts.options import edition_title
from huefall.vocabulary import colors
from tools.docs import page, table
from tools.docs.rules import anchor_of, rules_of

#: The rules that come with a card attribute, beyond those of every deck.
OWN_RULES = {
    "boosts": rules_of(("BUZZ",)),
    "footprint": ["DECK-04"],
    "escapes": rules_of(("JUR",)),
    "dares": rules_of(("BTS",)),
    "checks": rules_of(("AVG",)),
}


def write_editions() -> dict[str, str]:
    """Write all pages, by name."""
    return {name: _write(load_edition(name)) for name in SHIPPED}


def rule_link(rule: str) -> str:
    """Link a rule to its place in the rule book, as the site that shows the pages names headings."""
    return f"[{rule}](../rules.md#{anchor_of(load('en'), rule)})"


def _write(edition: Edition) -> str:
    english, chinese = load("en"), load("zh-Hant")
    title = edition_title(english, edition.name, edition.title)
    names = ", ".join(color_name(english, colors.letter(color)) for color in sorted(edition.colors))
    lines = [
        f"# {title} · {edition_title(chinese, edition.name, edition.title)}",
        "",
        f"`--edition {edition.name}`: {edition.card_count} cards in {names}; 2 to 10 players.",
        "",
        *table(
            ["cards", "name", "名稱", "#of each", "#in all", "#points", "what it does"],
            [_card_cells(row) for row in edition.rows],
        ),
        "",
        *_footprint_note(edition),
        *_own_rules(edition),
        *_own_options(edition),
        f"From its file, [{edition.name}.toml](../../src/huefall/editions/{edition.name}.toml). A deck of your own:",
        "[writing an edition](../editions.md). The other editions: "
        + ", ".join(f"[{other}]({other}.md)" for other in SHIPPED if other != edition.name)
        + ".",
    ]
    return page(f"`src/huefall/editions/{edition.name}.toml`", lines)


def _card_cells(row: Row) -> list[str]:
    english, chinese = load("en"), load("zh-Hant")
    mark = "*" if row.footprint else ""
    written = [row.face] if row.black else [f"{colors.letter(color)}{row.face}" for color in row.colors]
    shown = " ".join(f"`{card}{mark}`" for card in written)
    # A coloured card's name without its colour is its face's; a number needs none.
    names = [_face_name(catalogue.language, row) for catalogue in (english, chinese)]
    return [shown, *names, str(row.copies), str(row.card_count), str(row.points), _effect(row)]


def _face_name(language: str, row: Row) -> str:
    catalogue = load(language)
    if row.black:
        return card_name(catalogue, row.face, {row.face: row.title})
    key = f"card.{row.face}"
    return catalogue.text(key) if catalogue.has(key) else row.title.get(language, row.face)


def _effect(row: Row) -> str:
    """Say what a card does, from its attributes alone."""
    found = []
    if row.black:
        found.append(f"names the colour ({rule_link('WILD-01')})")
    if row.draws:
        rule = "WD4-01" if row.black else "D2-01"
        found.append(f"the next player draws {row.draws} and loses the turn ({rule_link(rule)})")
    if row.restricted:
        found.append(f"only without a card of the colour in force, or as a bluff ({rule_link('WD4-02')})")
    if row.skips:
        whom = "everybody else loses" if row.skips == EVERYONE else f"the next {_players(row.skips)}"
        found.append(f"{whom} the turn ({rule_link('SKIP-01')})")
    if row.reverses:
        found.append(f"the direction turns ({rule_link('REV-01')})")
    if row.boosts:
        found.append(f"boosts it: every card of it skips the next player ({rule_link('BUZZ-01')})")
    if row.escapes:
        found.append(f"answers a footprint card and spares its player ({rule_link('JUR-01')})")
    if row.dares:
        found.append(f"the next player dances or draws {row.dares} ({rule_link('BTS-01')})")
    if row.checks:
        found.append(f"laid with a coloured card: who holds its colour draws {row.checks} ({rule_link('AVG-01')})")
    if row.exchanges == SWAP:
        found.append(f"with `seven_zero`: swaps two hands ({rule_link('SEVEN-01')})")
    if row.exchanges == ROTATE:
        found.append(f"with `seven_zero`: all hands move on ({rule_link('SEVEN-01')})")
    if row.shield:
        found.append(f"with `shields`: turns a penalty away ({rule_link('SHIELD-01')})")
    return "; ".join([*found, *_first(row)]) or "–"


def _players(count: int) -> str:
    return "player loses" if count == 1 else f"{count} players lose"


def _first(row: Row) -> list[str]:
    if row.first == FIRST_BURY:
        return [f"turned first: to the bottom of the pile ({rule_link('FIRST-03')})"]
    if row.first == FIRST_IGNORE:
        return [f"turned first: ignored, another is turned ({rule_link('FIRST-05')})"]
    if row.first == FIRST_NAME:
        return [f"turned first: dealer’s left names the colour ({rule_link('FIRST-04')})"]
    return []


def _footprint_note(edition: Edition) -> list[str]:
    if not edition.has("footprint"):
        return []
    return [
        "A `*` marks the footprint. Here every card that can bear it does; with `footprints=half` half of each do.",
        "",
    ]


def _own_rules(edition: Edition) -> list[str]:
    catalogue = load("en")
    rules = [rule for attribute, found in OWN_RULES.items() if edition.has(attribute) for rule in found]
    if colors.PURPLE in edition.colors:
        rules.insert(0, "DECK-03")
    if not rules:
        return []
    lines = ["## Rules of its own", ""]
    for rule in rules:
        text = catalogue.text(f"rule.{rule}.text")
        title = catalogue.text(f"rule.{rule}.title").removesuffix("!")
        lines.append(f"- {rule_link(rule)} **{title}.** {text}")
    return [*lines, ""]


def _own_options(edition: Edition) -> list[str]:
    """List the options that mean something here and not in every shipped edition."""
    catalogue = load("en")
    lines = []
    for name, option in OPTIONS.items():
        everywhere = all(load_edition(other).has(option.needs) for other in SHIPPED) if option.needs else True
        if not everywhere and edition.has(option.needs):
            lines.append(f"- [`{name}`](../options.md): {catalogue.text(f'option.{name}.text')}")
    return ["## Options of its own", "", *lines, ""] if lines else []
