"""What a server sends to browsers: the built page, its pictures and words, and that it keeps to the content policy."""

from __future__ import annotations

import asyncio
import re
from html.parser import HTMLParser
from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette

from huefall.protocol.reasons import HTTP_REASONS, SOCKET_REASONS
from huefall.server.http.pages import PAGES, Pages
from huefall.server.tables.catalogue import encoded_catalogue
from huefall.texts import LANGUAGES, load
from huefall.texts.rulings import load_rulings

BUILT = sorted(path for path in PAGES.rglob("*") if path.is_file())


def get(path: str, pages: Path = PAGES, **headers: str) -> httpx.Response:
    """Ask for a page as a browser does."""

    async def ask() -> httpx.Response:
        transport = httpx.ASGITransport(Starlette(routes=Pages(pages, public_url="https://cards.test").routes()))
        async with httpx.AsyncClient(transport=transport, base_url="http://table.test") as client:
            return await client.get(path, headers={name.replace("_", "-"): value for name, value in headers.items()})

    return asyncio.run(ask())


class Elements(HTMLParser):
    """Collects the elements of the page, and the contents of scripts and styles."""

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


@pytest.mark.parametrize(
    "path", ["/", "/t/k7m2xw9p", "/t/k7m2xw9p/match/2", "/rules", "/rules/bts", "/learn", "/me", "/device"]
)
def test_every_address_of_the_page_is_answered_with_it_and_a_preview(path: str) -> None:
    answer = get(path)
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/html")
    assert '<div id="app">' in answer.text
    assert f'<meta property="og:url" content="https://cards.test{path}" />' in answer.text
    assert 'content="https://cards.test/static/preview.png"' in answer.text


def test_a_preview_speaks_the_language_that_is_asked_for() -> None:
    assert '<html lang="zh-Hant">' in get("/", accept_language="zh-TW").text


@pytest.mark.parametrize("page", ["/", "/t/k7m2xw9p", "/t/k7m2xw9p/match/2", "/rules", "/learn", "/me", "/device"])
def test_everything_the_page_names_is_there(page: str) -> None:
    named = {
        value for _, attrs in Elements(get(page).text).found for key, value in attrs.items() if key in {"src", "href"}
    }
    assert any(name and name.endswith(".js") for name in named)
    for path in sorted(filter(None, named | {"/sw.js", "/static/preview.png"})):
        assert get(path).status_code == 200, path


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_catalogue_of_a_language_is_sent_as_it_is(language: str) -> None:
    assert get(f"/static/texts/{language}.json").json() == dict(load(language).texts)


@pytest.mark.parametrize("language", LANGUAGES)
def test_rulings_are_sent_apart_from_the_catalogue(language: str) -> None:
    sent = get(f"/static/texts/rulings/{language}.json").json()
    assert [ruling["name"] for ruling in sent] == list(load_rulings(language))
    first = load_rulings(language)["sheets-together"]
    assert sent[0]["title"] == first.title and sent[0]["rules"] == list(first.rules)
    assert sent[0]["quotations"][0]["text"] == first.quotations[0].text


@pytest.mark.parametrize(
    "name", ["classic/r7", "jurassic/g%2B2%2A", "avengers/WG_r", "bts/back", "buzz/suit-y", "classic/rT"]
)
def test_cards_are_drawn_when_they_are_asked_for(name: str) -> None:
    answer = get(f"/static/cards/{name}.svg")
    assert answer.status_code == 200 and answer.headers["content-type"] == "image/svg+xml"
    assert answer.text.startswith("<svg") and "max-age" in answer.headers["cache-control"]


def test_black_cards_of_an_own_deck_show_its_colours() -> None:
    two, four = (get(f"/static/cards/classic/W.svg{query}") for query in ("?deck=rb", ""))
    assert two.status_code == 200 and two.text != four.text
    assert get("/static/cards/classic/r7.svg?deck=rb").text == get("/static/cards/classic/r7.svg").text
    for wrong in ("", "r", "rr", "rx", "rygbpr", "%3C"):
        assert get(f"/static/cards/classic/W.svg?deck={wrong}").status_code == 404, wrong


