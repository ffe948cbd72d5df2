"""Playing one deal: every game of it, from its number alone, so that it does not matter who plays it or when."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from random import Random

from huefall.arena.chair import Chair, Watch
from huefall.arena.plan import Plan, Seating
from huefall.bots import play_round
from huefall.bots.guard import Fault, Guard
from huefall.game import Game

#: A match whose rounds are void one after the other ends here, without a winner.
MOST_ROUNDS = 200

#: Messages kept of an entrant's faults in a deal; all are counted.
MOST_MESSAGES = 3

#: The seats that were not answered in time and are not asked again: by game and seat, the question and what happened.
Stuck = Mapping[tuple[int, int], tuple[int, str]]


@dataclass(frozen=True, slots=True)
class GameResult:
    """How a game came out."""

    seating: Seating
    winners: tuple[int, ...]  # seats: one of a round, perhaps several of a match, none of a void round
    moves: int


@dataclass(slots=True)
class EntrantLog:
    """What one entrant did in a deal beside playing."""

    times: Counter[int] = field(default_factory=Counter)  # by step, see huefall.arena.chair
    faults: Counter[str] = field(default_factory=Counter)  # by kind
    messages: list[str] = field(default_factory=list)

    def hear(self, deal: int, fault: Fault) -> None:
        """Count a fault."""
        self.faults[fault.kind] += 1
        if len(self.messages) < MOST_MESSAGES:
            self.messages.append(f"deal {deal}: {fault}")

    def add(self, other: EntrantLog) -> None:
        """Add what was logged elsewhere, later."""
        self.times += other.times
        self.faults += other.faults
        self.messages += other.messages[: MOST_MESSAGES - len(self.messages)]


@dataclass(frozen=True, slots=True)
class DealResult:
    """All games of a deal."""

    deal: int
    games: tuple[GameResult, ...]
    logs: tuple[EntrantLog, ...]  # by entrant


def play_deal(plan: Plan, deal: int, watch: Watch | None = None, stuck: Stuck | None = None) -> DealResult:
    """Play a deal at every table in every rotation. Bots are made anew for each game: none carries anything over."""
    logs = tuple(EntrantLog() for _ in plan.entrants)
    games = []
    for number, seating in enumerate(plan.seatings(deal)):
        guards = []
        for seat, entrant in enumerate(seating):
            log = logs[entrant]
            rng = Random(f"bot {plan.seed} {deal} {number} {seat}")
            bot = plan.entrants[entrant].make(plan.edition)
            chair = Chair(bot, (number, seat), rng, log.times, watch, (stuck or {}).get((number, seat)))
            guards.append(Guard(chair, limit=plan.limit, report=partial(log.hear, deal)))
        games.append(_play(plan, deal, number, seating, guards))
    return DealResult(deal, tuple(games), logs)


def _play(plan: Plan, deal: int, number: int, seating: Seating, bots: list[Guard]) -> GameResult:
    options = plan.table_options
    game = Game.new(plan.edition, plan.players, options, seed=plan.seed, number=deal, undo=False)
    rng = Random(f"claims {plan.seed} {deal} {number}")  # who is asked first for claims
    moves = 0
    for _ in range(MOST_ROUNDS if plan.matches else 1):
        if moves:
            game.next_round()
        play_round(game, bots, rng)
        moves += game.moves
        if game.match_winners:
            break
    winner = [] if game.winner is None else [game.winner]
    return GameResult(seating, tuple(game.match_winners if plan.matches else winner), moves)
