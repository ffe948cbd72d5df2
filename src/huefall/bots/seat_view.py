"""A view as a bot reads it: its legal sentences taken apart, and what the cards in it do."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from huefall.bots.bot import View
from huefall.editions import SHIPPED, Edition, EditionError, Rules, load_edition
from huefall.editions.deck import Kind
from huefall.vocabulary import colors
from huefall.vocabulary.moves import CLAIM_VERBS

#: What is added to a play with which UNO is called.
CALL = " uno"


@dataclass(frozen=True, slots=True)
class Choice:
    """A legal sentence, taken apart."""

    sentence: str  # "play WG b4 r uno"
    verb: str  # "play"
    cards: tuple[str, ...] = ()  # ("WG", "b4")
    color: str | None = None  # "r"
    target: int | None = None  # the seat to swap with or to catch
    uno: bool = False


def read_choice(sentence: str) -> Choice:
    """Take a legal sentence apart; a small letter by itself is a colour, since a card has a face besides.

    >>> read_choice("play r7 >2 uno").target
    2
    """
    verb, *words = sentence.split()
    uno = verb == "play" and words[-1:] == ["uno"]
    if uno:
        words.pop()
    target = int(words.pop().removeprefix(">")) if verb == "catch" or (words and words[-1].startswith(">")) else None
    color = words.pop() if words and colors.from_letter(words[-1]) != colors.NO_COLOR else None
    return Choice(sentence, verb, tuple(words), color, target, uno)


def _shipped(name: str) -> Edition:
    """Find an edition by the view's word; that of another one is no file to open: it may have moved, or be a record's."""
    if name not in SHIPPED:
        raise EditionError(
            f"a bot cannot look up the edition {name!r}: give it the edition, as in make_bot(level, match.variant.edition)"
        )
    return load_edition(name)


@lru_cache(maxsize=32)
def _kinds(edition: Edition, footprints: str) -> dict[str, Kind]:
    return {kind.text: kind for kind in edition.kinds(footprints)}


class SeatView:
    """What a seat sees, with the meaning of its cards looked up in the edition; one that ships need not be given."""

    def __init__(self, view: View, edition: Edition | None = None) -> None:
        known = _shipped(view["edition"]) if edition is None else edition
        self.view = view
        self.edition = known
        self.seat: int = view["seat"]
        self.sizes: list[int] = view["sizes"]
        self.rules = Rules.of(known, view["options"])
        self.kinds = _kinds(known, self.rules.footprints)
        self.hand: list[str] = view["hands"][self.seat]
        self.legal = [read_choice(sentence) for sentence in view["legal"]]
        self._sentences = frozenset(view["legal"])

    @property
    def asked(self) -> bool:
        """Tell whether this seat's decision is awaited."""
        return bool(self.view["turn"] == self.seat)

    @property
    def players(self) -> int:
        """Count the seats."""
        return len(self.sizes)

    @property
    def pending(self) -> dict[str, Any] | None:
        """Return the question put to somebody; ``None`` in an ordinary turn."""
        found: dict[str, Any] | None = self.view["pending"]
        return found

    def answers(self) -> list[Choice]:
        """List what answers the question put to this seat, plays without their calls."""
        return [choice for choice in self.legal if choice.verb not in CLAIM_VERBS and not choice.uno]

    def claims(self) -> list[Choice]:
        """List what can be done beside the turn: calls, catches, and for a seat that is not asked cuts."""
        return [choice for choice in self.legal if choice.verb in CLAIM_VERBS or not (self.asked or choice.uno)]

    def with_call(self, choice: Choice) -> str:
        """Return the sentence with the call, where there is one to make."""
        called = choice.sentence + CALL
        return called if called in self._sentences else choice.sentence

    def called_answers(self) -> list[str]:
        """List what answers the question put to this seat, plays with their calls where one is due."""
        return [self.with_call(choice) for choice in self.answers()]

    def color_of(self, card: str) -> str | None:
        """Return the letter of a card's colour; ``None`` for a black one."""
        color = self.kinds[card].color
        return None if color == colors.NO_COLOR else colors.letter(color)

    def after(self, choice: Choice) -> list[str]:
        """List the hand a play leaves, before it has any effect."""
        return sorted((Counter(self.hand) - Counter(choice.cards)).elements())

    def neighbour(self, steps: int) -> int:
        """Return the seat so many steps on in the direction of play."""
        return int(self.seat + steps * self.view["direction"]) % self.players

    def lowest_other(self) -> int:
        """Return how few cards the smallest of the other hands has."""
        return min(size for seat, size in enumerate(self.sizes) if seat != self.seat)

    def unseen(self) -> Counter[str]:
        """Count the cards that lie neither in this hand nor in the discards: somebody else's, or in the pile."""
        deck = Counter({text: kind.copies for text, kind in self.kinds.items()})
        return deck - Counter(self.hand) - Counter(self.view["discard"])
