"""``GuestState``: a guest as the entries of its stream say."""

from __future__ import annotations

from dataclasses import dataclass

from huefall.protocol.fields import Browser, DeviceKind
from huefall.server.guests.entries import (
    CodeMade,
    Deleted,
    DeviceAdded,
    DevicesRevoked,
    GuestEntry,
    Made,
    Renamed,
    Seen,
)
from huefall.server.ops.clock import DAY_MS
from huefall.server.ops.tokens import matches


@dataclass(slots=True)
class Device:
    """A browser with a secret of its own."""

    number: int
    hash: str
    kind: DeviceKind
    browser: Browser
    added_at_ms: int
    seen_at_ms: int

    def was_seen_on_day_of(self, at_ms: int) -> bool:
        return self.seen_at_ms // DAY_MS == at_ms // DAY_MS


class GuestState:
    """A guest and their devices, those revoked excluded."""

    __slots__ = ("code", "devices", "last", "name", "newest_device")

    def __init__(self) -> None:
        self.name = ""
        self.devices: dict[int, Device] = {}
        self.newest_device = 0
        self.code: CodeMade | None = None  # replaced, used and void ones excluded, but not one whose time is over
        self.last = 0  # the number of the last entry

    def apply(self, entry: GuestEntry, at_ms: int) -> None:
        self.last += 1
        match entry:
            case Made():
                self.name = entry.name
                self._add_device(entry, at_ms)
            case Renamed():
                self.name = entry.name
            case Seen() if entry.device in self.devices:
                self.devices[entry.device].seen_at_ms = at_ms
            case CodeMade():
                self.code = entry
            case DeviceAdded():
                self.code = None
                self._add_device(entry, at_ms)
            case DevicesRevoked():
                self.code = None
                for number in entry.devices:
                    self.devices.pop(number, None)
            case Deleted():
                self.code = None
                self.devices.clear()

    def _add_device(self, entry: Made | DeviceAdded, at_ms: int) -> None:
        self.newest_device += 1
        self.devices[self.newest_device] = Device(
            self.newest_device, entry.hash, entry.kind, entry.browser, at_ms, at_ms
        )

    def device_of(self, secret: str) -> Device | None:
        """Return the device with this secret. It compares with all of them, so that the time tells nothing."""
        found = None
        for device in self.devices.values():
            if matches(secret, device.hash):
                found = device
        return found

    def has_code(self, secret: str, at_ms: int) -> bool:
        return self.code is not None and matches(secret, self.code.hash) and at_ms < self.code.until_ms
