"""The pages people open in a browser, and the catalogues they speak from. All of it travels inside the package."""

from __future__ import annotations

import os
from importlib import resources
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from huefall.texts import LANGUAGES

PAGES = Path(str(resources.files("huefall.server"))) / "page"
TEXTS = Path(str(resources.files("huefall.texts")))


def page_routes() -> list[BaseRoute]:
    """List the routes of the page: it is one, and finds out from its address what to show."""
    page = _CurrentFiles(directory=PAGES)
    texts = _CurrentFiles(directory=TEXTS)

    async def send_page(request: Request) -> Response:
        return await page.get_response("index.html", request.scope)

    async def send_texts(request: Request) -> Response:
        language = request.path_params["language"]
        if language not in LANGUAGES:  # there is more than catalogues in that directory
            raise HTTPException(404)
        return await texts.get_response(f"{language}.json", request.scope)

    return [
        Route("/", send_page),
        Route("/t/{code}", send_page),
        Route("/static/texts/{language}.json", send_texts),
        Mount("/static", page),
    ]


class _CurrentFiles(StaticFiles):
    """Files that a browser may keep and must ask about: after an upgrade no old module meets a new server."""

    def file_response(
        self, full_path: str | os.PathLike[str], stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        response = super().file_response(full_path, stat_result, scope, status_code)
        response.headers["cache-control"] = "no-cache"
        return response
