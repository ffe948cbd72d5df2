"""The options: one row each, with everything that is known of it outside the rules themselves.

A row says which values there are, which card attribute gives the option meaning, which rules belong to which value, under
which heading it is offered, where the kernel keeps it and since when it exists. Everything else is derived from here: the
command line, the pages of options and rules, the catalogue that the web page shows, the explanations of cards, the
kernel's record. The default is the field of the same name in ``huefall.editions.rules.Rules``; the words are in the
catalogues of ``huefall.texts`` under ``Option.text_keys``. How to add one: docs/walks/add-a-house-rule.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

#: More digits than any option's value has, and few enough for ``int``.
MAX_DIGITS = 9

#: Headings under which options are offered, in this order: house rules, an edition's own cards, drawing, calling, the
#: match. The page's titles are ``start.group.NAME``.
GROUPS = ("house", "edition", "turn", "uno", "match")

#: The sections of the rule book in their order, with the families of rule IDs in each: ``STACK-01`` is of ``STACK``. The
#: page's titles are ``rules.section.NAME``.
SECTIONS: Mapping[str, tuple[str, ...]] = {
    "cards": ("DECK", "POINTS"),
    "setup": ("SETUP", "FIRST"),
    "turn": ("PLAY", "PILE", "SKIP", "REV", "TWO", "D2", "WILD", "WD4", "CHAL"),
    "edition": ("BUZZ", "JUR", "BTS", "AVG"),
    "uno": ("UNO", "FOUL"),
    "end": ("END", "SCORE"),
    "house": ("STACK", "SHIELD", "CUT", "SAME", "SEVEN", "DRAW", "PEN"),
    "know": ("OPT", "VIEW"),
}


@dataclass(frozen=True, slots=True)
class Option:
    """One option: words, a switch, or a number in a range."""

    #: The heading it is offered under: one of ``GROUPS``.
    group: str
    #: The rules of each value, as JSON writes it (``true``); under ``""`` those that always belong to the option.
    rules: Mapping[str, tuple[str, ...]]
    words: tuple[str, ...] = ()  # ("bluff", "enforce"); the kernel counts them from 0
    minimum: int = 0  # of a number, as is the maximum
    maximum: int = 0  # 0: the option is not a number
    needs: str = ""  # attribute of a ``Row``; without such a card the option means nothing
    since: int = 1  # the version of the rules that has it first
    newer_words: Mapping[str, int] = field(default_factory=dict)  # values that came later, with their version
    #: The column of ``huefall.kernel.layout.RULES``; None: it shapes the deck, and the rules do not know it.
    column: str | None = None

    @property
    def is_switch(self) -> bool:
        return not self.words and not self.maximum

    def values(self) -> tuple[str, ...]:
        """The values as JSON writes them; none of an option that is a number."""
        return self.words or (("true", "false") if self.is_switch else ())

    def all_rules(self) -> list[str]:
        """The rules that the option brings into force or changes, whatever its value."""
        return list(dict.fromkeys(rule for rules in self.rules.values() for rule in rules))

    def text_keys(self, name: str) -> list[str]:
        """The keys of its words in the catalogues.

        >>> OPTIONS["cut"].text_keys("cut")
        ['option.cut.title', 'option.cut.text', 'option.cut.on', 'option.cut.off']
        """
        words = ("on", "off") if self.is_switch else self.words
        return [f"option.{name}.{part}" for part in ("title", "text", *words)]

    def number_of(self, value: object) -> int:
        """The value as the kernel keeps it: a word by its place among the words."""
        return self.words.index(str(value)) if self.words else int(value)  # type: ignore[call-overload]

    def expected(self) -> str:
        """The values in words, for error messages."""
        if self.is_switch:
            return "true or false"
        return (
            f"one of {', '.join(self.words)}" if self.words else f"a whole number from {self.minimum} to {self.maximum}"
        )

    def accepts(self, value: object) -> bool:
        if self.is_switch:
            return isinstance(value, bool)
        if self.words:
            return value in self.words
        return isinstance(value, int) and not isinstance(value, bool) and self.minimum <= value <= self.maximum

    def parse(self, text: str) -> object:
        """Read a value as it is written on a command line; return text that is not a value as it is."""
        if self.is_switch:
            return {"on": True, "true": True, "off": False, "false": False}.get(text, text)
        digits = text.removeprefix("-")
        is_number = digits.isascii() and digits.isdecimal() and len(digits) <= MAX_DIGITS
        return int(text) if self.maximum and is_number else text


OPTIONS: Mapping[str, Option] = {
    "hand_size": Option("match", {"": ("SETUP-01", "SETUP-03")}, minimum=1, maximum=200, column="hand_size"),
    "first_card": Option(
        "match", {"acts": ("FIRST-02",), "plain": ("FIRST-02",)}, ("acts", "plain"), since=2, column="plain_first_card"
    ),
    "scoring": Option("match", {"winner": ("SCORE-01",), "tally": ("SCORE-02",)}, ("winner", "tally"), column="tally"),
    "target": Option("match", {"": ("SCORE-01", "SCORE-02", "SCORE-03")}, maximum=1_000_000, column="target"),
    "draw": Option(
        "turn", {"one": (), "until_playable": ("DRAW-01",)}, ("one", "until_playable"), column="until_playable"
    ),
    "drawn": Option("turn", {"optional": (), "forced": ("DRAW-01",)}, ("optional", "forced"), column="forced"),
    "wild4": Option(
        "turn",
        {"bluff": ("WD4-02",), "enforce": ("WD4-02",)},
        ("bluff", "enforce"),
        needs="restricted",
        column="enforce",
    ),
    "challenge": Option(
        "turn", {"true": ("CHAL-01", "CHAL-02", "CHAL-03"), "false": ()}, needs="restricted", column="challenge"
    ),
    "uno": Option(
        "uno",
        {"call": ("UNO-01", "UNO-02", "UNO-03", "UNO-04"), "auto": ("UNO-06",)},
        ("call", "auto"),
        column="auto_uno",
    ),
    "catch_until": Option(
        "uno",
        {"": ("UNO-02",), "play": (), "turn": ()},  # without calls no player can be caught, so no value has an effect
        ("play", "turn"),
        since=2,
        column="catch_until",
    ),
    "uno_penalty": Option("uno", {"": ("UNO-02",)}, maximum=20, column="uno_penalty"),
    "false_uno_penalty": Option("uno", {"": ("UNO-04",)}, maximum=20, column="false_uno_penalty"),
    "misplay_penalty": Option("uno", {"": ("FOUL-01",)}, maximum=20, column="misplay_penalty"),
    "stacking": Option(
        "house",
        {
            "off": (),
            "draw2": ("STACK-01", "STACK-04"),
            "wild4": ("STACK-02", "STACK-04"),
            "same": ("STACK-02", "STACK-04"),
            "cumulative": ("STACK-03", "STACK-04"),
        },
        ("off", "draw2", "wild4", "same", "cumulative"),
        needs="draws",
        newer_words={"wild4": 2},
        column="stacking",
    ),
    "shields": Option(
        "house", {"true": ("SHIELD-01", "SHIELD-02", "SHIELD-03"), "false": ()}, needs="shield", column="shields"
    ),
    "cut": Option("house", {"true": ("CUT-01", "CUT-02", "CUT-03"), "false": ()}, column="cut"),
    "same_symbol": Option("house", {"true": ("SAME-01", "SAME-02"), "false": ()}, column="same_symbol"),
    "seven_zero": Option("house", {"true": ("SEVEN-01",), "false": ()}, needs="exchanges", column="seven_zero"),
    "footprints": Option(
        "edition", {"all": ("DECK-04",), "half": ("DECK-04",)}, ("all", "half"), needs="footprint", column=None
    ),
    "boost_adds_skip": Option(
        "edition", {"true": ("BUZZ-03",), "false": ("BUZZ-03",)}, needs="boosts", since=2, column="boost_adds_skip"
    ),
    "dance_judge": Option(
        "edition", {"honor": ("BTS-02",), "vote": ("BTS-02",)}, ("honor", "vote"), needs="dares", column="dance_vote"
    ),
    "dance_ends_turn": Option(
        "edition", {"true": ("BTS-01",), "false": ("BTS-01",)}, needs="dares", column="dance_ends_turn"
    ),
    "gauntlet_self": Option(
        "edition", {"true": ("AVG-01",), "false": ("AVG-01",)}, needs="checks", column="gauntlet_self"
    ),
}


def section_of(rule: str) -> str:
    """Return the section of the rule book that a rule is in.

    >>> section_of("STACK-03")
    'house'
    """
    family = rule.rpartition("-")[0]
    return next(name for name, families in SECTIONS.items() if family in families)
