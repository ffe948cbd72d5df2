"""``Lesson``, read from its file.

A file has the ``position`` the round begins from (docs/notation.md; the person sits on seat 0), the table's ``options``,
the moves of the ``bots`` in order, each after its seat, and the ``steps``: the key of the text on the page, and the move
or event that completes the step. The texts are ``lesson.NAME.title``, ``lesson.NAME.text`` and one per step. Tested in
tests/server/test_lessons.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from importlib import resources
from typing import Any

import msgspec
from msgspec import Struct

from huefall.protocol.tables import LessonShown, LessonStep

#: In teaching order.
LESSONS = ("basics", "wilds", "uno")

#: The first word of an ``await`` that names an event instead of a move of the person.
EVENT = "event"

#: The person's seat.
LEARNER = 0


class Lesson(Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    position: dict[str, Any]
    options: dict[str, Any]
    #: "1 play b7": seat and move.
    bots: list[str]
    steps: list[LessonStep]

    @property
    def players(self) -> int:
        return len(self.position["hands"])

    def part(self, seat: int) -> list[str]:
        """Return the moves of a bot in order."""
        return [move for number, _, move in (line.partition(" ") for line in self.bots) if int(number) == seat]

    def show(self) -> LessonShown:
        """Return the lesson for the page, without its cards."""
        return LessonShown(self.name, self.steps)


@cache
def find_lesson(name: str) -> Lesson:
    """Return a lesson; for a name that is no longer taught, as an old table may have, one without script and steps."""
    if name not in LESSONS:
        return Lesson(name, {"hands": []}, {}, [], [])
    file = resources.files("huefall.server.lessons") / f"{name}.json"
    return msgspec.json.decode(file.read_bytes(), type=Lesson)


def is_met(awaited: str, seat: int | None, move: str, events: Iterable[Mapping[str, Any]]) -> bool:
    """Whether a move completes a step: the person's move begins with these words, or the event came. As on the page.

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
