"""Games that begin at once, one person against bots: dealt, from a step of a finished match, or as a lesson."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from starlette.requests import Request

from huefall.bots import LEVELS
from huefall.protocol import http
from huefall.protocol.tables import Setup
from huefall.server.guests.person import Person
from huefall.server.http.context import RequestContext, read_number
from huefall.server.http.errors import ApiError
from huefall.server.lessons import LESSONS, find_lesson
from huefall.server.matches.archive import MatchArchive
from huefall.server.tables import entries
from huefall.server.tables.opening import Opening

#: How long the bots of a lesson take: long enough to be followed, short enough not to be waited for.
LESSON_PAUSE_MS = 700

#: What the bots of a lesson are called by; they play their part.
LESSON_LEVEL = "easy"


@dataclass(frozen=True, slots=True)
class QuickStart:
    """The handlers of routes that begin a game. ``find_match`` names the finished match in a request's path."""

    reception: RequestContext
    matches: MatchArchive
    find_match: Callable[[Request], tuple[str, int]]

    async def quick_play(self, request: Request) -> http.QuickPlayMade:
        """Make a guest if need be, a table full of bots, and deal."""
        asked = await self.reception.read(request, http.QuickPlay)
        _check_level(asked.level)
        setup = await self.reception.checked(
            Setup(
                edition=asked.edition,
                edition_file=asked.edition_file,
                preset=asked.preset,
                options=asked.options,
                seats=asked.seats,
                move_seconds=asked.move_seconds,
                hints=True,
            )
        )
        person, token = await self.reception.person_or_new(request, asked.name)
        return await self._begin(request, person, token, setup, 0, asked.level)

    async def play_on(self, request: Request) -> http.QuickPlayMade:
        """Set up a table that goes on from a step of a finished match."""
        code, number = self.find_match(request)
        wanted = read_number(request, "round")
        asked = await self.reception.read(request, http.PlayOn)
        _check_level(asked.level)
        setup, opening = await self.matches.opening(code, number, wanted, asked.step, asked.seat)
        setup = await self.reception.checked(setup)
        person, token = await self.reception.person_or_new(request, asked.name)
        return await self._begin(request, person, token, setup, asked.seat, asked.level, opening)

    async def new_lesson(self, request: Request) -> http.QuickPlayMade:
        """Set up a table at which a lesson is taught."""
        name = request.path_params["lesson"]
        if name not in LESSONS:
            text = f"nothing called {name[:40]!r} is taught: expected one of {', '.join(LESSONS)}"
            raise ApiError(404, "no_such_lesson", text)
        asked = await self.reception.read(request, http.NewLesson)
        lesson = find_lesson(name)
        setup = await self.reception.checked(
            Setup(options=lesson.options, seats=lesson.players, move_seconds=0, bot_pause_ms=LESSON_PAUSE_MS)
        )
        person, token = await self.reception.person_or_new(request, asked.name)
        opening = Opening(lesson.position, lesson=name)
        return await self._begin(request, person, token, setup, 0, LESSON_LEVEL, opening)

    async def _begin(
        self,
        request: Request,
        person: Person,
        token: str | None,
        setup: Setup,
        own: int,
        level: str,
        opening: Opening | None = None,
    ) -> http.QuickPlayMade:
        """Make the table, seat the person and the bots, and have the match begin as soon as it can."""
        seated: list[entries.TableEntry] = [entries.Sat(guest=person.guest, seat=own, name=person.name)]
        others = [seat for seat in range(setup.seats) if seat != own]
        seated += [entries.BotAdded(guest=person.guest, seat=seat, level=level) for seat in others]
        seated.append(entries.StartWanted(guest=person.guest))
        table = await self.reception.make_table(request, person, setup, seated, opening)
        code = table.state.code
        return http.QuickPlayMade(code, self.reception.link(request, code), person.guest, person.name, token)


def _check_level(level: str) -> None:
    if level not in LEVELS:
        raise ApiError(422, "bad_setup", f"no bot plays at {level!r}: expected one of {', '.join(LEVELS)}")
