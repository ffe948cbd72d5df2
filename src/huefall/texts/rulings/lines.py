"""Rulings as lines of text, for a terminal.

Tested in tests/texts/test_rulings.py.
"""

from __future__ import annotations

from collections.abc import Iterable

from huefall.texts.catalogue import Catalogue
from huefall.texts.options import edition_title
from huefall.texts.rulings import Quotation, Ruling


def list_lines(catalogue: Catalogue, rulings: Iterable[Ruling]) -> list[str]:
    """List rulings, each with the name that shows it."""
    return ["  " + catalogue.text("ruling.line", name=ruling.name, title=ruling.title) for ruling in rulings]


def ruling_lines(catalogue: Catalogue, ruling: Ruling) -> list[str]:
    """Write a ruling as lines: question, quotations, decision, reason, and the other reading."""
    text = catalogue.text
    lines = [text("ruling.title", title=ruling.title, rules=", ".join(ruling.rules))]
    lines += ["  " + _quote(catalogue, quotation) for quotation in ruling.quotations]
    parts = {"does": ruling.ruling, "why": ruling.why, "other": ruling.other}
    lines += [text("table.rule", title=text(f"ruling.{part}"), value=words) for part, words in parts.items()]
    if ruling.options:
        options = catalogue.text("cards.join").join(ruling.options)
        lines.append("  " + catalogue.counted("ruling.options", len(ruling.options), options=options))
    return lines


def _quote(catalogue: Catalogue, quotation: Quotation) -> str:
    sheets = catalogue.text("cards.join").join(edition_title(catalogue, sheet) for sheet in quotation.sheets)
    quoted = catalogue.text("ruling.quote", sheets=sheets, words=quotation.text)
    if not quotation.translation:
        return quoted
    return f"{quoted} {catalogue.text('ruling.translation', words=quotation.translation)}"
