"""The web page, its files, the pictures of the cards, and the texts in each language.

It is a single-page application, written in web/ and built into the package; its address tells it what to show.
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
from huefall.server.http.link_previews import fill_head, preferred_language
from huefall.server.http.static_files import CACHE_FOR_A_DAY, CACHE_FOREVER, REVALIDATE, StaticFile
from huefall.texts import LANGUAGES
from huefall.texts.rulings import load_rulings

PAGES = Path(str(resources.files("huefall.server"))) / "page"
TEXTS = Path(str(resources.files("huefall.texts")))

#: The page's paths, and the kind of page at each, which names its preview texts and first paint.
KINDS_BY_PATH = {
    "/": "start",
    "/t/{code}": "table",
    "/t/{code}/match/{match:int}": "replay",
    "/t/{code}/match/{match:int}/review": "review",
    "/rules": "rules",
    "/rules/{edition}": "rules",
    "/learn": "learn",
    "/me": "me",
    "/device": "device",
}

#: The kind of page at any other path.
UNKNOWN_PATH = "lost"

#: More pictures than all editions have, with room for those of custom editions.
_MAX_CACHED_PICTURES = 1000
_MAX_CACHED_STRIPS = 60
_NOT_BUILT = (
    "The page has not been built yet. In a checkout, `make page` builds it (and `make play` does so by itself); "
    "`huefall play` plays in the terminal without it."
)


class Pages:
    """The routes of the page and of everything it loads."""

    def __init__(self, pages: Path = PAGES, *, public_url: str = "", proxies: Proxies | None = None) -> None:
        self._built = _read_built(pages)
        self._first_paint = FirstPaint(pages)
        self._texts = {name: _read_file(TEXTS / f"{name}.json", REVALIDATE) for name in LANGUAGES}
        self._rulings = {name: _write_rulings(name) for name in LANGUAGES}
        self._public_url = public_url
        self._proxies = proxies or Proxies()

    def routes(self) -> list[BaseRoute]:
        """Return the routes; the last one matches every path."""
        return [
            *(Route(path, self._page_endpoint(kind)) for path, kind in KINDS_BY_PATH.items()),
            Route(
                "/sw.js", self._send_worker
            ),  # at the root, because a service worker controls only paths below its own
            Route("/static/texts/{language}.json", self._send_texts),
            Route("/static/texts/rulings/{language}.json", self._send_rulings),
            Route("/static/cards/themes.css", _send_themes),
            Route("/static/cards/strip.svg", _send_strip),
            Route("/static/cards/{theme}/{name}.svg", _send_picture),
            Route("/static/{path:path}", self._send_built),
            Route("/{path:path}", self._send_unknown_path),
        ]

    def _page_endpoint(self, kind: str) -> Callable[[Request], Awaitable[Response]]:
        async def send_page(request: Request) -> Response:
            return self._page(request, kind).respond(request)

        return send_page

    def _page(self, request: Request, kind: str) -> StaticFile:
        """Return the page with the link preview and the first paint of the requested path."""
        if "index.html" not in self._built:
            raise HTTPException(503, _NOT_BUILT)
        base = (self._public_url or self._proxies.client(request.scope).url).rstrip("/")
        language = preferred_language(request.headers.get("accept-language", ""))
        page = fill_head(
            self._built["index.html"].content.decode(),
            kind="start" if kind == UNKNOWN_PATH else kind,
            url=f"{base}{request.url.path}",
            picture=f"{base}/static/preview.png",
            language=language,
            code=request.path_params.get("code", ""),
        )
        return StaticFile("index.html", self._first_paint.fill(page, kind, language).encode(), REVALIDATE)

    async def _send_unknown_path(self, request: Request) -> Response:
        """Answer 404: with the page for browsers, with JSON for programs."""
        is_browser = "text/html" in request.headers.get("accept", "")
        if not is_browser or request.url.path.startswith("/api/"):
            raise HTTPException(404)
        return Response(self._page(request, UNKNOWN_PATH).content, 404, media_type="text/html")

    async def _send_worker(self, request: Request) -> Response:
        return _or_404(self._built.get("sw.js")).respond(request)

    async def _send_texts(self, request: Request) -> Response:
        return _or_404(self._texts.get(request.path_params["language"])).respond(request)

    async def _send_rulings(self, request: Request) -> Response:
        return _or_404(self._rulings.get(request.path_params["language"])).respond(request)

    async def _send_built(self, request: Request) -> Response:
        return _or_404(self._built.get(request.path_params["path"])).respond(request)


def _write_rulings(language: str) -> StaticFile:
    """Return all rulings in one language as a JSON list."""
    return StaticFile(f"{language}.json", msgspec.json.encode(list(load_rulings(language).values())), REVALIDATE)


async def _send_themes(request: Request) -> Response:
    return _themes().respond(request)


async def _send_picture(request: Request) -> Response:
    try:
        deck = request.query_params.get("deck")
        picture = _picture(request.path_params["theme"], request.path_params["name"], deck)
    except ArtError as error:
        raise HTTPException(404, str(error)) from None
    return picture.respond(request)


async def _send_strip(request: Request) -> Response:
    try:
        strip = _strip(request.query_params.get("cards", ""), request.query_params.get("deck"))
    except ArtError as error:
        raise HTTPException(404, str(error)) from None
    return strip.respond(request)


@lru_cache(maxsize=1)
def _themes() -> StaticFile:
    return StaticFile("themes.css", theme_css().encode(), REVALIDATE)


@lru_cache(maxsize=_MAX_CACHED_PICTURES)
def _picture(theme: str, name: str, deck: str | None) -> StaticFile:
    """Draw a card or a suit; ``deck`` has the colours of a custom edition, which its black cards show."""
    suit = name.removeprefix("suit-")
    drawn = card_svg(theme, name, deck) if suit == name else suit_svg(theme, suit)
    return StaticFile(f"{name}.svg", drawn.encode(), CACHE_FOR_A_DAY)


@lru_cache(maxsize=_MAX_CACHED_STRIPS)
def _strip(cards: str, deck: str | None) -> StaticFile:
    """Draw several cards in one picture. ``cards`` has their names: ``classic/r7,classic/W+4``."""
    named = [tuple(each.split("/", 1)) for each in cards.split(",")]
    drawn = strip_svg([(theme, "".join(name)) for theme, *name in named], deck)
    return StaticFile("strip.svg", drawn.encode(), CACHE_FOR_A_DAY)


def _read_built(pages: Path) -> dict[str, StaticFile]:
    """Read the built page. Vite puts files whose names contain a hash of their content into ``assets``."""
    paths = {path.relative_to(pages).as_posix(): path for path in sorted(pages.rglob("*")) if path.is_file()}
    return {
        name: _read_file(path, CACHE_FOREVER if name.startswith("assets/") else REVALIDATE)
        for name, path in paths.items()
    }


def _read_file(path: Path, caching: str) -> StaticFile:
    return StaticFile(path.name, path.read_bytes(), caching)


def _or_404(file: StaticFile | None) -> StaticFile:
    if file is None:
        raise HTTPException(404)
    return file
