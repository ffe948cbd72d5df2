"""The bots of the table, introduced by level: how each level plays."""

from __future__ import annotations

from collections.abc import Mapping

from huefall.bots import LEVELS, Bot
from huefall.bots.roster import BotName, read_bot
from huefall.terminal.wording import Speech


def opponent_lines(speech: Speech, bots: Mapping[int, Bot]) -> list[str]:
    """Introduce the bots, one line per level; the catalogues know only the built-in levels."""
    text = speech.catalogue.text
    seats: dict[str, list[int]] = {}
    for seat, bot in bots.items():
        if bot.level.partition(":")[0] in LEVELS:
            seats.setdefault(bot.level, []).append(seat)
    lines = []
    for level, taken in seats.items():
        name = read_bot(level)
        players = speech.join(speech.players[seat] for seat in taken)
        character = text(f"bot.{name.level}.text")
        lines.append(text("table.level", players=players, title=_title(speech, name), text=character))
    return lines


def _title(speech: Speech, name: BotName) -> str:
    title = speech.catalogue.text(f"bot.{name.level}.title")
    if name.limit is None:
        return title
    if name.limit.milliseconds is not None:
        return speech.catalogue.counted("table.level.time", name.limit.milliseconds, title=title)
    return speech.catalogue.counted("table.level.positions", name.limit.positions or 0, title=title)
