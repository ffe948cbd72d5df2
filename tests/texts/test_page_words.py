"""The words of the page: every key its sources name has a text, and no text is left over."""

from __future__ import annotations

import re
from pathlib import Path

from huefall.texts import load

WEB = Path(__file__).parents[2] / "web" / "src"
#: Comments may write a key with a placeholder of their own.
COMMENT = re.compile(r"^\s*(?://|/\*|\*).*$", re.MULTILINE)
SOURCES = {
    path.relative_to(WEB).as_posix(): COMMENT.sub("", path.read_text(encoding="utf-8"))
    for path in sorted(WEB.rglob("*"))
    if path.suffix in {".svelte", ".ts"} and not path.name.endswith(".test.ts")
}
#: Beginnings of keys that only the page reads.
OWN = (
    "page.",
    "late.",
    "setup.",
    "board.",
    "moment.",
    "start.",
    "rules.",
    "room.",
    "replay.",
    "fairness.",
    "learn.",
    "me.",
    "devices.",
    "hints.",
)
_BEGINNINGS = "|".join(re.escape(own) for own in OWN)
ASKED = re.compile(rf"""["'`]((?:{_BEGINNINGS})[\w.-]*)(\$\{{)?""")


def test_every_key_the_page_asks_for_has_a_text() -> None:
    known = load("en").texts.keys()
    missing = {
        f"{name}: {key}"
        for name, source in SOURCES.items()
        for key, composed in ASKED.findall(source)
        if (not any(each.startswith(key) for each in known) if composed else key not in known)
    }
    assert not missing


def test_no_word_of_the_page_is_left_over() -> None:
    asked = [match for source in SOURCES.values() for match in ASKED.findall(source)]
    whole = {key for key, composed in asked if not composed}
    begun = tuple({key for key, composed in asked if composed})
    left = {key for key in load("en").texts if key.startswith(OWN) and key.removesuffix(".one") not in whole}
    assert not {key for key in left if not (begun and key.startswith(begun))}
