"""Hints in the terminal: the player's moves or claims, ranked by the search."""

from __future__ import annotations

from huefall.bots.explain.reasons import Reasons
from huefall.bots.search.estimates import NO_CLAIM, Ranked
from huefall.bots.search.limit import Limit
from huefall.bots.search.rank import rank
from huefall.game import Game
from huefall.terminal.wording import Speech
from huefall.texts.advice import advise
from huefall.view import told_to, view_for

#: Per move: too fast to notice, and accurate to about two per cent.
LIMIT = Limit(positions=4000)

#: A player does not need the ninth best move.
MAX_LISTED = 8


def hint_lines(speech: Speech, game: Game, seat: int) -> list[str]:
    """Rank a seat's moves by what it can know, with chances, and say why the first is the best.

    A seat that is not asked has its claims, and not claiming; no lines if it can claim nothing.
    """
    text, counted = speech.catalogue.text, speech.catalogue.counted
    view = {**view_for(game, seat), "told": told_to(game, seat)}
    edition = speech.variant.edition
    ranked = rank(view, edition, limit=LIMIT)
    if not ranked:
        return []
    lines = [text("table.hint.title"), *(_line(speech, each) for each in ranked[:MAX_LISTED])]
    if len(ranked) > MAX_LISTED:
        lines.append(f"  {counted('table.hint.more', len(ranked) - MAX_LISTED)}")
    best = Reasons(view, edition).why_best(ranked)
    reason = advise(speech.catalogue, best.code, best.params, speech.players, edition.titles())
    return [*lines, text("table.hint.why", reason=reason)]


def _line(speech: Speech, ranked: Ranked) -> str:
    mean, low, high = (round(100 * chance) for chance in (ranked.chance.mean, ranked.chance.low, ranked.chance.high))
    said, text = ranked.sentence, speech.catalogue.text
    written, move = (
        (text("table.hint.enter"), text("table.hint.let_be")) if said == NO_CLAIM else (said, speech.move(said))
    )
    return f"  {written}: {text('table.hint.move', move=move, percent=mean, low=low, high=high)}"
