"""The handlers for what a guest may read about themselves, and for the deletion of it.

Tested in tests/server/test_my_games.py.
"""

from __future__ import annotations

from dataclasses import dataclass

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from huefall.protocol import me
from huefall.server.history.running import show_running
from huefall.server.http.context import RequestContext
from huefall.server.http.devices import show_device
from huefall.server.transport.live_connections import LiveConnections


@dataclass(frozen=True, slots=True)
class Me:
    context: RequestContext
    live_connections: LiveConnections

    async def my_games(self, request: Request) -> me.MyGames:
        person = await self.context.person(request)
        running = [show_running(table, person.guest) for table in self.context.tables]
        return me.MyGames([game for game in running if game is not None], [], None)

    async def my_statistics(self, request: Request) -> me.MyStatistics:
        await self.context.person(request)
        return me.MyStatistics(0, 0, [], [], [])

    async def my_export(self, request: Request) -> Response:
        person = await self.context.person(request)
        devices = await self.context.guests.devices(person)
        shown = [show_device(device, person, request) for device in devices]
        export = me.MyExport(person.guest, person.name, shown, [], [])
        headers = {
            "cache-control": "no-store",
            "content-disposition": 'attachment; filename="huefall-export.json"',
        }
        return Response(msgspec.json.encode(export), headers=headers, media_type="application/json")

    async def delete_me(self, request: Request) -> None:
        person = await self.context.person(request)
        await self.context.guests.delete(person)
        self.live_connections.end_guest(person.guest)
