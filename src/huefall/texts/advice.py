"""Moves and their reasons in words, for hints and reviews.

Tested in tests/bots/explain/test_reasons.py and tests/cli/test_review.py.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from huefall.texts.cards import Titles, card_name, color_name
from huefall.texts.catalogue import Catalogue
from huefall.vocabulary.moves import Move

#: How the notes of a match name players without a name of their own: a bot by its level (and its limit,
#: ``expert:200ms``), and the person at the terminal.
BOT, YOU = re.compile(r"bot(?: \((\w+)(?::\w+)?\))?"), "you"


#: Invisible signs that join letters and parts of emoji; harmless on a terminal.
JOINERS = "\u200c\u200d"


def write_plainly(text: str) -> str:
    r"""Make foreign text (names in a record, words of a bot) one line without control codes for the terminal.

    >>> print(write_plainly("\x1b[31mRed\nNew"))
    \x1b[31mRed New
    """
    line = " ".join(text.split())
    return "".join(char if char.isprintable() or char in JOINERS else repr(char)[1:-1] for char in line)


def player_name(catalogue: Catalogue, players: Sequence[str], seat: int, *, with_level: bool = False) -> str:
    """Return the name a player had at the table. Bots and seats without a name are called by their number, which also
    tells two players of the same name apart.

    >>> from huefall.texts.catalogue import load
    >>> [player_name(load("en"), ["you", "bot (easy)", "Bo", ""], seat, with_level=True) for seat in range(4)]
    ['You', 'Bot 1 (easy)', 'Bo', 'Seat 3']
    >>> player_name(load("en"), ["Bo", "Bo"], 1)
    'Bo (Seat 1)'
    """
    noted = players[seat] if 0 <= seat < len(players) else ""
    if noted == YOU:  # a table's own notes: taken unchanged
        return catalogue.text("table.you")
    bot = BOT.fullmatch(noted)
    if bot is None:
        numbered = catalogue.text("table.player", seat=seat)
        name = write_plainly(noted)
        if name and [write_plainly(other) for other in players].count(name) > 1:
            return catalogue.text("table.bot.level", player=name, level=numbered)
        return name or numbered
    name, level = catalogue.text("table.bot", seat=seat), f"bot.{bot[1]}.title"
    if not with_level or not catalogue.has(level):
        return name
    return catalogue.text("table.bot.level", player=name, level=catalogue.text(level).lower())


def say_move(catalogue: Catalogue, sentence: str, players: Sequence[str], titles: Titles | None = None) -> str:
    """Put a sentence of the notation into words.

    >>> from huefall.texts.catalogue import load
    >>> say_move(load("en"), "play W b uno", []), say_move(load("en"), "catch 1", ["Ann", "Bo"])
    ('Play Wild, name blue, UNO!', 'Catch Bo')
    """
    move = Move.parse(sentence)
    if move.is_play:
        return _say_play(catalogue, move, players, titles)
    if move.color is not None:
        return catalogue.text(f"move.{move.verb}", color=color_name(catalogue, move.color))
    if move.target is not None:
        return catalogue.text(f"move.{move.verb}", player=player_name(catalogue, players, move.target))
    return catalogue.text(f"verb.{move.verb}")


def _say_play(catalogue: Catalogue, move: Move, players: Sequence[str], titles: Titles | None) -> str:
    """Put a play into words: its cards, the laid card, the colour, the swap and the call.

    >>> from huefall.texts.catalogue import load
    >>> _say_play(load("en"), Move.parse("play WG b4 r"), [], None)
    'Play Wild Infinity Gauntlet, lay blue 4, name red'
    """
    is_black = move.cards[0].startswith("W")
    laid = [card for card in move.cards if is_black and not card.startswith("W")]
    played = [card_name(catalogue, card, titles) for card in move.cards if card not in laid]
    parts = [catalogue.text("cards.join").join(played)]
    parts += [catalogue.text("move.lay", card=card_name(catalogue, card, titles)) for card in laid]
    if move.color is not None:
        parts.append(catalogue.text("move.name", color=color_name(catalogue, move.color)))
    if move.target is not None:
        parts.append(catalogue.text("table.swap", player=player_name(catalogue, players, move.target)))
    if move.uno:
        parts.append(catalogue.text("verb.uno"))
    return catalogue.text("move.play", move=catalogue.text("move.join").join(parts))


def advise(
    catalogue: Catalogue,
    code: str,
    params: Mapping[str, int | str],
    players: Sequence[str],
    titles: Titles | None = None,
) -> str:
    """Return a reason (``huefall.bots.explain.reasons``) as a sentence.

    >>> from huefall.texts.catalogue import load
    >>> advise(load("en"), "stops_near_out", {"seat": 1, "amount": 1}, ["Ann", "Bo"])
    'It stops Bo with only 1 card left.'
    """
    words: dict[str, object] = {}
    for name, value in params.items():
        if name == "seat":
            words["player"] = player_name(catalogue, players, int(value))
        elif name == "card":
            words[name] = card_name(catalogue, str(value), titles)
        elif name == "color":
            words[name] = color_name(catalogue, str(value))
        elif name != "amount":
            words[name] = value
    sentence = catalogue.counted(f"advice.{code}", int(params.get("amount", 0)), **words)
    return sentence[:1].upper() + sentence[1:]  # a card's name may begin it
