"""Which deals are still to be played, and which results are final.

Several processes play deals at once, and whether an entrant is asked in a deal depends on how often it got stuck in
earlier ones. So the result of a deal is final only when all before it are. A deal in which an entrant was asked although
it should have been dropped is played again. Stuck bots are remembered, so that no wait is repeated.
"""

from __future__ import annotations

from collections import Counter, deque
from dataclasses import dataclass, field

from huefall.arena.games import DealResult
from huefall.arena.plan import Plan
from huefall.arena.stuck import Stuck, count_stuck, find_drops


@dataclass(slots=True)
class Job:
    """A deal to be played."""

    deal: int
    #: By game and seat.
    stuck: dict[tuple[int, int], Stuck] = field(default_factory=dict)
    #: Entrants that are not asked, with the game from which on; as of the last assignment.
    dropped: dict[int, int] = field(default_factory=dict)


class Schedule:
    """The deals of a plan, assigned in order and finished in any order."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._next = 0  # the first deal that was never assigned
        self._final = 0  # deals below this number are final
        self._before: Counter[int] = Counter()  # how often each entrant got stuck in final deals
        self._open: dict[int, Job] = {}  # assigned and not final
        self._played: dict[int, DealResult] = {}
        self._again: deque[Job] = deque()

    def take(self) -> Job | None:
        """Assign the next deal; ``None`` if all are assigned."""
        if self._again:
            job = self._again.popleft()
        elif self._next < self._plan.deals:
            job = self._open[self._next] = Job(self._next)
            self._next += 1
        else:
            return None
        self._update_dropped(job)
        return job

    def note_stuck(self, job: Job, place: tuple[int, int], stuck: Stuck) -> None:
        """A bot got stuck in a deal, which has to be played again."""
        job.stuck[place] = stuck
        self._update_dropped(job)

    def finish(self, job: Job, result: DealResult) -> list[DealResult]:
        """Store the result of a deal; return the results that have become final."""
        self._played[job.deal] = result
        found = []
        while self._final in self._played:
            job = self._open[self._final]
            result = self._played.pop(self._final)
            seatings = self._plan.seatings(job.deal)
            if job.dropped != find_drops(seatings, job.stuck, self._before):
                self._again.append(job)
                break
            self._before += count_stuck(seatings, job.stuck)
            del self._open[self._final]
            self._final += 1
            found.append(result)
        return found

    def _update_dropped(self, job: Job) -> None:
        """Find who is not asked, as far as that is known before all earlier deals are final."""
        before = self._before.copy()
        for other in self._open.values():
            if other.stuck and other.deal < job.deal:
                before += count_stuck(self._plan.seatings(other.deal), other.stuck)
        seatings = self._plan.seatings(job.deal)
        job.dropped = find_drops(seatings, job.stuck, before)
        for game, seat in list(job.stuck):
            if game >= job.dropped.get(seatings[game][seat], game + 1):
                del job.stuck[game, seat]  # it is not asked there
