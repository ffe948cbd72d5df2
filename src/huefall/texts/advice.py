"""Moves and the reasons for them in words: for hints and reviews."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from huefall.texts.cards import Titles, card_name, color_name
from huefall.texts.catalogue import Catalogue
from huefall.vocabulary import colors

#: How the notes of a match name who has no name of their own: a bot by its level (and how
#: much it may think, ``expert:200ms``), and whoever sits at the terminal.
BOT, YOU = re.compile(r"bot(?: \((\w+)(?::\w+)?\))?"), "you"


#: Signs that join letters, and figures of emoji; nobody sees them, and they do nothing else.
JOINERS = "\u200c\u200d"


def write_plainly(text: str) -> str:
    r"""Write what somebody else has written as one line that commands no terminal: names of a record, words of a bot.

    >>> print(write_plainly("\x1b[31mRed\nNew"))
    \x1b[31mRed New
    """
    line = " ".join(text.split())
    return "".join(char if char.isprintable() or char in JOINERS else repr(char)[1:-1] for char in line)


def player_name(catalogue: Catalogue, players: Sequence[str], seat: int, *, with_level: bool = False) -> str:
    """Return the name a player had at the table; a bot and a seat without a name are called by their number, which also
    tells apart two of the same name.

    >>> from huefall.texts.catalogue import load
    >>> [player_name(load("en"), ["you", "bot (easy)", "Bo", ""], seat, with_level=True) for seat in range(4)]
    ['You', 'Bot 1 (easy)', 'Bo', 'Seat 3']
    >>> player_name(load("en"), ["Bo", "Bo"], 1)
    'Bo (Seat 1)'
    """
    noted = players[seat] if 0 <= seat < len(players) else ""
    if noted == YOU:  # a table's own notes: taken as they stand
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
    verb, *words = sentence.split()
    if not words:
        return catalogue.text(f"verb.{verb}")
    if verb == "play":
        return _say_play(catalogue, words, players, titles)
    if _is_color(words[0]):
        return catalogue.text(f"move.{verb}", color=color_name(catalogue, words[0]))
    return catalogue.text(f"move.{verb}", player=player_name(catalogue, players, int(words[0])))


def _say_play(catalogue: Catalogue, words: Sequence[str], players: Sequence[str], titles: Titles | None) -> str:
    """Put a play into words: its cards, and what is laid, named, swapped and called with them.

    >>> from huefall.texts.catalogue import load
    >>> _say_play(load("en"), ["WG", "b4", "r"], [], None)
    'Play Wild Infinity Gauntlet, lay blue 4, name red'
    """
    cards = [word for word in words if not _is_color(word) and word != "uno" and not word.startswith(">")]
    laid = [card for card in cards if not card.startswith("W")] if cards[0].startswith("W") else []
    played = [card_name(catalogue, card, titles) for card in cards if card not in laid]
    told = [catalogue.text("cards.join").join(played)]
    told += [catalogue.text("move.lay", card=card_name(catalogue, card, titles)) for card in laid]
    for word in words:
        if word.startswith(">"):
            told.append(catalogue.text("table.swap", player=player_name(catalogue, players, int(word[1:]))))
        elif word == "uno":
            told.append(catalogue.text("verb.uno"))
        elif _is_color(word):
            told.append(catalogue.text("move.name", color=color_name(catalogue, word)))
    return catalogue.text("move.play", move=catalogue.text("move.join").join(told))


def _is_color(word: str) -> bool:
    return colors.from_letter(word) != colors.NO_COLOR


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
