"""Play all games of one deal. They depend only on the plan and the deal's number, not on the process or the order.

Tested in tests/arena/test_arena.py.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from random import Random

from huefall.arena.plan import Plan, Seating
from huefall.arena.seat import SeatContext, TimedSeat, Watcher
from huefall.arena.stuck import DropReason, Participation, StuckSeats
from huefall.bots import play_round
from huefall.bots.guard import Fault, Guard
from huefall.game import Game

#: A match of nothing but void rounds ends here without a winner.
MAX_ROUNDS = 200

#: Messages kept of an entrant's faults in a deal; all are counted.
MAX_MESSAGES = 3


@dataclass(frozen=True, slots=True)
class GameResult:
    seating: Seating
    winners: tuple[int, ...]  # seats: one of a round, perhaps several of a match, none of a void round
    moves: int


@dataclass(slots=True)
class EntrantLog:
    """Times and faults of one entrant."""

    times: Counter[int] = field(default_factory=Counter)  # answers by time step, see huefall.arena.seat
    faults: Counter[str] = field(default_factory=Counter)  # by kind
    messages: list[str] = field(default_factory=list)
    dropped: Counter[DropReason] = field(default_factory=Counter)  # games by reason
    by_default: int = 0  # seats that the legal default played for it, partly or altogether

    def add_fault(self, deal: int, fault: Fault) -> None:
        self.faults[fault.kind] += 1
        if len(self.messages) < MAX_MESSAGES:
            self.messages.append(f"deal {deal}: {fault}")

    def add_game(self, participation: Participation, seats: int) -> None:
        """Count a finished game if the entrant was dropped in it or before."""
        if participation.dropped is not None:
            self.dropped[participation.dropped] += 1
        if not participation.is_active:
            self.by_default += seats

    def add(self, other: EntrantLog) -> None:
        """Add the log of a later deal."""
        self.times += other.times
        self.faults += other.faults
        self.messages += other.messages[: MAX_MESSAGES - len(self.messages)]
        self.dropped += other.dropped
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
    watcher: Watcher | None = None,
    stuck: StuckSeats | None = None,
    dropped: Mapping[int, int] | None = None,
) -> DealResult:
    """Play a deal at every table in every rotation, with new bots for each game.

    ``stuck``: the seats that got stuck when the deal was played before. ``dropped``: entrants that are not asked, with
    the game from which on.
    """
    logs = tuple(EntrantLog() for _ in plan.entrants)
    games = []
    for number, seating in enumerate(plan.seatings(deal)):
        present = {
            entrant: Participation(number < (dropped or {}).get(entrant, number + 1)) for entrant in set(seating)
        }
        guards = []
        for seat, entrant in enumerate(seating):
            log, known = logs[entrant], plan.entrants[entrant]
            context = SeatContext(
                number, seat, present[entrant], (stuck or {}).get((number, seat)), plan.max_wait_seconds
            )
            rng = Random(f"bot {plan.seed} {deal} {number} {seat}")
            timed = TimedSeat(known.name, partial(known.make, plan.edition), context, rng, log.times, watcher)
            guards.append(Guard(timed, limit=plan.limit, report=partial(log.add_fault, deal)))
        games.append(_play(plan, deal, number, seating, guards))
        for entrant, participation in present.items():
            logs[entrant].add_game(participation, seating.count(entrant))
    return DealResult(deal, tuple(games), logs)


def _play(plan: Plan, deal: int, number: int, seating: Seating, bots: list[Guard]) -> GameResult:
    options = plan.table_options
    game = Game.new(plan.edition, plan.players, options, seed=plan.seed, number=deal, undo=False)
    rng = Random(f"claims {plan.seed} {deal} {number}")  # the order in which seats are asked for claims
    moves = 0
    for rounds_before in range(MAX_ROUNDS if plan.matches else 1):
        if rounds_before:  # the first round is dealt by Game.new
            game.next_round()
        play_round(game, bots, rng)
        moves += game.moves
        if game.match_winners:
            break
    winner = [] if game.winner is None else [game.winner]
    return GameResult(seating, tuple(game.match_winners if plan.matches else winner), moves)
