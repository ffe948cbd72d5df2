"""A history: everything that clients said to tables and heard from them, in one order.

All clients run in one process, so a moment is a count: what has a smaller one came before.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Sight:
    """An update or a welcome that a client received."""

    moment: int
    code: str
    message: dict[str, Any]
    opened: int  # when the client began to connect
    seat: int | None  # of the client, None for a spectator


@dataclass
class Said:
    """A command, sent once or several times, and its answer."""

    code: str
    guest: str
    command: dict[str, Any]
    moment: int  # when it was first sent
    times: int = 0  # it was sent
    answer: Any = None  # None until it is answered
    answered: int = 0  # the moment


@dataclass
class History:
    """What happened, as the clients saw it."""

    sights: list[Sight] = field(default_factory=list)
    said: list[Said] = field(default_factory=list)
    _moments: itertools.count[int] = field(default_factory=lambda: itertools.count(1))

    def now(self) -> int:
        return next(self._moments)

    def see(self, code: str, message: dict[str, Any], opened: int, seat: int | None) -> None:
        self.sights.append(Sight(self.now(), code, message, opened, seat))

    def say(self, code: str, guest: str, command: dict[str, Any]) -> Said:
        said = Said(code, guest, command, self.now())
        self.said.append(said)
        return said

    def answer(self, said: Said, answer: dict[str, Any]) -> None:
        said.answer, said.answered = answer, self.now()

    @property
    def acknowledged(self) -> int:
        return sum(said.answer is not None and said.answer["type"] == "done" for said in self.said)
