"""The table as lines of text, from one seat's view. Tested in tests/terminal/test_plain_table.py."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from huefall.terminal.wording import Speech

#: Moves listed with a number. Sets of equal cards can be played in many orders, too many to listen to.
MAX_LISTED = 40


def table_lines(speech: Speech, view: Mapping[str, Any], laid: str | None = None) -> list[str]:
    """Show the players, the top card and what applies to it, and the own hand last, next to the prompt.

    ``laid``: the card that lies on the top card, if any (AVG-01).
    """
    text, counted = speech.catalogue.text, speech.catalogue.counted
    direction = "clockwise" if view["direction"] > 0 else "counterclockwise"
    lines = [
        speech.join(_player(speech, view, seat) for seat in range(len(speech.players))),
        *top_lines(speech, view, laid),
    ]
    if view["boost"] is not None:
        lines.append(text("table.boost", color=speech.color(view["boost"])))
    lines.append(text("table.direction", direction=text(f"table.direction.{direction}")))
    lines.append(counted("table.pile", view["pile_size"]))
    if view["pending"] is not None and view["pending"]["draw"]:
        lines.append(counted("table.pending", view["pending"]["draw"]))
    lines += shown_lines(speech, view)
    if view["drawn"] is not None:
        lines.append(text("table.drawn", card=speech.card(view["drawn"])))
    lines.append(text("table.hand", cards=speech.cards(view["hands"][view["seat"]])))
    return lines


def top_lines(speech: Speech, view: Mapping[str, Any], laid: str | None) -> list[str]:
    """Show the top card, the card laid on it, and the colour in force; a laid card is not matched (AVG-02)."""
    text, card = speech.catalogue.text, speech.card(view["discard"][-1])
    top = text("table.top", card=card) if laid is None else text("table.top.laid", card=card, laid=speech.card(laid))
    if view["color"] is None:
        return [top]
    return [top, text("table.color" if laid is None else "table.color.only", color=speech.color(view["color"]))]


def shown_lines(speech: Speech, view: Mapping[str, Any]) -> list[str]:
    """Show the hand a challenger has seen (CHAL-01)."""
    shown = view["shown"]
    if shown is None:
        return []
    player = speech.players[shown["seat"]]
    return [speech.catalogue.text("table.shown", player=player, cards=speech.cards(shown["hand"]))]


def move_lines(speech: Speech, sentences: Sequence[str]) -> list[str]:
    """List moves with their numbers, as written and in words."""
    rows = [f"  {number}. {sentence}: {speech.move(sentence)}" for number, sentence in enumerate(sentences, 1)]
    if len(rows) > MAX_LISTED:
        rows[MAX_LISTED:] = [f"  {speech.catalogue.counted('table.more', len(rows) - MAX_LISTED)}"]
    return [speech.catalogue.text("table.legal", moves="").rstrip(), *rows]


def score_lines(speech: Speech, scores: Sequence[int]) -> list[str]:
    """Show the points of the match."""
    points = (
        speech.catalogue.counted("table.score", score, player=player)
        for player, score in zip(speech.players, scores, strict=True)
    )
    text = speech.catalogue.text
    return [text("table.rule", title=text("table.scores"), value=speech.join(points))]


def _player(speech: Speech, view: Mapping[str, Any], seat: int) -> str:
    text = speech.catalogue.text
    marks = (
        ("asked", view["turn"] == seat),
        ("dealer", view["dealer"] == seat),
        ("called", seat in view["called"]),
        ("open", seat in view["open"]),
    )
    words = [text(f"table.mark.{mark}") for mark, holds in marks if holds]
    count = speech.catalogue.counted("table.seat", view["sizes"][seat], player=speech.players[seat])
    return text("table.marked", seat=count, marks=speech.join(words)) if words else count
