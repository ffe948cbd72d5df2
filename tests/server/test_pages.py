"""The page that a server shows: what is sent, that it keeps to the content policy, and that it has a text for everything."""

from __future__ import annotations

import asyncio
import re
from html.parser import HTMLParser

import httpx
import pytest
from starlette.applications import Starlette

from huefall.protocol.reasons import HTTP_REASONS, SOCKET_REASONS
from huefall.server.catalogue import encoded_catalogue
from huefall.server.pages import PAGES, page_routes
from huefall.texts import LANGUAGES, load

MODULES = sorted(PAGES.glob("*.js"))


def get(path: str, **headers: str) -> httpx.Response:
    """Ask for a page as a browser does."""

    async def ask() -> httpx.Response:
        transport = httpx.ASGITransport(Starlette(routes=page_routes()))
        async with httpx.AsyncClient(transport=transport, base_url="http://table.test") as client:
            return await client.get(path, headers={name.replace("_", "-"): value for name, value in headers.items()})

    return asyncio.run(ask())


def read(name: str) -> str:
    return (PAGES / name).read_text(encoding="utf-8")


class Elements(HTMLParser):
    """Collects the elements of the page, and what stands inside scripts and styles."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.inline: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        if self.found and self.found[-1][0] in {"script", "style"} and data.strip():
            self.inline.append(data)


def own_words() -> dict[str, dict[str, str]]:
    """Read the page's own words, by language."""
    found: dict[str, dict[str, str]] = {}
    for language, key, text in re.findall(
        r'^  "?([\w-]+)"?: \{|^    "([\w.]+)":\s+"(.+)",$', read("words.js"), re.MULTILINE
    ):
        if language:
            found[language] = {}
        else:
            words = found[next(reversed(found))]
            assert key not in words, f"{key} stands twice in words.js"
            words[key] = text
    return found


def placeholders(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", text))


# What is sent


@pytest.mark.parametrize("path", ["/", "/t/k7m2xw9p"])
def test_the_first_page_and_every_table_are_one_page(path: str) -> None:
    answer = get(path)
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/html")
    assert answer.text == read("index.html")


def test_everything_the_page_names_is_there() -> None:
    named = {
        value
        for _, attrs in Elements(read("index.html")).found
        for key, value in attrs.items()
        if key in {"src", "href"}
    }
    imported = {
        f"/static/{name}" for module in MODULES for name in re.findall(r'from "\./([\w.]+)"', read(module.name))
    }
    assert "/static/page.js" in named
    for path in sorted(filter(None, named | imported)):
        assert get(path).status_code == 200, path


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_catalogue_of_a_language_is_sent_as_it_is(language: str) -> None:
    assert get(f"/static/texts/{language}.json").json() == dict(load(language).texts)


@pytest.mark.parametrize(
    "path",
    [
        "texts/de.json",
        "texts/cards.py",
        "texts/..%2fcards.json",
        "texts/%2e%2e/pages.py",
        "../pages.py",
        "%2e%2e/pages.py",
        "none.js",
    ],
)
def test_nothing_else_is_sent(path: str) -> None:
    assert get(f"/static/{path}").status_code == 404


@pytest.mark.parametrize("path", ["/", "/static/page.js", "/static/texts/en.json"])
def test_a_browser_asks_whether_its_copy_is_still_good(path: str) -> None:
    first = get(path)
    assert first.headers["cache-control"] == "no-cache"
    assert get(path, if_none_match=first.headers["etag"]).status_code == 304


# The content policy


def test_no_script_and_no_style_stands_in_the_page() -> None:
    elements = Elements(read("index.html"))
    assert not elements.inline
    for tag, attrs in elements.found:
        assert not [name for name in attrs if name == "style" or name.startswith("on")], (tag, attrs)


@pytest.mark.parametrize("module", [module.name for module in MODULES])
def test_what_comes_from_a_server_is_never_read_as_markup_or_code(module: str) -> None:
    forbidden = (
        r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function|\.style\b|srcdoc|DOMParser"
    )
    assert not re.findall(forbidden, read(module))


@pytest.mark.parametrize("name", sorted(file.name for file in PAGES.iterdir()))
def test_nothing_is_loaded_from_elsewhere(name: str) -> None:
    assert set(re.findall(r"\b(?:https?|wss?)://[^\s\"'`)]+", read(name))) <= {"http://www.w3.org/2000/svg"}


# Texts


def test_both_languages_of_the_page_have_the_same_words() -> None:
    words = own_words()
    assert tuple(words) == LANGUAGES
    english, chinese = words["en"], words["zh-Hant"]
    assert {key for key in english if not key.endswith(".one")} == set(chinese)  # Chinese has no plural
    for key, text in chinese.items():
        assert placeholders(text) == placeholders(english[key]), key


def test_every_key_the_page_asks_for_has_a_text() -> None:
    asked = {
        key
        for module in MODULES
        if module.name != "words.js"
        for key in re.findall(r'"((?:page|table|phase|verb|cards|reason|card)\.[\w.]+)"', read(module.name))
    }
    asked |= {attrs["data-text"] or "" for _, attrs in Elements(read("index.html")).found if "data-text" in attrs}
    for language, words in own_words().items():
        known = words.keys() | load(language).texts.keys()
        assert not {key for key in asked if key not in known}


def test_no_word_of_the_page_is_left_over() -> None:
    code = "".join(read(module.name) for module in MODULES if module.name != "words.js") + read("index.html")
    composed = (
        "emote.",
        "reason.",
        "page.status.",
        "page.seconds.",
        "page.public.",
    )  # looked up by what the server says
    plain = {key.removesuffix(".one") for key in own_words()["en"] if not key.startswith(composed)}
    assert not {key for key in plain if f'"{key}"' not in code and key not in {"page.record", "page.proof"}}


def test_what_the_server_can_say_has_words() -> None:
    words = own_words()["en"]
    emotes = re.findall(rb'"emotes":\[([^\]]*)\]', encoded_catalogue())[0].decode().replace('"', "").split(",")
    assert {f"emote.{emote}" for emote in emotes} == {key for key in words if key.startswith("emote.")}
    reasons = {key.removeprefix("reason.") for key in words if key.startswith("reason.")}
    assert reasons - {"offline"} <= SOCKET_REASONS.keys() | HTTP_REASONS.keys()
