"""``Person``: a guest as tables know them. Tested in tests/server/guests/test_registry.py."""

from __future__ import annotations

from dataclasses import dataclass

from huefall.server.guests.entries import FIRST_DEVICE


@dataclass(frozen=True, slots=True)
class Person:
    guest: str  # id
    name: str
    device: int = FIRST_DEVICE  # the number of the device whose token was shown
