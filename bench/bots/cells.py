"""The cells of the measurement: one bot against others, with the number of games and the goal."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from huefall.arena import Plan, enter, run_arena
from huefall.editions import SHIPPED, load_edition
from huefall.editions.rules import parse_settings

SEED = 2026

#: Positions per decision of `expert`: a limit in positions is not weakened by a busy machine, and gives everyone the same games.
#: Fewer than in its default 50 ms (see bench/BOTS.md): the measured bot is no stronger than the one at tables.
POSITIONS = 1000

#: The same against `hard`, where most of the time goes: these are enough.
POSITIONS_AGAINST_HARD = 400


@dataclass(frozen=True)
class Cell:
    """One bot measured against another."""

    hero: str
    foe: str
    players: int = 2
    edition: str = "classic"
    preset: str = "official"
    wanted: float | None = None  # per cent
    positions: int | None = None  # limit of `expert`, if not the usual one
    changed: str | None = None  # one changed option: "stacking=draw2"
    times: int = 1  # multiplies the number of games: with more seats one player's moves matter less

    @property
    def key(self) -> str:
        """The key of the cell in cells.json."""
        parts = {**asdict(self), "wanted": None, "times": None}
        return " ".join(str(part) for part in parts.values() if part is not None)

    @property
    def sources(self) -> list[str]:
        """The entrants, as the arena names them."""
        expert = f"expert:{self.positions or POSITIONS}"
        return [expert if name == "expert" else name for name in (self.hero, self.foe)]

    @property
    def searches_long(self) -> bool:
        """Whether its games take long, so that fewer are played."""
        return "expert" in (self.hero, self.foe)


WANTED = [
    Cell("expert", "random", 2, wanted=70),
    Cell("expert", "random", 4, wanted=42),
    Cell("expert", "greedy", 2, wanted=58),
    Cell("hard", "random", 2, wanted=66),
    Cell("hard", "random", 4, wanted=37),
]

#: Tables of more than two.
SEATS = (4, 6, 10)

#: Each level against the one before, and `expert` against `hard` wherever it is met.
LEVELS = [
    *(Cell("expert", "hard", 2, edition, wanted=50, positions=POSITIONS_AGAINST_HARD) for edition in SHIPPED),
    Cell("expert", "hard", 2, preset="party", wanted=50, positions=POSITIONS_AGAINST_HARD),
    *(Cell("expert", "hard", n, wanted=100 / n, positions=POSITIONS_AGAINST_HARD, times=3) for n in SEATS),
    *(Cell("hard", "normal", 2, edition, wanted=50) for edition in SHIPPED),
    *(Cell("hard", "normal", players, wanted=100 / players) for players in SEATS),
    *(Cell("normal", "easy", 2, edition, wanted=50) for edition in SHIPPED),
    *(Cell("normal", "easy", players, wanted=100 / players) for players in SEATS),
]

#: Every option that changes what is played in a round, one at a time. Not among them: the fines for wrong cards and false calls, which no
#: bot ever pays, and the scoring, which counts only from round to round.
CHANGES = [
    *(("classic", f"{name}=on") for name in ("shields", "cut", "same_symbol", "seven_zero")),
    *(("classic", f"stacking={value}") for value in ("draw2", "same", "cumulative")),
    *(("classic", changed) for changed in ("draw=until_playable", "drawn=forced", "wild4=enforce", "challenge=off")),
    *(("classic", changed) for changed in ("uno=auto", "uno_penalty=0", "hand_size=3", "hand_size=10")),
    ("jurassic", "footprints=half"),
    ("bts", "dance_judge=vote"),
    ("bts", "dance_ends_turn=on"),
    ("avengers", "gauntlet_self=off"),
]

#: Where less comes of playing well: small hands are soon gone. There more games are played.
LUCKY = ("hand_size=3",)

#: The same under every option.
OPTIONS = [
    *(
        Cell(
            *("expert", "hard", 2, edition),
            wanted=50,
            positions=POSITIONS_AGAINST_HARD,
            changed=changed,
            times=5 if changed in LUCKY else 1,
        )
        for edition, changed in CHANGES
    ),
    *(Cell("hard", "normal", 2, edition, wanted=50, changed=changed) for edition, changed in CHANGES),
    *(Cell("normal", "easy", 2, edition, wanted=50, changed=changed) for edition, changed in CHANGES),
]

#: For comparison with what others have published.
PLAIN = [Cell(hero, "random", players) for hero in ("easy", "normal", "greedy") for players in (2, 4)]

#: What more thinking is worth; None is what was played above.
CURVE = [
    Cell("expert", "random", players, positions=positions)
    for players in (2, 4)
    for positions in (16, 64, 256, None, 4000)
]

ALL = [*WANTED, *LEVELS, *PLAIN, *CURVE, *OPTIONS]


def play(cell: Cell, games: int, workers: int | None) -> dict[str, Any]:
    """Play a cell and return its result."""
    edition = load_edition(cell.edition)
    options: dict[str, Any] = {} if cell.preset == "official" else {"preset": cell.preset}
    options |= parse_settings(edition, [cell.changed] if cell.changed else [])
    plan = Plan(enter(cell.sources), edition, cell.players, games, options, SEED)
    report = run_arena(plan, workers=workers)
    hero = report.standings[0]
    # A machine that was stopped in between looks like a bot that does not answer.
    if any(standing.log.by_default for standing in report.standings):
        raise SystemExit(f"bench: {cell.key}: the default played for a bot that had not answered; play the cell again")
    return {"games": report.games, "share": hero.share.share, "low": hero.share.low, "high": hero.share.high}
