"""The handlers for what a guest may read about themselves, and for the deletion of it.

Tested in tests/server/http/test_me.py, tests/server/test_my_games.py and tests/server/test_deletion.py.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from huefall.protocol import me
from huefall.protocol.fields import CURSOR_PATTERN
from huefall.server.history.deletion import Deletions
from huefall.server.history.games import Games, GuestHistory
from huefall.server.history.statistics import count
from huefall.server.http.context import RequestContext
from huefall.server.http.devices import show_device
from huefall.server.http.errors import ApiError
from huefall.server.nodes.questions import Questions
from huefall.server.tables.registry import NotReady

#: The latest tables of a guest are listed, at most this many.
MAX_RUNNING = 50


@dataclass(frozen=True, slots=True)
class Me:
    """``preparing`` makes the error for a table that cannot be loaded before the rules are compiled."""

    context: RequestContext
    history: GuestHistory
    deletions: Deletions
    questions: Questions
    preparing: Callable[[], ApiError]

    async def my_games(self, request: Request) -> me.MyGames:
        person = await self.context.person(request)
        before = _read_cursor(request)
        games = await self.history.games(person.guest)
        running = await self._running(person.guest, games) if before is None else []
        finished, following = games.page(before)
        return me.MyGames(running, finished, following)

    async def my_statistics(self, request: Request) -> me.MyStatistics:
        person = await self.context.person(request)
        games = await self.history.games(person.guest)
        return await self.context.record_pool.ask(count, [match.shown for match in games.finished])

    async def my_export(self, request: Request) -> Response:
        person = await self.context.person(request)
        devices = await self.context.guests.devices(person)
        games = await self.history.games(person.guest)
        export = me.MyExport(
            guest=person.guest,
            name=person.name,
            devices=[show_device(device, person, request) for device in devices],
            tables=games.tables,
            matches=[match.shown for match in games.finished],
        )
        return await self.context.record_pool.ask(_as_file, export)

    async def delete_me(self, request: Request) -> None:
        await self.deletions.delete(await self.context.person(request))

    async def _running(self, guest: str, games: Games) -> list[me.MyRunningGame]:
        found = []
        for code in games.seated_at:
            try:
                game = await self.questions.running(code, guest)
            except NotReady:
                raise self.preparing() from None
            if game is not None:
                found.append(game)
        found.sort(key=lambda each: each[0], reverse=True)
        return [shown for _, shown in found[:MAX_RUNNING]]


def _read_cursor(request: Request) -> str | None:
    """Return where the page begins; None without that."""
    before = request.query_params.get("before")
    if before is not None and re.fullmatch(CURSOR_PATTERN, before) is None:
        raise ApiError(400, "bad_request", f"before is the field next of the page before, got {before[:40]!r}")
    return before


def _as_file(data: Any) -> Response:
    """Return JSON that a browser saves, indented for people who look into it."""
    headers = {"cache-control": "no-store", "content-disposition": 'attachment; filename="huefall-export.json"'}
    return Response(
        msgspec.json.format(msgspec.json.encode(data), indent=2), headers=headers, media_type="application/json"
    )
