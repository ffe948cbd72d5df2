"""A review as one HTML file: the review page of ``web/`` with its data in the same file, so that it needs no server.

``make page`` builds the template from ``web/review.html``: the page's script and style, and placeholders for what is
filled in here. The script reads the review, every round as the server would send it (``docs/protocol.md``), the texts of
both languages and the drawings of the cards; readers without scripts get the text report.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import escape
from importlib import resources
from itertools import groupby
from pathlib import Path
from typing import Any
from urllib.parse import quote

import msgspec

from huefall.art import card_svg, theme_css
from huefall.editions import Edition
from huefall.editions.rule_refs import rules_of_card
from huefall.game import Match
from huefall.protocol.reviews import Review
from huefall.record import Step, steps
from huefall.review.errors import ReviewError
from huefall.review.report import write_report
from huefall.review.wording import Words
from huefall.texts import LANGUAGES, Catalogue, load
from huefall.texts.advice import write_plainly
from huefall.view import laid_card, open_events, open_view
from huefall.vocabulary import colors

TEMPLATE = Path(str(resources.files("huefall.review"))) / "page" / "review.html"

_PLACEHOLDER = re.compile(r"\{\{huefall:(\w+)\}\}")

#: What JavaScript's encodeURIComponent leaves as it is, apart from letters and digits: `rS*` is a card.
_UNQUOTED = "-_.!~*'()"

#: Characters that could end the script element, or a line of JavaScript in old readers, written as JSON escapes.
_UNSAFE = {character: f"\\u{ord(character):04x}" for character in "<>&\u2028\u2029"}


def read_template() -> str:
    """Read the built template; raises ``ReviewError`` in a checkout where the page has not been built."""
    try:
        return TEMPLATE.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise ReviewError("the review page has not been built: run `make page` first") from None


def write_html(match: Match, review: Review, catalogue: Catalogue) -> str:
    """Write the review of a match as an HTML file that opens in the language of the catalogue and can switch to others."""
    words = Words(review, catalogue)
    parts = {
        "language": escape(catalogue.language),
        "title": escape(f"{words.text('review.title')} · {words.edition()}"),
        "themes": theme_css(),
        "report": f"<pre>{escape(write_report(review, catalogue))}</pre>",
        "data": embedded_json(_data(match, review, catalogue.language)),
    }
    # In one pass: a player's name may look like a placeholder.
    return _PLACEHOLDER.sub(lambda found: parts[found[1]], read_template())


def embedded_json(value: object) -> str:
    r"""Write JSON that cannot end the script element it is in.

    >>> print(embedded_json("</script>"))
    "\u003c/script\u003e"
    """
    written = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return re.sub(f"[{''.join(_UNSAFE)}]", lambda found: _UNSAFE[found[0]], written)


def _data(match: Match, review: Review, language: str) -> dict[str, Any]:
    """Collect what ``web/src/review/exported.ts`` reads."""
    edition = match.variant.edition
    texts = {f"/static/texts/{each}.json": dict(load(each).texts) for each in LANGUAGES}
    return {
        "language": language,
        "review": msgspec.to_builtins(review),
        "rounds": list(_rounds(match, review)),
        "files": {**texts, **dict(_pictures(edition, review.theme))},
    }


def _rounds(match: Match, review: Review) -> Iterator[dict[str, Any]]:
    """Play the match again; each round is a `Replay` of the protocol with every hand open."""
    shown = {
        "table": "",
        "match": 1,
        "edition": review.edition,
        "options": dict(review.options),
        "players": [write_plainly(name) for name in review.players],
        "winners": list(review.winners),
        "scores": list(review.scores),
        "rounds": len(match.rounds),
        "theme": review.theme,
        # There is no server to ask for more.
        **dict.fromkeys(("record", "replay", "proof", "review", "origin")),
    }
    edition = _show_edition(match.variant.edition, review.theme)
    for number, found in groupby(steps(match), key=lambda step: step.round):
        frames = [_frame(step) for step in found]
        yield {"match": shown, "round": number, "seat": None, "edition": edition, "frames": frames}


def _frame(step: Step) -> dict[str, Any]:
    frame: dict[str, Any] = {"events": open_events(step.events), "view": open_view(step.game)}
    if (laid := laid_card(step.game)) is not None:
        frame["laid"] = laid
    if step.played is not None:
        frame |= {"seat": step.played.seat, "move": step.played.sentence}
        if step.played.foul:
            frame["foul"] = True
    return frame


def _show_edition(edition: Edition, theme: str) -> dict[str, Any]:
    """Describe an edition as far as a review shows it."""
    kinds = [
        {"card": kind.text, "rules": rules_of_card(edition, kind), "title": dict(kind.row.title)}
        for kind in edition.kinds()
    ]
    return {
        "name": edition.name,
        "theme": theme,
        "title": dict(edition.title),
        "colors": [colors.letter(color) for color in edition.colors],
        "kinds": kinds,
    }


def _pictures(edition: Edition, theme: str) -> Iterator[tuple[str, str]]:
    """Draw the deck, by the addresses that ``web/src/cards/picture.ts`` gives its pictures."""
    letters = [colors.letter(color) for color in edition.colors]
    # Black cards show the colours of the deck: an own edition may have others than its theme.
    deck = None if edition.name == theme else "".join(letters)
    names = ["back", *(f"suit-{letter}" for letter in letters)]
    for kind in edition.kinds():
        names.append(kind.text)
        if kind.text.startswith("W"):
            names.extend(f"{kind.text}_{letter}" for letter in letters)
    for name in names:
        query = f"?deck={deck}" if deck and name.startswith("W") else ""
        yield f"/static/cards/{theme}/{quote(name, safe=_UNQUOTED)}.svg{query}", card_svg(theme, name, deck)
