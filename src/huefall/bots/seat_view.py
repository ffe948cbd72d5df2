"""``SeatView``: a view with its legal sentences parsed and its cards looked up in the edition."""

from __future__ import annotations

from collections import Counter
from functools import cached_property, lru_cache
from typing import Any

from huefall.bots.bot import View
from huefall.editions import SHIPPED, Edition, EditionError, Rules, load_edition
from huefall.editions.deck import Kind
from huefall.game.ready import prepare_rules
from huefall.kernel.layout import STATE, Records, blank
from huefall.notation import preview
from huefall.notation.preview import Preview
from huefall.notation.variant import Variant
from huefall.vocabulary import colors
from huefall.vocabulary.moves import Move

#: A hand this small may be gone before the next turn.
NEARLY_OUT = 2


def _shipped(name: str) -> Edition:
    """Load a shipped edition by the name in a view.

    Any other edition has to be given: its file may have moved, or exist only in a record.
    """
    if name not in SHIPPED:
        raise EditionError(
            f"a bot cannot look up the edition {name!r}: give it the edition, as in make_bot(level, match.variant.edition)"
        )
    return load_edition(name)


@lru_cache(maxsize=32)
def _kinds(edition: Edition, footprints: str) -> dict[str, Kind]:
    return {kind.text: kind for kind in edition.kinds(footprints)}


@lru_cache(maxsize=1024)
def _seat_after(players: int, direction: int, seat: int, steps: int) -> int:
    prepare_rules()
    state = blank(STATE)
    state[0]["players"], state[0]["direction"] = players, direction
    return preview.seat_after(state, seat, steps)


class SeatView:
    """What a seat sees, ready for use by a bot. ``edition`` may be left out for shipped editions."""

    def __init__(self, view: View, edition: Edition | None = None) -> None:
        known = _shipped(view["edition"]) if edition is None else edition
        self.view = view
        self.edition = known
        self.seat: int = view["seat"]
        self.sizes: list[int] = view["sizes"]
        self.rules = Rules.of(known, view["options"])
        self.kinds = _kinds(known, self.rules.footprints)
        self.hand: list[str] = view["hands"][self.seat]
        self.legal = [Move.parse(sentence) for sentence in view["legal"]]
        self._sentences = frozenset(view["legal"])
        self._previews: dict[Move, Preview] = {}

    @property
    def asked(self) -> bool:
        """Whether this seat has to answer now."""
        return bool(self.view["turn"] == self.seat)

    @property
    def players(self) -> int:
        return len(self.sizes)

    @property
    def pending(self) -> dict[str, Any] | None:
        """The pending question; ``None`` in an ordinary turn."""
        found: dict[str, Any] | None = self.view["pending"]
        return found

    def answers(self) -> list[Move]:
        """The legal answers to this seat's question, plays without their calls."""
        return [move for move in self.legal if not move.is_claim and not move.uno]

    def claims(self) -> list[Move]:
        """The legal moves out of turn: calls, catches and, for a seat that is not asked, cuts without their calls."""
        return [move for move in self.legal if move.is_claim or not (self.asked or move.uno)]

    def with_call(self, move: Move) -> str:
        """The move's sentence, with the call if that is legal."""
        called = move.with_call().sentence
        return called if called in self._sentences else move.sentence

    def called_answers(self) -> list[str]:
        """The sentences of ``answers()``, with the call wherever one is due."""
        return [self.with_call(move) for move in self.answers()]

    def color_of(self, card: str) -> str | None:
        """The letter of a card's colour; ``None`` for a black card."""
        color = self.kinds[card].color
        return None if color == colors.NO_COLOR else colors.letter(color)

    def after(self, move: Move) -> list[str]:
        """The hand that is left after a play, before the played cards take effect."""
        return sorted((Counter(self.hand) - Counter(move.cards)).elements())

    def neighbour(self, steps: int) -> int:
        """The seat ``steps`` further in the direction of play; negative steps go back."""
        return _seat_after(self.players, self.view["direction"], self.seat, steps % self.players)

    def lowest_other(self) -> int:
        """The size of the smallest other hand."""
        return min(size for seat, size in enumerate(self.sizes) if seat != self.seat)

    def unseen(self) -> Counter[str]:
        """The cards that are neither in this hand nor in the discards: in other hands or in the pile."""
        deck = Counter({text: kind.copies for text, kind in self.kinds.items()})
        return deck - Counter(self.hand) - Counter(self.view["discard"])

    # What the rules say about a move

    @cached_property
    def variant(self) -> Variant:
        return Variant.of(self.edition, self.view["options"])

    @cached_property
    def state(self) -> Records:
        """The table for the kernel; unseen cards are placed arbitrarily."""
        prepare_rules()
        return preview.state_of_view(self.variant, self.view)

    def preview(self, move: Move) -> Preview:
        """What a move of this seat does by the rules in force, whether or not UNO is called with it.

        Only what does not depend on unseen cards is certain: ``huefall.notation.preview`` says more.
        """
        bare = move.without_call()
        if bare not in self._previews:
            self._previews[bare] = preview.preview(self.variant, self.state, self.seat, bare)
        return self._previews[bare]
