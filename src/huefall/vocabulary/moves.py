"""``Move``: what a seat does, and its written form, the sentence (docs/notation.md). No deck is needed to read one."""

from __future__ import annotations

from dataclasses import dataclass, replace

from huefall.vocabulary import colors, verbs

#: Verbs that answer no question: any seat may say them out of turn, and the asked seat too. (A cut is a claim as well,
#: but is written like a play.)
CLAIM_VERBS = ("uno", "catch")


@dataclass(frozen=True, slots=True)
class Move:
    """A sentence, taken apart."""

    verb: str  # "play"
    cards: tuple[str, ...] = ()  # ("WG", "b4")
    color: str | None = None  # "r": the colour a black card names
    target: int | None = None  # the seat to swap hands with or to catch
    uno: bool = False  # UNO is called with the play

    @classmethod
    def parse(cls, sentence: str) -> Move:
        """Read a well-formed sentence. Whether its cards are in the deck or in the hand is not looked at.

        >>> Move.parse("play WG b4 r uno")
        Move(verb='play', cards=('WG', 'b4'), color='r', target=None, uno=True)
        >>> str(Move.parse("play r7 >2"))
        'play r7 >2'
        """
        verb, *words = sentence.split() or [""]
        if verb not in verbs.NAMES:
            raise ValueError(f"a move begins with one of {', '.join(verbs.NAMES)}; got {sentence!r}")
        uno = verb == "play" and words[-1:] == ["uno"]
        if uno:
            words.pop()
        has_target = bool(words) and (verb == "catch" or words[-1].startswith(">"))
        target = int(words.pop().removeprefix(">")) if has_target else None
        # A colour is a small letter by itself; a coloured card has a face behind it.
        color = words.pop() if words and colors.from_letter(words[-1]) != colors.NO_COLOR else None
        return cls(verb, tuple(words), color, target, uno)

    def __str__(self) -> str:
        words = [self.verb, *self.cards]
        if self.color is not None:
            words.append(self.color)
        if self.target is not None:
            words.append(str(self.target) if self.verb == "catch" else f">{self.target}")
        if self.uno:
            words.append("uno")
        return " ".join(words)

    @property
    def sentence(self) -> str:
        return str(self)

    @property
    def is_claim(self) -> bool:
        """Whether this is a late call or a catch. Only a table can tell whether a play is a cut."""
        return self.verb in CLAIM_VERBS

    @property
    def is_call(self) -> bool:
        """Whether this is a late call: ``uno`` by itself."""
        return self.verb == "uno"

    @property
    def is_play(self) -> bool:
        return self.verb == "play"

    def with_call(self) -> Move:
        return replace(self, uno=True)

    def without_call(self) -> Move:
        return replace(self, uno=False)
