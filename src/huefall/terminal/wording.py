"""Cards, moves, events and refusals in words of one language. Tested in tests/terminal/test_plain_table.py."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from huefall.editions import OPTIONS, Rules
from huefall.editions.deck import Kind
from huefall.editions.effects import counts_as, effect_of
from huefall.editions.rule_refs import is_in_force, rules_of_card
from huefall.game import Game
from huefall.game.events import Event
from huefall.game.outcome import Verdict
from huefall.notation.variant import Variant
from huefall.texts import Catalogue, card_name, explain, tell
from huefall.texts.advice import say_move
from huefall.texts.cards import color_name, face_name, title_in
from huefall.texts.effects import effect_text
from huefall.texts.options import edition_title, option_phrase, option_value
from huefall.texts.rulings import load_rulings, rulings_on
from huefall.texts.rulings.lines import list_lines, ruling_lines
from huefall.texts.sentences import join_draws
from huefall.view import event_for, view_for
from huefall.vocabulary import colors

#: Events without a line: the moves and the prompt show whose turn it is.
HIDDEN_EVENTS = ("turn",)


class Speech:
    """One language, the names at one table, and the card names of its edition."""

    def __init__(self, catalogue: Catalogue, variant: Variant, players: Sequence[str]) -> None:
        self.catalogue = catalogue
        self.variant = variant
        self.players = tuple(players)
        self._titles = variant.edition.titles()

    def card(self, card: str) -> str:
        return card_name(self.catalogue, card, self._titles)

    def cards(self, cards: Iterable[str]) -> str:
        """Name cards, each with its notation in brackets."""
        return self.join(f"{self.card(card)} ({card})" for card in cards)

    def color(self, letter: str) -> str:
        return color_name(self.catalogue, letter)

    def join(self, words: Iterable[str]) -> str:
        return self.catalogue.text("cards.join").join(words)

    def move(self, sentence: str) -> str:
        return say_move(self.catalogue, sentence, self.players, self._titles)

    def events(self, events: Iterable[Event], seat: int) -> list[str]:
        """Describe the events as a seat may see them, each with its rule; equal lines in a row become one with a count."""
        shown = (event_for(event, seat) for event in events if event.kind not in HIDDEN_EVENTS)
        lines = (
            f"{tell(self.catalogue, event, self.players, self._titles)} [{event['rule']}]"
            for event in join_draws(shown)
        )
        counted = ((line, len(list(equal))) for line, equal in groupby(lines))
        return [f"{line} ×{count}" if count > 1 else line for line, count in counted]

    def refusal(self, game: Game, sentence: str, verdict: Verdict) -> str:
        """Say why a move is refused or a foul, with the rule. The sentence may be malformed: a player typed it."""
        public = view_for(game, None)
        words = sentence.split()
        cards = self._cards_in(sentence)
        target = next((word.lstrip(">") for word in words[1:] if word.lstrip(">").isdigit()), "")
        asked = game.asked
        reason = explain(
            self.catalogue,
            verdict.reason,
            self._titles,
            asked=None if asked is None else self.players[asked],
            card=cards[0] if cards else None,
            color=public["color"],
            colors="".join(colors.letter(color) for color in sorted(self.variant.edition.colors)),
            target=self._player(target),
            top=public["discard"][-1],
            question=game.phase,
            at_stake=public["pending"]["draw"] if public["pending"] else 0,
            text=verdict.word or sentence,
        )
        return f"{reason} [{verdict.rule}]" if verdict.rule else reason

    def rule(self, rule: str) -> str:
        text = self.catalogue.text
        return text("table.why", rule=rule, title=text(f"rule.{rule}.title"), text=text(f"rule.{rule}.text"))

    def knows_card(self, word: str) -> bool:
        return " " not in word and bool(self._cards_in(f"play {word}"))

    def card_help(self, card: str) -> list[str]:
        """Explain a card of the deck: its name and effect, and the rules in force that mention such a card."""
        kind = self._kind(card)
        lines = [self._card_line(f"{self.card(kind.text)} ({kind.text})", kind)]
        rules = self.rules_of_cards(f"play {card}")
        if rules:
            titled = self.join(f"{rule} {self.catalogue.text(f'rule.{rule}.title')}" for rule in rules)
            lines.append(self.catalogue.text("table.card.rules", rules=titled))
        return lines

    def own_cards(self) -> list[str]:
        """List the cards that the list of cards in the help does not have, each with its effect, once for all colours."""
        edition = self.variant.edition
        kinds = {kind.row.face: kind for kind in edition.kinds() if counts_as(kind.row) is not None}
        lines = [f"  {self._card_line(f'{face} {self._face(face)}', kind)}" for face, kind in kinds.items()]
        return [self.catalogue.text("table.own_cards"), *lines] if lines else []

    def _face(self, face: str) -> str:
        return title_in(self.catalogue, self._titles.get(face, {})) or face_name(self.catalogue, face)

    def _card_line(self, name: str, kind: Kind) -> str:
        effect = effect_text(
            self.catalogue,
            effect_of(kind),
            counts_as(kind.row),
            lambda rule: is_in_force(rule, self.variant.rules),
        )
        return self.catalogue.text("table.card", card=name, effect=effect) if effect else name

    def _kind(self, card: str) -> Kind:
        numbers = self.variant.numbers
        return self.variant.kinds[numbers.get(card, numbers.get(f"{card}*", 0))]

    def rules_of_cards(self, sentence: str) -> list[str]:
        """List the rules in force that explain the cards a sentence names."""
        kinds = [self._kind(card) for card in self._cards_in(sentence)]
        found = (rule for kind in kinds for rule in rules_of_card(self.variant.edition, kind))
        return [rule for rule in found if is_in_force(rule, self.variant.rules)]

    def rulings(self, rules: Iterable[str]) -> list[str]:
        """List the rulings on some rules, and how to read one; empty if there are none."""
        found = rulings_on(self.catalogue.language, rules, self.variant.edition.has)
        return [self.catalogue.text("table.rulings"), *list_lines(self.catalogue, found)] if found else []

    def ruling(self, name: str) -> list[str]:
        """Show a ruling by its name, or list all that concern this edition."""
        known = load_rulings(self.catalogue.language)
        if not name:
            found = (ruling for ruling in known.values() if ruling.concerns(self.variant.edition.has))
            return [self.catalogue.text("table.rulings"), *list_lines(self.catalogue, found)]
        if name not in known:
            return [self.catalogue.text("table.rulings.none", name=name)]
        return ruling_lines(self.catalogue, known[name])

    def edition(self) -> str:
        edition = self.variant.edition
        title = edition_title(self.catalogue, edition.name, edition.title)
        return self.catalogue.text("table.edition", edition=title)

    def rules(self) -> list[str]:
        """List the options of the table; a star marks a difference from the official rules."""
        official = Rules()
        lines = [self.edition()]
        for name, option in OPTIONS.items():
            if option.needs and not self.variant.edition.has(option.needs):
                continue
            value = getattr(self.variant.rules, name)
            mark = "* " if value != getattr(official, name) else "  "
            title = self.catalogue.text(f"option.{name}.title")
            shown = option_value(self.catalogue, name, value)
            lines.append(mark + self.catalogue.text("table.rule", title=title, value=shown))
        return [*lines, self.catalogue.text("table.differs")]

    def changes(self) -> str:
        """List the differences from the official rules in one line."""
        text = self.catalogue.text
        changed = (
            option_phrase(self.catalogue, name, value) for name, value in self.variant.rules.changed_options().items()
        )
        return text("table.rules", rules=self.join(changed) or text("preset.official.title"))

    def _cards_in(self, sentence: str) -> list[str]:
        numbers = self.variant.numbers
        return [word for word in sentence.split()[1:] if word in numbers or f"{word}*" in numbers]

    def _player(self, number: str) -> str | None:
        known = number.isascii() and number.isdigit() and len(number) <= 2 and int(number) < len(self.players)
        return self.players[int(number)] if known else number or None
