"""A lesson as a value, read from its file.

A file has the ``position`` the round begins from (docs/notation.md; the person sits on seat 0), the table's ``options``,
what the ``bots`` play in their order, each sentence after its seat, and the ``steps``: the key of what the page says, and
what it waits for then. Its words are in the catalogues, ``lesson.NAME.title``, ``.text`` and one key per step.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from importlib import resources
from typing import Any

import msgspec
from msgspec import Struct

from huefall.protocol.tables import LessonShown, LessonStep

#: In the order in which they are taught.
LESSONS = ("basics", "wilds", "uno")

#: What an ``await`` begins with that names an event, not a move of the person's.
EVENT = "event"

#: Where the person sits.
LEARNER = 0


class Lesson(Struct, frozen=True, forbid_unknown_fields=True):
    """What is taught."""

    name: str
    position: dict[str, Any]
    options: dict[str, Any]
    #: "1 play b7": the seat, and what it plays.
    bots: list[str]
    steps: list[LessonStep]

    @property
    def players(self) -> int:
        """Count the seats."""
        return len(self.position["hands"])

    def part(self, seat: int) -> list[str]:
        """List what a bot plays, in its order."""
        return [said for number, _, said in (line.partition(" ") for line in self.bots) if int(number) == seat]

    def show(self) -> LessonShown:
        """Write the lesson for the page; not the cards to come."""
        return LessonShown(self.name, self.steps)


@cache
def find_lesson(name: str) -> Lesson:
    """Return a lesson. One that is taught no more, though a table is left of it, has neither parts nor steps."""
    if name not in LESSONS:
        return Lesson(name, {"hands": []}, {}, [], [])
    file = resources.files("huefall.server.lessons") / f"{name}.json"
    return msgspec.json.decode(file.read_bytes(), type=Lesson)


def is_met(awaited: str, seat: int | None, move: str, events: Iterable[Mapping[str, Any]]) -> bool:
    """Tell whether a step is done: the person's move begins with these words, or an event came; as the page decides it.

    >>> is_met("play r7", 0, "play r7 uno", []), is_met("play r7", 1, "play r7", [])
    (True, False)
    >>> is_met("event out 0", 1, "play b1", [{"event": "out", "seat": 1}])
    False
    """
    words = awaited.split()
    if words[0] != EVENT:
        return seat == LEARNER and move.split()[: len(words)] == words
    kind, wanted = words[1], [int(word) for word in words[2:]]
    return any(event["event"] == kind and (not wanted or event.get("seat") in wanted) for event in events)
