"""What the stream of a guest stores. Secrets are stored only as hashes.

Tested in tests/server/guests/test_state.py.
"""

from __future__ import annotations

import msgspec
from msgspec import Struct

from huefall.protocol.fields import Browser, DeviceKind

#: The device on which the guest was created. Later ones are numbered on; a number is never used again.
FIRST_DEVICE = 1


class _Entry(Struct, frozen=True, tag_field="what", omit_defaults=True):
    """Streams of older versions lack the fields that have defaults."""


class Made(_Entry, frozen=True, tag="made"):
    name: str
    hash: str
    kind: DeviceKind = "unknown"
    browser: Browser = "unknown"


class Renamed(_Entry, frozen=True, tag="renamed"):
    name: str


class Seen(_Entry, frozen=True, tag="seen"):
    """A device was active; stored at most once a day, so that active guests are not deleted as idle."""

    device: int = FIRST_DEVICE


class CodeMade(_Entry, frozen=True, tag="code_made"):
    """A code that adds one device; it replaces the code before."""

    hash: str
    until_ms: int


class DeviceAdded(_Entry, frozen=True, tag="device_added"):
    """The code was used, and is void from now on. ``hash`` is that of the new device's own secret."""

    hash: str
    kind: DeviceKind
    browser: Browser


class DevicesRevoked(_Entry, frozen=True, tag="devices_revoked"):
    """An unused code is void, too: a revoked device may have made it."""

    devices: tuple[int, ...]


class Deleted(_Entry, frozen=True, tag="deleted"):
    """The guest has deleted everything about themselves: all tokens are void, and the stream is about to go."""


GuestEntry = Made | Renamed | Seen | CodeMade | DeviceAdded | DevicesRevoked | Deleted

decode_entry = msgspec.json.Decoder(GuestEntry).decode
encode_entry = msgspec.json.Encoder().encode
