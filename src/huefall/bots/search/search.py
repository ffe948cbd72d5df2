"""The search: moves are compared by playing the round out from positions that could be the one at the table.

All moves are tried in the same imagined positions, so that luck in these does not decide between them; a move that is
clearly behind the best one is not tried any further.
"""

from __future__ import annotations

from collections.abc import Sequence
from threading import local
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from huefall.bots.beliefs.beliefs import DOUBT, Beliefs
from huefall.bots.bot import View
from huefall.bots.search.equity import Numbers, match_chances
from huefall.bots.search.patience import Patience
from huefall.bots.search.policy import TUNED
from huefall.editions import Rules
from huefall.game.ready import prepare_search
from huefall.kernel.layout import LOG, MOVE, PLAY_ROWS, SEATS, STATE, Records, blank
from huefall.kernel.search import entry as search
from huefall.notation.position import FIELDS, read_position
from huefall.notation.variant import Variant
from huefall.vocabulary import verbs

#: A rollout ends here at the latest; who would have won is then not known.
LIMIT = 400

#: A move is given up when it is behind the best by so many standard errors of their difference, after so many positions at the earliest.
BEHIND, EARLIEST = 3.0, 64

#: What the policy thinks of letting somebody go who could be caught: at a large table trials show little of what it costs.
LET_GO = -3.0


class _Workspace(local):
    """The records one thread works on."""

    def __init__(self) -> None:
        self.states = blank(STATE, 3)
        self.scratch = blank(MOVE)
        self.plays = blank(MOVE, PLAY_ROWS)
        self.log = blank(LOG)


_workspace = _Workspace()


class _Batch(NamedTuple):
    """What came of some positions that were played out: per position and move."""

    wanted: npt.NDArray[np.bool_]  # which moves were tried
    rounds: Numbers  # each seat's chance to have won: 1 or 0 unless nobody has
    scores: npt.NDArray[np.int32]  # as the round left them, per seat


class Search:
    """A position, the moves to compare in it, and what has come of them so far."""

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
        self.wanted = np.ones(len(moves), np.bool_)
        self.tried = 0
        self._batches: list[_Batch] = []
        self._values: list[Numbers] = []  # of the match, for as many batches as somebody has asked for

    def opinions(self) -> Numbers:
        """Return what the policy thinks of the moves before any is tried, in cards, as ``huefall.kernel.search.policy`` counts."""
        weights = np.zeros(len(self._moves), np.float64)
        packed = self.variant.packed_rules, self.variant.packed_edition
        search.weigh_moves(self._state, *packed, self._policies, self._moves, weights)
        said = self._moves["verb"]
        penalty = float(self._state[0]["penalty"])
        for verb, weight in (
            (verbs.DRAW, TUNED["draw_instead"]),
            (verbs.KEEP, TUNED["keep"]),
            (verbs.ACCEPT, -TUNED["accept"] * (penalty + 1)),
            (verbs.CHALLENGE, -TUNED["accept"] * (penalty + 1)),
            (search.NO_CATCH, LET_GO),
            (search.NO_CLAIM, LET_GO),
        ):
            weights[said == verb] = weight
        return weights

    def prefer(self, most: int) -> npt.NDArray[np.intp]:
        """Keep only so many moves, those the policy likes best; return which, by the numbers they had, in their order."""
        kept = np.sort(np.argsort(-self.opinions(), kind="stable")[:most])
        self._moves = self._moves[kept]
        self.wanted = self.wanted[kept]
        return kept

    def run(self, patience: Patience, seat: int | None = None) -> None:
        """Play out until patience ends. With a ``seat`` moves that are clearly behind for it are given up."""
        while (more := patience(self.tried)) > 0:
            self._try(more)
            if seat is not None and self.tried >= EARLIEST:
                self._give_up(seat)
                if self.wanted.sum() == 1:
                    return

    def _try(self, samples: int) -> None:
        moves = len(self._moves)
        winners = np.full((samples, moves), -1, np.int8)
        scores = np.zeros((samples, moves, SEATS), np.int32)
        work = _workspace
        work.states[search.SEEN] = self._state[0]
        search.play_out(
            work.states,
            self.variant.packed_rules,
            self.variant.packed_edition,
            self._hidden,
            self._policies,
            self._moves,
            self.wanted,
            self._seed,
            self.tried,
            samples,
            LIMIT,
            work.scratch,
            work.plays,
            work.log,
            winners,
            scores,
        )
        self.tried += samples
        chances = _round_chances(winners, self.players)
        self._batches.append(_Batch(self.wanted.copy(), chances, scores[:, :, : self.players]))

    def rounds(self) -> Numbers:
        """Return (positions, moves, seats): who won the round."""
        return np.concatenate([batch.rounds for batch in self._batches])

    def values(self) -> Numbers:
        """Return (positions, moves, seats): the chance to win the match, as the round left it."""
        for wanted, rounds, scores in self._batches[len(self._values) :]:
            values, tried = np.zeros_like(rounds), rounds[:, wanted]
            rows = scores[:, wanted].reshape(-1, self.players), tried.reshape(-1, self.players)
            values[:, wanted] = match_chances(self.variant.rules, *rows).reshape(tried.shape)
            self._values.append(values)
        return np.concatenate(self._values)

    def _give_up(self, seat: int) -> None:
        values = self.values()[:, :, seat]
        means = np.where(self.wanted, values.mean(axis=0), -1.0)
        best = int(means.argmax())
        behind = values[:, best, None] - values
        error = behind.std(axis=0) / np.sqrt(len(values))
        self.wanted &= (behind.mean(axis=0) <= BEHIND * error) | (np.arange(len(self.wanted)) == best)


def _round_chances(winners: npt.NDArray[Any], players: int) -> Numbers:
    found: Numbers = (winners[:, :, None] == np.arange(players)).astype(np.float64)
    found[winners < 0] = 1.0 / players
    return found


def search_view(
    variant: Variant, view: View, moves: Records, seed: int, policies: Records, doubt: float = DOUBT
) -> Search:
    """Search from what a seat sees and remembers."""
    hidden = Beliefs(variant, view).pack(view, doubt)
    return Search(variant, _state_of(variant, view, hidden), hidden, moves, seed, policies)


def _state_of(variant: Variant, view: View, hidden: Records) -> Records:
    """Make a state of a view; what is not seen is put anyhow, to be imagined later."""
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
    """Tell whether the pending question has a secret: whether a Wild Draw Four was a bluff."""
    return bool(view["pending"]["kind"] == "wild4" and rules.challenge and rules.wild4 != "enforce")
