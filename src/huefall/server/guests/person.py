"""``Person``: a guest as tables know them. Tested in tests/server/guests/test_registry.py."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Person:
    guest: str  # id
    name: str
