"""Playing one deal: every game of it, from its number alone, so that it does not matter who plays it or when."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from random import Random

from huefall.arena.plan import Plan, Seating
from huefall.arena.seat import Place, TimedSeat, Watch
from huefall.arena.stuck import How, Presence, StuckSeats
from huefall.bots import play_round
from huefall.bots.guard import Fault, Guard
from huefall.game import Game

#: A match whose rounds are void one after the other ends here, without a winner.
MAX_ROUNDS = 200

#: Messages kept of an entrant's faults in a deal; all are counted.
MAX_MESSAGES = 3


@dataclass(frozen=True, slots=True)
class GameResult:
    """How a game came out."""

    seating: Seating
    winners: tuple[int, ...]  # seats: one of a round, perhaps several of a match, none of a void round
    moves: int


@dataclass(slots=True)
class EntrantLog:
    """What one entrant did in a deal beside playing."""

    times: Counter[int] = field(default_factory=Counter)  # by step, see huefall.arena.seat
    faults: Counter[str] = field(default_factory=Counter)  # by kind
    messages: list[str] = field(default_factory=list)
    left: Counter[How] = field(default_factory=Counter)  # games it left, by how
    by_default: int = 0  # seats in games that the legal default played for it, to their end or altogether

    def hear(self, deal: int, fault: Fault) -> None:
        """Count a fault."""
        self.faults[fault.kind] += 1
        if len(self.messages) < MAX_MESSAGES:
            self.messages.append(f"deal {deal}: {fault}")

    def leave(self, presence: Presence, seats: int) -> None:
        """Count a game that is over, if it was not there at its end."""
        if presence.left is not None:
            self.left[presence.left] += 1
        if not presence.is_here:
            self.by_default += seats

    def add(self, other: EntrantLog) -> None:
        """Add what was logged elsewhere, later."""
        self.times += other.times
        self.faults += other.faults
        self.messages += other.messages[: MAX_MESSAGES - len(self.messages)]
        self.left += other.left
        self.by_default += other.by_default


@dataclass(frozen=True, slots=True)
class DealResult:
    """All games of a deal."""

    deal: int
    games: tuple[GameResult, ...]
    logs: tuple[EntrantLog, ...]  # by entrant


def play_deal(
    plan: Plan,
    deal: int,
    watch: Watch | None = None,
    stuck: StuckSeats | None = None,
    gone: Mapping[int, int] | None = None,
) -> DealResult:
    """Play a deal at every table in every rotation. Bots are made anew for each game: none carries anything over.

    ``stuck``: who got stuck when the deal was played before, and where. ``gone``: entrants who are not asked, from which game on.
    """
    logs = tuple(EntrantLog() for _ in plan.entrants)
    games = []
    for number, seating in enumerate(plan.seatings(deal)):
        present = {entrant: Presence(number < (gone or {}).get(entrant, number + 1)) for entrant in set(seating)}
        guards = []
        for seat, entrant in enumerate(seating):
            log, known = logs[entrant], plan.entrants[entrant]
            place = Place(number, seat, present[entrant], (stuck or {}).get((number, seat)), plan.patience)
            rng = Random(f"bot {plan.seed} {deal} {number} {seat}")
            chair = TimedSeat(known.name, partial(known.make, plan.edition), place, rng, log.times, watch)
            guards.append(Guard(chair, limit=plan.limit, report=partial(log.hear, deal)))
        games.append(_play(plan, deal, number, seating, guards))
        for entrant, presence in present.items():
            logs[entrant].leave(presence, seating.count(entrant))
    return DealResult(deal, tuple(games), logs)


def _play(plan: Plan, deal: int, number: int, seating: Seating, bots: list[Guard]) -> GameResult:
    options = plan.table_options
    game = Game.new(plan.edition, plan.players, options, seed=plan.seed, number=deal, undo=False)
    rng = Random(f"claims {plan.seed} {deal} {number}")  # who is asked first for claims
    moves = 0
    for rounds_before in range(MAX_ROUNDS if plan.matches else 1):
        if rounds_before:  # the first one is dealt already
            game.next_round()
        play_round(game, bots, rng)
        moves += game.moves
        if game.match_winners:
            break
    winner = [] if game.winner is None else [game.winner]
    return GameResult(seating, tuple(game.match_winners if plan.matches else winner), moves)
