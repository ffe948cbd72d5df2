"""The pages people open in a browser. They travel inside the package."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

PAGES = Path(str(resources.files("huefall.server"))) / "page"


def page_routes() -> list[BaseRoute]:
    """List the routes of the page: it is one, and finds out from its address what to show."""
    return [
        Route("/", _page),
        Route("/t/{code}", _page),
        Mount("/static", StaticFiles(directory=PAGES)),
    ]


async def _page(_: Request) -> Response:
    return FileResponse(PAGES / "index.html", headers={"cache-control": "no-cache"})
