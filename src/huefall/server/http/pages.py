"""The pages people open in a browser, the pictures of their cards, and the catalogues they speak from.

The page is one, made in web/ and built into the package; it finds out from its address what to show.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import lru_cache
from importlib import resources
from pathlib import Path

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from huefall.art import ArtError, card_svg, strip_svg, suit_svg, theme_css
from huefall.server.guard.address import Proxies
from huefall.server.http.first_paint import FirstPaint
from huefall.server.http.link_previews import fill_head, spoken_language
from huefall.server.http.static_files import ASK_FIRST, FOR_A_DAY, FOR_GOOD, StaticFile
from huefall.texts import LANGUAGES
from huefall.texts.rulings import load_rulings

PAGES = Path(str(resources.files("huefall.server"))) / "page"
TEXTS = Path(str(resources.files("huefall.texts")))

#: Addresses of the page, and whose texts their previews have.
ADDRESSES = {
    "/": "start",
    "/t/{code}": "table",
    "/t/{code}/match/{match:int}": "replay",
    "/t/{code}/match/{match:int}/review": "review",
    "/rules": "rules",
    "/rules/{edition}": "rules",
    "/learn": "learn",
}

#: An address that is none of them.
LOST = "lost"

#: More pictures than all editions have, so that those of somebody's own find room.
_PICTURES_KEPT = 1000
_STRIPS_KEPT = 60
_NOT_BUILT = (
    "The page has not been built yet. In a checkout, `make page` builds it (and `make play` does so by itself); "
    "in the terminal, `huefall play` does without."
)


class Pages:
    """Sends the page, whatever its address, and everything it is made of."""

    def __init__(self, pages: Path = PAGES, *, public_url: str = "", proxies: Proxies | None = None) -> None:
        self._built = _read_built(pages)
        self._shells = FirstPaint(pages)
        self._texts = {name: _keep(TEXTS / f"{name}.json", ASK_FIRST) for name in LANGUAGES}
        self._rulings = {name: _write_rulings(name) for name in LANGUAGES}
        self._public_url = public_url
        self._proxies = proxies or Proxies()

    def routes(self) -> list[BaseRoute]:
        """List the routes; the last takes what no other did."""
        return [
            *(Route(path, self._sending(kind)) for path, kind in ADDRESSES.items()),
            Route("/sw.js", self._send_worker),  # at the root, so that it may look after every page
            Route("/static/texts/{language}.json", self._send_texts),
            Route("/static/texts/rulings/{language}.json", self._send_rulings),
            Route("/static/cards/themes.css", _send_themes),
            Route("/static/cards/strip.svg", _send_strip),
            Route("/static/cards/{theme}/{name}.svg", _send_picture),
            Route("/static/{path:path}", self._send_built),
            Route("/{path:path}", self._send_lost),
        ]

    def _sending(self, kind: str) -> Callable[[Request], Awaitable[Response]]:
        async def send_page(request: Request) -> Response:
            return self._page(request, kind).answer(request)

        return send_page

    def _page(self, request: Request, kind: str) -> StaticFile:
        """Write the page with the preview of the address that was asked for."""
        if "index.html" not in self._built:
            raise HTTPException(503, _NOT_BUILT)
        base = (self._public_url or self._proxies.client(request.scope).url).rstrip("/")
        language = spoken_language(request.headers.get("accept-language", ""))
        page = fill_head(
            self._built["index.html"].content.decode(),
            kind="start" if kind == LOST else kind,
            url=f"{base}{request.url.path}",
            picture=f"{base}/static/preview.png",
            language=language,
            code=request.path_params.get("code", ""),
        )
        return StaticFile("index.html", self._shells.fill(page, kind, language).encode(), ASK_FIRST)

    async def _send_lost(self, request: Request) -> Response:
        """Let the page say that there is nothing at an address, to people; programs are told so in their own way."""
        is_person = "text/html" in request.headers.get("accept", "")
        if not is_person or request.url.path.startswith("/api/"):
            raise HTTPException(404)
        return Response(self._page(request, LOST).content, 404, media_type="text/html")

    async def _send_worker(self, request: Request) -> Response:
        return _found(self._built.get("sw.js")).answer(request)

    async def _send_texts(self, request: Request) -> Response:
        return _found(self._texts.get(request.path_params["language"])).answer(request)

    async def _send_rulings(self, request: Request) -> Response:
        return _found(self._rulings.get(request.path_params["language"])).answer(request)

    async def _send_built(self, request: Request) -> Response:
        return _found(self._built.get(request.path_params["path"])).answer(request)


def _write_rulings(language: str) -> StaticFile:
    """Write the rulings in a language: what is printed and what is said about it, as one list."""
    return StaticFile(f"{language}.json", msgspec.json.encode(list(load_rulings(language).values())), ASK_FIRST)


async def _send_themes(request: Request) -> Response:
    return _themes().answer(request)


async def _send_picture(request: Request) -> Response:
    try:
        deck = request.query_params.get("deck")
        picture = _picture(request.path_params["theme"], request.path_params["name"], deck)
    except ArtError as error:
        raise HTTPException(404, str(error)) from None
    return picture.answer(request)


async def _send_strip(request: Request) -> Response:
    try:
        strip = _strip(request.query_params.get("cards", ""), request.query_params.get("deck"))
    except ArtError as error:
        raise HTTPException(404, str(error)) from None
    return strip.answer(request)


@lru_cache(maxsize=1)
def _themes() -> StaticFile:
    return StaticFile("themes.css", theme_css().encode(), ASK_FIRST)


@lru_cache(maxsize=_PICTURES_KEPT)
def _picture(theme: str, name: str, deck: str | None) -> StaticFile:
    """Draw a picture; ``deck`` has the colours of an edition of somebody's own, which its black cards show."""
    suit = name.removeprefix("suit-")
    drawn = card_svg(theme, name, deck) if suit == name else suit_svg(theme, suit)
    return StaticFile(f"{name}.svg", drawn.encode(), FOR_A_DAY)


@lru_cache(maxsize=_STRIPS_KEPT)
def _strip(cards: str, deck: str | None) -> StaticFile:
    """Draw several cards in one picture; they are named as their own pictures are: ``classic/r7,classic/W+4``."""
    named = [tuple(each.split("/", 1)) for each in cards.split(",")]
    drawn = strip_svg([(theme, "".join(name)) for theme, *name in named], deck)
    return StaticFile("strip.svg", drawn.encode(), FOR_A_DAY)


def _read_built(pages: Path) -> dict[str, StaticFile]:
    """Read the built page; what Vite names by its content is in ``assets``."""
    found = {path.relative_to(pages).as_posix(): path for path in sorted(pages.rglob("*")) if path.is_file()}
    return {name: _keep(path, FOR_GOOD if name.startswith("assets/") else ASK_FIRST) for name, path in found.items()}


def _keep(path: Path, caching: str) -> StaticFile:
    return StaticFile(path.name, path.read_bytes(), caching)


def _found(file: StaticFile | None) -> StaticFile:
    if file is None:
        raise HTTPException(404)
    return file
