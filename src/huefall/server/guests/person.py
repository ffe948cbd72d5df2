"""``Person``: the guest behind a command, as tables know them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Person:
    guest: str  # id
    name: str
