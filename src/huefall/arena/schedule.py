"""Which deals are still to be played, by whom they are not, and which of those played stand.

Several processes play deals at once, and whether an entrant is still asked in a deal depends on how often it got stuck in
those before. So a deal stands only when all before it do; one that was played as if an entrant were still asked, though it
is not, is played again. What is known of stuck bots is kept, so that nobody waits twice for the same silence.
"""

from __future__ import annotations

from collections import Counter, deque
from dataclasses import dataclass, field

from huefall.arena.games import DealResult
from huefall.arena.plan import Plan
from huefall.arena.stuck import Stuck, count_stuck, gone_from


@dataclass(slots=True)
class Job:
    """A deal to be played."""

    deal: int
    #: By game and seat.
    stuck: dict[tuple[int, int], Stuck] = field(default_factory=dict)
    #: As it was last given out: entrants that are not asked, from which game on.
    gone: dict[int, int] = field(default_factory=dict)


class Schedule:
    """The deals of a plan, given out in their order and taken back in any."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._next = 0  # the first deal that was never given out
        self._standing = 0  # the first deal that does not stand yet
        self._before: Counter[int] = Counter()  # how often each entrant got stuck in deals that stand
        self._open: dict[int, Job] = {}  # given out once, and not standing
        self._played: dict[int, DealResult] = {}
        self._again: deque[Job] = deque()

    def take(self) -> Job | None:
        """Give out a deal; nothing if all are under way."""
        if self._again:
            job = self._again.popleft()
        elif self._next < self._plan.deals:
            job = self._open[self._next] = Job(self._next)
            self._next += 1
        else:
            return None
        self._brief(job)
        return job

    def note_stuck(self, job: Job, place: tuple[int, int], stuck: Stuck) -> None:
        """Write down that a bot got stuck in a deal, which is to be played again."""
        job.stuck[place] = stuck
        self._brief(job)

    def finish(self, job: Job, result: DealResult) -> list[DealResult]:
        """Take a deal back that has been played; return those that stand now."""
        self._played[job.deal] = result
        found = []
        while self._standing in self._played:
            job = self._open[self._standing]
            result = self._played.pop(self._standing)
            seatings = self._plan.seatings(job.deal)
            if job.gone != gone_from(seatings, job.stuck, self._before):
                self._again.append(job)
                break
            self._before += count_stuck(seatings, job.stuck)
            del self._open[self._standing]
            self._standing += 1
            found.append(result)
        return found

    def _brief(self, job: Job) -> None:
        """Say who is not asked, as far as that is known before all earlier deals stand."""
        before = self._before.copy()
        for other in self._open.values():
            if other.stuck and other.deal < job.deal:
                before += count_stuck(self._plan.seatings(other.deal), other.stuck)
        seatings = self._plan.seatings(job.deal)
        job.gone = gone_from(seatings, job.stuck, before)
        for game, seat in list(job.stuck):
            if game >= job.gone.get(seatings[game][seat], game + 1):
                del job.stuck[game, seat]  # it is not asked there
