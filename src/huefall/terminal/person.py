"""The person at a line-mode table: what is shown, what is read, and the commands that are no moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TextIO

from huefall.game import Game
from huefall.game.outcome import Verdict
from huefall.terminal.hints import hint_lines
from huefall.terminal.table_text import move_lines, table_lines
from huefall.terminal.wording import Speech
from huefall.view import laid_card, view_for
from huefall.vocabulary import rule_ids, verbs

#: What can be written beside moves. The words of the language, ``table.word.hint`` and so on, are understood as well.
COMMANDS = ("hint", "help", "quit", "why", "rules", "ruling", "log", "hand")

#: The key for a hint, also as a Chinese keyboard writes it.
HINT = ("?", "\uff1f")


class Left(Exception):  # somebody leaving the table is no error
    """The person has left the table, by a word or by the end of the input."""


class Keyboard(Protocol):
    """Where lines come from: a terminal, a file, a test."""

    def readline(self) -> str:
        """Return the next line with its end, or nothing when there are no more."""


class Person:
    """One person's keyboard and screen."""

    def __init__(self, game: Game, seat: int, speech: Speech, source: Keyboard, out: TextIO, log: list[str]) -> None:
        self._game = game
        self._seat = seat
        self._speech = speech
        self._source = source
        self._out = out
        self._log = log
        self._text = speech.catalogue.text
        self._commands = {self._text(f"table.word.{command}"): command for command in COMMANDS}
        self._commands |= {command: command for command in COMMANDS} | dict.fromkeys(HINT, "hint")

    def say(self, *lines: str) -> None:
        """Write lines."""
        for line in lines:
            print(line, file=self._out)

    def decide(self) -> str:
        """Ask for a move until one is written; return its sentence."""
        self._show_table()
        moves = [str(move) for move in self._game.legal(self._seat)]
        self.say(*move_lines(self._speech, moves))
        while True:
            written = self._read(self._text("table.prompt"))
            if not written:
                self.say(self._text("table.help.hint"))
                continue
            sentence = self._understand(written, moves)
            if sentence is not None and self._is_possible(sentence):
                return sentence

    def claim(self, claims: Sequence[str]) -> str | None:
        """Offer claims; return the sentence written, or nothing for an empty line."""
        self.say(*move_lines(self._speech, claims))
        while True:
            written = self._read(self._text("table.claim"))
            if not written:
                return None
            sentence = self._understand(written, claims)
            if sentence is not None and self._is_possible(sentence):
                return sentence

    def admonish(self, sentence: str, verdict: Verdict) -> None:
        """Say why a move was a foul."""
        self.say(self._text("table.foul", reason=self._speech.refusal(self._game, sentence, verdict)))

    def wait_for_next_round(self) -> None:
        """Wait for Enter between rounds; other commands work here, too."""
        while True:
            written = self._read(self._text("table.next_round"))
            if not written:
                return
            sentence = self._understand(written, ())
            if sentence is not None:
                self._is_possible(sentence)

    def _is_possible(self, sentence: str) -> bool:
        """Say why, if a move would be refused. Fouls are possible: whoever makes one pays for it."""
        verdict = self._game.why(self._seat, sentence)
        if verdict.status != "refused":
            return True
        self.say(self._text("table.refused", reason=self._speech.refusal(self._game, sentence, verdict)))
        return False

    def _read(self, prompt: str) -> str:
        print(f"{prompt}> ", end="", file=self._out, flush=True)
        line = self._source.readline()
        if not line:
            # The prompt's line must end before the goodbye.
            self.say("")
            raise Left
        return " ".join(line.split())  # a Chinese keyboard has a space of its own

    def _understand(self, written: str, moves: Sequence[str]) -> str | None:
        """Return the move somebody means, or carry out another command and return nothing."""
        word, _, rest = written.partition(" ")
        if word.isascii() and word.isdigit() and not rest:
            # Five digits are more than any list has, and longer ones are more than int() takes.
            if len(word) <= 5 and 1 <= int(word) <= len(moves):
                return moves[int(word) - 1]
        elif word in verbs.NAMES:
            return written
        elif word in self._speech.variant.numbers:
            return f"play {written}"
        elif self._obey(word, rest):
            return None
        self.say(self._text("table.invalid", text=written))
        return None

    def _obey(self, word: str, rest: str) -> bool:
        command = self._commands.get(word)
        if command == "quit":
            raise Left
        if command == "why":
            self._explain(rest)
        elif command == "hint":
            self._hint()
        elif command == "help":
            self.say(self._text("table.help"))
        elif command == "rules":
            self.say(*self._speech.rules())
        elif command == "ruling":
            self.say(*self._speech.ruling(rest))
        elif command == "log":
            self.say(*(self._log or [self._text("table.log.empty")]))
        elif command == "hand":
            self._show_table()
        else:
            return False
        return True

    def _explain(self, rest: str) -> None:
        """Answer "why": a rule by its ID, or a move that somebody thinks about; with the rulings on either."""
        speech, rule = self._speech, rest.upper()
        if rule in rule_ids.NAMES:
            self.say(speech.rule(rule), *speech.rulings([rule]))
            return
        if not rest:
            self.say(self._text("table.why.hint"))
            return
        verdict = self._game.why(self._seat, rest)
        cited = [verdict.rule] if verdict.rule and not verdict else []
        if verdict:
            self.say(self._text("table.allowed"))
        else:
            key = "table.would_foul" if verdict.status == "foul" else "table.refused"
            self.say(self._text(key, reason=speech.refusal(self._game, rest, verdict)))
        self.say(*map(speech.rule, cited), *speech.rulings([*cited, *speech.rules_of_cards(rest)]))

    def _hint(self) -> None:
        """Tell what the search thinks of the moves, or of the claims; between rounds there are none."""
        self.say(*(hint_lines(self._speech, self._game, self._seat) or [self._text("table.hint.later")]))

    def _show_table(self) -> None:
        self.say("", *table_lines(self._speech, view_for(self._game, self._seat), laid_card(self._game)))
