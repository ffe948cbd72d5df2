"""Moves: sentences read into a Move and written back (notation.md, Moves)."""

from dataclasses import dataclass

from .cards import Card
from .editions import Edition
from .errors import Refused

BARE_VERBS = ("draw", "keep", "pass", "accept", "challenge", "dance", "approve", "reject", "uno")


@dataclass(frozen=True)
class Move:
    """A complete sentence, its cards already found in the hand."""

    verb: str
    cards: tuple[Card, ...] = ()
    laid: Card | None = None  # the card laid with a Gauntlet
    color: str | None = None
    target: int | None = None  # the seat a 7 swaps with, or the seat that is caught
    uno: bool = False  # the call made with a play


def write_move(move: Move) -> str:
    """The sentence of a move."""
    words = [move.verb]
    words += [card.text for card in move.cards]
    if move.laid is not None:
        words.append(move.laid.text)
    if move.color is not None:
        words.append(move.color)
    if move.target is not None:
        words.append(f">{move.target}" if move.verb == "play" else str(move.target))
    if move.uno:
        words.append("uno")
    return " ".join(words)


def read_move(sentence: str, edition: Edition, hand: list[Card]) -> Move:
    """Read a sentence of a player with this hand; anything unknown is refused (FOUL-02)."""
    words = sentence.split()
    if not words:
        raise Refused("an empty sentence (FOUL-02)")
    verb, rest = words[0], words[1:]
    if verb in BARE_VERBS:
        if rest:
            raise Refused(f"{verb} takes no further words (FOUL-02)")
        return Move(verb)
    if verb == "color":
        if len(rest) != 1 or rest[0] not in edition.colors:
            raise Refused("color needs one colour of the deck (PLAY-05)")
        return Move("color", color=rest[0])
    if verb == "catch":
        if len(rest) != 1:
            raise Refused("catch needs one seat (PLAY-05)")
        return Move("catch", target=read_seat(rest[0]))
    if verb == "play":
        return read_play(rest, edition, hand)
    raise Refused(f"unknown move {verb!r} (FOUL-02)")


def read_seat(word: str) -> int:
    """A seat number as it is written, without signs or leading zeros."""
    if not (word.isascii() and word.isdigit()) or str(int(word)) != word:
        raise Refused(f"{word!r} is no seat (FOUL-02)")
    return int(word)


def read_play(words: list[str], edition: Edition, hand: list[Card]) -> Move:
    """Cards, then a colour or a seat, then the call."""
    words = list(words)
    uno = bool(words) and words[-1] == "uno"
    if uno:
        words.pop()
    target = color = None
    if words and words[-1].startswith(">"):
        target = read_seat(words.pop()[1:])
    elif words and words[-1] in edition.colors:
        color = words.pop()
    if not words:
        raise Refused("play needs a card (PLAY-05)")
    left = list(hand)
    found = [find_in_hand(word, edition, left) for word in words]
    return arrange_play(found, color, target, uno)


def find_in_hand(word: str, edition: Edition, left: list[Card]) -> Card:
    """Take a named card out of the rest of the hand: the plain one, otherwise the one with the footprint (DECK-04)."""
    card = edition.cards.get(word)
    if card is None:
        raise Refused(f"{word!r} is no card of this deck (FOUL-02)")
    if card not in left:
        card = edition.cards.get(word + "*", card)
    if card not in left:
        raise Refused(f"{word} is not held (FOUL-02)")
    left.remove(card)
    return card


def arrange_play(found: list[Card], color: str | None, target: int | None, uno: bool) -> Move:
    """Separate the cards played from the card laid, and refuse words that do not belong together."""
    first = found[0]
    if first.black:
        if target is not None:
            raise Refused("a black card names a colour, not a seat (FOUL-02)")
        if len(found) == 1:
            return Move("play", (first,), None, color, None, uno)
        if len(found) == 2 and first.checks and not found[1].black:
            return Move("play", (first,), found[1], color, None, uno)
        raise Refused("black cards are played alone (FOUL-02)")
    if color is not None:
        raise Refused("only a black card names a colour (FOUL-02)")
    if any(card.black or card.face != first.face for card in found):
        raise Refused("cards of different faces together (FOUL-02)")
    return Move("play", tuple(found), None, None, target, uno)
