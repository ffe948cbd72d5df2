"""Sentences for people: what happened, and why a move was refused.

English sentences use the past tense and words such as "must", so that a player may be called "You" in them. They end
without a full stop in logs, since a card's name may end with a mark of its own ("Run!").
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from huefall.texts.cards import Titles, card_name, color_name
from huefall.texts.catalogue import Catalogue
from huefall.vocabulary import colors

_DIRECTIONS = {1: "clockwise", -1: "counterclockwise"}

#: Events whose amount is not a number to show but a choice of words.
_WORD_BY_AMOUNT: dict[str, dict[int, str]] = {
    "challenge": {1: "guilty", 0: "innocent"},
    "vote": {1: "approve", 0: "reject"},
    "verdict": {1: "approved", 0: "rejected"},
    "reverse": _DIRECTIONS,
    "rotate": _DIRECTIONS,
}

#: Questions that put cards at stake.
PENALTIES = ("draw2", "wild4")

#: What a refusal's sentence may mention; the catalogue's ``missing.*`` stand in for what the caller leaves out.
#: seat: who moved; asked: whose decision it is; card: the card tried; color, top: colour in force and top card;
#: colors: those of the deck; target: the seat named; question: the phase; text: what was written.
PLACEHOLDERS = ("seat", "asked", "card", "color", "colors", "target", "top", "question", "text")


def tell(
    catalogue: Catalogue, event: Mapping[str, object], players: Sequence[str], titles: Titles | None = None
) -> str:
    """Return the log sentence of one event in its JSON form (docs/events.md), with players by name."""
    params: dict[str, object] = {}
    for role, key in (("player", "seat"), ("other", "other")):
        seat = event.get(key)
        if isinstance(seat, int):
            params[role] = players[seat] if 0 <= seat < len(players) else catalogue.text("table.player", seat=seat)
    cards = event.get("cards")
    if isinstance(cards, list):
        names = [card_name(catalogue, card, titles) for card in cards]
        params["card"] = catalogue.text("cards.join").join(names)
        return catalogue.text("event.draw.several", amount=len(cards), **params)
    if event.get("card"):
        params["card"] = card_name(catalogue, str(event["card"]), titles)
    if event.get("color"):
        params["color"] = color_name(catalogue, str(event["color"]))
    return catalogue.counted(_event_key(catalogue, event), _amount(event), **params)


def join_draws(events: Iterable[Mapping[str, object]]) -> Iterator[Mapping[str, object]]:
    """Make one event of cards that a player is seen to draw in a row under one rule, with a list of ``cards``.

    >>> drawn = [{"event": "draw", "seat": 0, "card": card, "rule": "D2-01"} for card in ("r5", "b7")]
    >>> list(join_draws(drawn))
    [{'event': 'draw', 'seat': 0, 'rule': 'D2-01', 'cards': ['r5', 'b7']}]
    """
    for key, group in groupby(events, _draw_key):
        found = list(group)
        if key is None or len(found) == 1:
            yield from found
        else:
            seat, rule = key
            yield {"event": "draw", "seat": seat, "rule": rule, "cards": [event["card"] for event in found]}


def question_name(
    catalogue: Catalogue, question: str, titles: Titles | None = None, top: str | None = None, at_stake: int = 0
) -> str:
    """Return what a question asks for; a draw penalty is named by its number and the card to answer, where both are known.

    >>> from huefall.texts.catalogue import load
    >>> question_name(load("en"), "draw2", None, "r+2", 4), question_name(load("en"), "draw2")
    ('draw 4 cards or answer red Draw Two', 'take the penalty or answer it')
    """
    if question in PENALTIES and top and at_stake:
        return catalogue.counted("question.penalty", at_stake, card=card_name(catalogue, top, titles))
    key = f"question.{question}"
    return catalogue.text(key) if catalogue.has(key) else question


def explain(
    catalogue: Catalogue, refusal: str, titles: Titles | None = None, /, *, at_stake: int = 0, **params: object
) -> str:
    """Return why a move was refused; parameters may be raw (seat numbers, letters, written cards) or ready words.

    ``at_stake`` is the number of cards of a pending draw penalty, for sentences that mention the question.

    >>> from huefall.texts.catalogue import load
    >>> explain(load("en"), "not_held", card="r7")
    'You do not hold red 7; choose a card from your hand.'
    """
    words = {name: catalogue.text(f"missing.{name}") for name in PLACEHOLDERS}
    for name, value in params.items():
        if value is not None:
            words[name] = _word(catalogue, name, value, titles)
    if params.get("question") in PENALTIES and params.get("top"):
        words["question"] = question_name(
            catalogue, str(params["question"]), titles, top=str(params["top"]), at_stake=at_stake
        )
    return catalogue.text(f"refusal.{refusal}", **words)


def _draw_key(event: Mapping[str, object]) -> tuple[object, object] | None:
    """Return who draws a card that is seen, and by which rule; None for any other event."""
    return (event.get("seat"), event.get("rule")) if event["event"] == "draw" and event.get("card") else None


def _event_key(catalogue: Catalogue, event: Mapping[str, object]) -> str:
    """Return the key of the most specific text for the event."""
    kind = str(event["event"])
    if kind == "ask":
        variant = event.get("question")
    elif kind == "draw":
        variant = "seen" if event.get("card") else None
    elif kind in _WORD_BY_AMOUNT:
        variant = _WORD_BY_AMOUNT[kind].get(_amount(event))
    else:
        variant = event.get("rule")
    key = f"event.{kind}.{variant}"
    return key if catalogue.has(key) else f"event.{kind}"


def _amount(event: Mapping[str, object]) -> int:
    amount = event.get("amount")
    return amount if isinstance(amount, int) else 0


def _word(catalogue: Catalogue, name: str, value: object, titles: Titles | None) -> str:
    """Return a refusal's parameter as words."""
    if name in ("seat", "asked", "target") and isinstance(value, int):
        return catalogue.text("table.player", seat=value)
    if name in ("card", "top"):
        return card_name(catalogue, str(value), titles)
    if name == "color":
        return color_name(catalogue, str(value))
    if name == "colors":
        return _color_list(catalogue, value)
    if name == "question":
        return question_name(catalogue, str(value), titles)
    return str(value)


def _color_list(catalogue: Catalogue, value: object) -> str:
    """Return colours given as letters ("rygb" or a list of them) as a list of names."""
    if isinstance(value, str) and not set(value) <= set(colors.LETTERS):
        return value
    if not isinstance(value, Iterable):
        return str(value)
    return catalogue.text("cards.join").join(color_name(catalogue, str(letter)) for letter in value)