def test_several_cards_come_in_one_picture() -> None:
    answer = get("/static/cards/strip.svg?cards=classic/r7,buzz/back,classic/W%2B4")
    assert answer.status_code == 200 and answer.headers["content-type"] == "image/svg+xml"
    assert answer.text.startswith("<svg") and "max-age" in answer.headers["cache-control"]
    for wrong in ("", "?cards=", "?cards=classic", "?cards=classic/r7,,", "?cards=none/r7", "?cards=classic/W&deck=x"):
        assert get(f"/static/cards/strip.svg{wrong}").status_code == 404, wrong


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("path", "key"), [("/", "start.headline"), ("/t/k7m2xw9p", "room.coming")])
def test_there_is_something_to_see_before_any_script_is_there(path: str, key: str, language: str) -> None:
    page = get(path, accept_language=language).text
    assert f">{load(language).texts[key]}<" in page and "[[" not in page


@pytest.mark.parametrize(
    "path",
    [
        "texts/de.json",
        "texts/cards.py",
        "texts/rulings/de.json",
        "texts/rulings/printed.json",
        "texts/..%2fcards.json",
        "texts/%2e%2e/pages.py",
        "../pages.py",
        "%2e%2e/pages.py",
        "none.js",
        "cards/none/r7.svg",
        "cards/classic/.svg",
        "cards/classic/suit-x.svg",
        "cards/classic/%3Cscript%3E.svg",
        "cards/../pages.py",
    ],
)
def test_nothing_else_is_sent(path: str) -> None:
    assert get(f"/static/{path}").status_code == 404


@pytest.mark.parametrize("path", ["/", "/sw.js", "/static/texts/en.json", "/static/cards/themes.css"])
def test_a_browser_asks_whether_its_copy_is_still_good(path: str) -> None:
    first = get(path)
    assert first.headers["cache-control"] == "no-cache"
    assert get(path, if_none_match=first.headers["etag"]).status_code == 304


def test_what_is_named_by_its_content_is_kept_for_good() -> None:
    asset = next(path for path in BUILT if path.parent.name == "assets" and path.suffix == ".js")
    assert "immutable" in get(f"/static/assets/{asset.name}").headers["cache-control"]


def test_a_server_without_a_built_page_says_how_to_build_it(tmp_path: Path) -> None:
    answer = get("/", tmp_path)
    assert answer.status_code == 503 and "make page" in answer.text


def test_people_are_shown_the_page_where_there_is_nothing_and_programs_are_told() -> None:
    lost = get("/nowhere", accept="text/html,*/*")
    assert lost.status_code == 404 and '<div id="app">' in lost.text
    for path, accept in (("/nowhere", "application/json"), ("/api/nowhere", "text/html"), ("/nowhere", "*/*")):
        answer = get(path, accept=accept)
        assert answer.status_code == 404 and "<div" not in answer.text


@pytest.mark.parametrize("path", ["/", "/t/k7m2xw9p"])
def test_no_script_and_no_style_stands_in_the_page(path: str) -> None:
    elements = Elements(get(path).text)
    assert not elements.inline
    for tag, attrs in elements.found:
        assert not [name for name in attrs if name == "style" or name.startswith("on")], (tag, attrs)


@pytest.mark.parametrize("path", [path for path in BUILT if path.suffix != ".png"], ids=lambda path: path.name)
def test_nothing_is_loaded_from_elsewhere(path: Path) -> None:
    known = {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xhtml", "http://www.w3.org/1998/Math/MathML"}
    found = set(re.findall(r"\b(?:https?|wss?)://[^\s\"'`)$]+", path.read_text(encoding="utf-8")))
    # Svelte's errors name a page that explains them; nothing loads it.
    assert {address for address in found if not address.startswith("https://svelte.dev/e/")} <= known


def test_what_the_server_can_say_has_words() -> None:
    words = load("en").texts
    emotes = re.findall(rb'"emotes":\[([^\]]*)\]', encoded_catalogue())[0].decode().replace('"', "").split(",")
    assert {f"emote.{emote}" for emote in emotes} == {key for key in words if key.startswith("emote.")}
    reasons = {key.removeprefix("reason.") for key in words if key.startswith("reason.")}
    # A seat that is not asked gets the reason of the rules.
    assert reasons - {"offline"} == (SOCKET_REASONS.keys() | HTTP_REASONS.keys()) - {"not_asked"}
