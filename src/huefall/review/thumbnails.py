"""Small pictures of cards for a page that has no other files: each is written into the styles once."""

from __future__ import annotations

from base64 import b64encode

from huefall.art import ArtError, card_svg
from huefall.bots.sight import read_choice


class Thumbnails:
    """The cards a page shows."""

    def __init__(self, theme: str) -> None:
        self._theme = theme
        self._known: dict[str, str] = {}

    def pair(self, played: str | None, better: str | None) -> str:
        """Show the card that was played and the better one; nothing where a move has none. Words say the same."""
        found = [self._card(sentence) for sentence in (played, better) if sentence is not None]
        cards = [f'<i class="card {name}"></i>' if name else '<i class="card none"></i>' for name in found]
        return f'<span class="pair" aria-hidden="true">{"".join(cards)}</span>' if any(found) else ""

    def css(self) -> str:
        """Write the styles of the cards shown so far."""
        rules = []
        for at, svg in enumerate(self._known.values()):
            data = b64encode(svg.encode()).decode()
            rules.append(f".c{at}{{background-image:url(data:image/svg+xml;base64,{data})}}")
        return "".join(rules)

    def _card(self, sentence: str) -> str:
        choice = read_choice(sentence)
        if choice.verb != "play":
            return ""
        card = choice.cards[0]
        name = f"{card}_{choice.color}" if choice.color is not None and card.startswith("W") else card
        if name not in self._known:
            try:
                self._known[name] = card_svg(self._theme, name)
            except ArtError:  # a face of somebody's own that cannot be drawn; the words are there
                return ""
        return f"c{list(self._known).index(name)}"
