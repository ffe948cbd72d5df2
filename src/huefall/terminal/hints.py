"""Hints in the terminal: what the search thinks of a person's moves and claims, in words."""

from __future__ import annotations

from huefall.bots.explain.reasons import Reasons
from huefall.bots.search.estimates import NO_CLAIM, Ranked
from huefall.bots.search.limit import Limit
from huefall.bots.search.rank import rank
from huefall.game import Game
from huefall.terminal.wording import Speech
from huefall.texts.advice import advise
from huefall.view import told_to, view_for

#: Per move: nobody notices the wait, and chances are right to about two per cent.
LIMIT = Limit(positions=4000)

#: More moves than these are not told: nobody plays the ninth best.
MAX_TOLD = 8


def hint_lines(speech: Speech, game: Game, seat: int) -> list[str]:
    """Rank what a seat can say by what it can know, with chances, and say why the first is the best.

    A seat that is not asked may claim something, or let it be; where it can do neither there are no lines.
    """
    text, counted = speech.catalogue.text, speech.catalogue.counted
    view = {**view_for(game, seat), "told": told_to(game, seat)}
    edition = speech.variant.edition
    ranked = rank(view, edition, limit=LIMIT)
    if not ranked:
        return []
    lines = [text("table.hint.title"), *(_line(speech, each) for each in ranked[:MAX_TOLD])]
    if len(ranked) > MAX_TOLD:
        lines.append(f"  {counted('table.hint.more', len(ranked) - MAX_TOLD)}")
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
