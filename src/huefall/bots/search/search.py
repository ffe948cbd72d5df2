"""The search: moves are compared by rollouts from positions that agree with what a seat knows.

All moves are tried in the same samples, so that luck does not decide between them. A move that is clearly behind the
best one is dropped.

Tested in tests/bots/search/test_rank.py and tests/kernel/search/test_entry.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from threading import local
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from huefall.bots.beliefs.beliefs import IGNORE_RATE, Beliefs
from huefall.bots.bot import View
from huefall.bots.search.equity import Numbers, match_chances
from huefall.bots.search.policy import TUNED
from huefall.editions import Rules
from huefall.game.ready import prepare_search
from huefall.kernel.layout import MOVE, PLAY_ROWS, SEATS, STATE, Records, blank
from huefall.kernel.search import entry as search
from huefall.notation.position import FIELDS, read_position
from huefall.notation.variant import Variant
from huefall.vocabulary import verbs

#: A rollout stops after this many moves; every seat then counts as equally likely to win.
MAX_ROLLOUT_MOVES = 400

#: A move is dropped when it is behind the best by this many standard errors of their difference …
DROP_ERRORS = 3.0

#: … but not before this many positions.
MIN_POSITIONS_TO_DROP = 64

#: The policy's weight, in cards, of not catching: at a large table rollouts show little of what it costs.
NO_CATCH_WEIGHT = -3.0


class _Workspace(local):
    """Scratch records, one set per thread."""

    def __init__(self) -> None:
        self.states = blank(STATE, 3)
        self.scratch = blank(MOVE)
        self.plays = blank(MOVE, PLAY_ROWS)


_workspace = _Workspace()


class _Batch(NamedTuple):
    """The outcomes of some samples: (positions, moves, seats)."""

    active: npt.NDArray[np.bool_]  # which moves were tried
    wins: Numbers  # 1 for the winner of the round, 0 for the others; equal shares if nobody won
    scores: npt.NDArray[np.int32]  # after the round


class Search:
    """The moves compared in one position, and their outcomes so far."""

    def __init__(
        self, variant: Variant, state: Records, hidden: Records, moves: Records, seed: int, policies: Records
    ) -> None:
        prepare_search()
        self.variant = variant
        self.players = int(state[0]["players"])
        self._state = state
        self._hidden = hidden
        self._moves = moves
        self._seed = seed
        self._policies = policies
        self.active = np.ones(len(moves), np.bool_)  # moves that have not been dropped
        self.tried = 0  # positions
        self._batches: list[_Batch] = []
        self._match_chances: list[Numbers] = []  # of the first batches; computed when asked for

    def policy_weights(self) -> Numbers:
        """How much the policy likes each move, in cards, as ``huefall.kernel.search.policy`` counts."""
        weights = np.zeros(len(self._moves), np.float64)
        packed = self.variant.packed_rules, self.variant.packed_edition
        search.weigh_moves(self._state, *packed, self._policies, self._moves, weights)
        move_verbs = self._moves["verb"]
        penalty = float(self._state[0]["penalty"])
        for verb, weight in (
            (verbs.DRAW, TUNED["draw_instead"]),
            (verbs.KEEP, TUNED["keep"]),
            (verbs.ACCEPT, -TUNED["accept"] * (penalty + 1)),
            (verbs.CHALLENGE, -TUNED["accept"] * (penalty + 1)),
            (search.NO_CATCH, NO_CATCH_WEIGHT),
            (search.NO_CLAIM, NO_CATCH_WEIGHT),
        ):
            weights[move_verbs == verb] = weight
        return weights

    def keep_favourites(self, count: int) -> npt.NDArray[np.intp]:
        """Keep the ``count`` moves that the policy likes best, in their order; return their previous indices."""
        kept = np.sort(np.argsort(-self.policy_weights(), kind="stable")[:count])
        self._moves = self._moves[kept]
        self.active = self.active[kept]
        return kept

    def run(self, batches: Iterable[int], seat: int | None = None) -> None:
        """Try batches of positions (``Limit.batches``). With a ``seat``, drop moves that are clearly behind for it."""
        for positions in batches:
            self._try(positions)
            if seat is not None and self.tried >= MIN_POSITIONS_TO_DROP:
                self._drop_moves_behind(seat)
                if self.active.sum() == 1:
                    return

    def _try(self, positions: int) -> None:
        moves = len(self._moves)
        winners = np.full((positions, moves), -1, np.int8)
        scores = np.zeros((positions, moves, SEATS), np.int32)
        work = _workspace
        work.states[search.SEEN] = self._state[0]
        search.play_out(
            work.states,
            self.variant.packed_rules,
            self.variant.packed_edition,
            self._hidden,
            self._policies,
            self._moves,
            self.active,
            self._seed,
            self.tried,
            positions,
            MAX_ROLLOUT_MOVES,
            work.scratch,
            work.plays,
            winners,
            scores,
        )
        self.tried += positions
        wins = _round_wins(winners, self.players)
        self._batches.append(_Batch(self.active.copy(), wins, scores[:, :, : self.players]))

    def round_wins(self) -> Numbers:
        """Who won the round: (positions, moves, seats)."""
        return np.concatenate([batch.wins for batch in self._batches])

    def match_chances(self) -> Numbers:
        """The chance to win the match after the round: (positions, moves, seats)."""
        for active, wins, scores in self._batches[len(self._match_chances) :]:
            chances, tried = np.zeros_like(wins), wins[:, active]
            rows = scores[:, active].reshape(-1, self.players), tried.reshape(-1, self.players)
            chances[:, active] = match_chances(self.variant.rules, *rows).reshape(tried.shape)
            self._match_chances.append(chances)
        return np.concatenate(self._match_chances)

    def _drop_moves_behind(self, seat: int) -> None:
        chances = self.match_chances()[:, :, seat]
        means = np.where(self.active, chances.mean(axis=0), -1.0)
        best = int(means.argmax())
        behind = chances[:, best, None] - chances
        error = behind.std(axis=0) / np.sqrt(len(chances))
        self.active &= (behind.mean(axis=0) <= DROP_ERRORS * error) | (np.arange(len(self.active)) == best)


def _round_wins(winners: npt.NDArray[Any], players: int) -> Numbers:
    found: Numbers = (winners[:, :, None] == np.arange(players)).astype(np.float64)
    found[winners < 0] = 1.0 / players
    return found


def search_view(
    variant: Variant, view: View, moves: Records, seed: int, policies: Records, ignore_rate: float = IGNORE_RATE
) -> Search:
    """Prepare a search from what a seat sees, and believes about the rest."""
    hidden = Beliefs(variant, view).pack(view, ignore_rate)
    return Search(variant, _state_of(variant, view, hidden), hidden, moves, seed, policies)


def _state_of(variant: Variant, view: View, hidden: Records) -> Records:
    """Make a state from a view. Unseen cards are placed arbitrarily: each sample deals them again."""
    row = hidden[0]
    unseen = [number for number in range(len(variant.kinds)) for _ in range(int(row["unseen"][number]))]
    hands: list[Sequence[str]] = []
    for seat in range(len(view["sizes"])):
        if seat == view["seat"]:
            hands.append(view["hands"][seat])
            continue
        known = [number for number in range(len(variant.kinds)) for _ in range(int(row["known"][seat, number]))]
        count = int(row["unknown"][seat])
        hands.append(variant.write_cards(known + unseen[:count]))
        unseen = unseen[count:]
    position: dict[str, Any] = {field: view[field] for field in FIELDS if field in view}
    position["hands"] = hands
    position["pile"] = variant.write_cards(unseen[: view["pile_size"]])
    if view["pending"] is not None:
        position["pending"] = {**view["pending"], "guilty": False if _asks_guilt(variant.rules, view) else None}
    return read_position(variant, position)


def _asks_guilt(rules: Rules, view: View) -> bool:
    """Whether the pending question hides something: if a Wild Draw Four was a bluff."""
    return bool(view["pending"]["kind"] == "wild4" and rules.challenge and rules.wild4 != "enforce")
