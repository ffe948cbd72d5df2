"""The handlers for the devices of a guest: list and revoke them, and add one with a code.

Tested in tests/server/test_devices.py.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from msgspec import UNSET
from starlette.requests import Request

from huefall.protocol import http
from huefall.server.guests.person import Person
from huefall.server.guests.registry import CODE_MINUTES
from huefall.server.guests.state import Device
from huefall.server.http.context import RequestContext, read_number
from huefall.server.http.qr import draw_qr
from huefall.server.http.user_agent import read_user_agent
from huefall.server.nodes.revocations import Revocations


@dataclass(frozen=True, slots=True)
class Devices:
    context: RequestContext
    revocations: Revocations

    async def devices(self, request: Request) -> http.Devices:
        person = await self.context.person(request)
        devices = await self.context.guests.devices(person)
        return http.Devices([show_device(device, person, request) for device in devices])

    async def new_device_code(self, request: Request) -> http.NewDeviceLink:
        person = await self.context.person(request)
        body = await self.context.read(request, http.NewDeviceCode)
        self.context.admit_device_code(request)
        code = await self.context.guests.make_code(person)
        # Behind #, the code is no part of any request, so that no log of a server or proxy can contain it.
        link = f"{self.context.base(request)}/device#{code}"
        if body.table is not UNSET:
            link += f"/{body.table}"
        qr = await self.context.record_pool.ask(draw_qr, link)
        return http.NewDeviceLink(link, qr.decode(), CODE_MINUTES * 60)

    async def look_up_device_code(self, request: Request) -> http.GuestShown:
        body = await self.context.read(request, http.UseDeviceCode)
        self.context.admit_code_try(request)
        person = await self.context.guests.look_up_code(body.code)
        return http.GuestShown(person.guest, person.name)

    async def add_device(self, request: Request) -> http.Guest:
        body = await self.context.read(request, http.UseDeviceCode)
        self.context.admit_code_try(request)
        kind, browser = read_user_agent(request.headers.get("user-agent", ""))
        person, token = await self.context.guests.add_device(body.code, kind, browser)
        return http.Guest(person.guest, person.name, token)

    async def revoke_device(self, request: Request) -> None:
        person = await self.context.person(request)
        await self._revoke(person, [read_number(request, "device")])

    async def revoke_other_devices(self, request: Request) -> None:
        await self._revoke(await self.context.person(request), None)

    async def _revoke(self, person: Person, numbers: list[int] | None) -> None:
        revoked = await self.context.guests.revoke(person, numbers)
        await self.revocations.end(person.guest, revoked)


def show_device(device: Device, person: Person, request: Request) -> http.DeviceShown:
    kind, browser = device.kind, device.browser
    is_this = device.number == person.device
    if is_this and kind == "unknown":  # added before kinds were stored
        kind, browser = read_user_agent(request.headers.get("user-agent", ""))
    return http.DeviceShown(
        device.number, kind, browser, _day_of(device.added_at_ms), _day_of(device.seen_at_ms), is_this
    )


def _day_of(at_ms: int) -> str:
    return datetime.fromtimestamp(at_ms / 1000, UTC).date().isoformat()
