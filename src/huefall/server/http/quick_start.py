"""Tables where one person plays against bots at once: a new match, a step of a finished match, or a lesson.

Tested in tests/server/test_play.py, tests/server/test_play_on.py and tests/server/test_lessons.py.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from starlette.requests import Request

from huefall.bots import LEVELS
from huefall.protocol import http
from huefall.protocol.tables import TableSetup
from huefall.server.guests.person import Person
from huefall.server.http.context import RequestContext, read_number
from huefall.server.http.errors import ApiError
from huefall.server.lessons import LESSONS, find_lesson
from huefall.server.matches.archive import MatchArchive
from huefall.server.tables import entries
from huefall.server.tables.opening import Opening

#: How long the bots of a lesson take: long enough to follow, short enough not to bore.
LESSON_PAUSE_MS = 700

#: The level shown for the bots of a lesson, which play a script.
LESSON_LEVEL = "easy"


@dataclass(frozen=True, slots=True)
class QuickStart:
    """The handlers of these routes. ``find_match`` returns the table code and match number from a request's path."""

    context: RequestContext
    matches: MatchArchive
    find_match: Callable[[Request], tuple[str, int]]

    async def quick_play(self, request: Request) -> http.QuickPlayMade:
        body = await self.context.read(request, http.QuickPlay)
        _check_level(body.level)
        setup = await self.context.checked(
            TableSetup(
                edition=body.edition,
                edition_file=body.edition_file,
                preset=body.preset,
                options=body.options,
                seats=body.seats,
                move_seconds=body.move_seconds,
                hints=True,
            )
        )
        person, token = await self.context.person_or_new(request, body.name)
        return await self._begin(request, person, token, setup, 0, body.level)

    async def play_on(self, request: Request) -> http.QuickPlayMade:
        code, number = self.find_match(request)
        round_number = read_number(request, "round")
        body = await self.context.read(request, http.PlayOn)
        _check_level(body.level)
        setup, opening = await self.matches.opening(code, number, round_number, body.step, body.seat)
        setup = await self.context.checked(setup)
        person, token = await self.context.person_or_new(request, body.name)
        return await self._begin(request, person, token, setup, body.seat, body.level, opening)

    async def new_lesson(self, request: Request) -> http.QuickPlayMade:
        name = request.path_params["lesson"]
        if name not in LESSONS:
            text = f"there is no lesson {name[:40]!r}: expected one of {', '.join(LESSONS)}"
            raise ApiError(404, "no_such_lesson", text)
        body = await self.context.read(request, http.NewLesson)
        lesson = find_lesson(name)
        setup = await self.context.checked(
            TableSetup(options=lesson.options, seats=lesson.players, move_seconds=0, bot_pause_ms=LESSON_PAUSE_MS)
        )
        person, token = await self.context.person_or_new(request, body.name)
        opening = Opening(lesson.position, lesson=name)
        return await self._begin(request, person, token, setup, 0, LESSON_LEVEL, opening)

    async def _begin(
        self,
        request: Request,
        person: Person,
        token: str | None,
        setup: TableSetup,
        own_seat: int,
        level: str,
        opening: Opening | None = None,
    ) -> http.QuickPlayMade:
        """Create the table, seat the person and the bots, and start the match as soon as the engine is ready."""
        seated: list[entries.TableEntry] = [entries.Sat(guest=person.guest, seat=own_seat, name=person.name)]
        others = [seat for seat in range(setup.seats) if seat != own_seat]
        seated += [entries.BotAdded(guest=person.guest, seat=seat, level=level) for seat in others]
        seated.append(entries.StartWanted(guest=person.guest))
        table = await self.context.make_table(request, person, setup, seated, opening)
        code = table.state.code
        return http.QuickPlayMade(code, self.context.link(request, code), person.guest, person.name, token)


def _check_level(level: str) -> None:
    if level not in LEVELS:
        raise ApiError(422, "bad_setup", f"there is no bot level {level!r}: expected one of {', '.join(LEVELS)}")
