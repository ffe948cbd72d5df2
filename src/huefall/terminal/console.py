"""The console of a line-mode table: it shows the table, reads moves and claims, and runs the other commands. Tested in
tests/terminal/test_plain_table.py.
"""

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

#: Commands that are not moves. The language's own words (``table.word.hint`` …) work as well.
COMMANDS = ("hint", "help", "quit", "why", "rules", "ruling", "log", "hand")

#: Keys for a hint: a question mark, and the one of a Chinese keyboard.
HINT_KEYS = ("?", "\uff1f")


class PlayerLeft(Exception):  # not an error: leaving is allowed
    """The player has left the table, by a command or by the end of the input."""


class LineSource(Protocol):
    """A terminal, a file, or a test's."""

    def readline(self) -> str:
        """Return the next line with its line end, or "" at the end of the input."""


class Console:
    """One player's input and output."""

    def __init__(self, game: Game, seat: int, speech: Speech, source: LineSource, out: TextIO, log: list[str]) -> None:
        self._game = game
        self._seat = seat
        self._speech = speech
        self._source = source
        self._out = out
        self._log = log
        self._text = speech.catalogue.text
        self._commands = {self._text(f"table.word.{command}"): command for command in COMMANDS}
        self._commands |= {command: command for command in COMMANDS} | dict.fromkeys(HINT_KEYS, "hint")

    def write(self, *lines: str) -> None:
        for line in lines:
            print(line, file=self._out)

    def ask_for_move(self) -> str:
        """Show the table and ask until a possible move is entered; return its sentence."""
        self._show_table()
        moves = [str(move) for move in self._game.legal(self._seat)]
        self.write(*move_lines(self._speech, moves))
        while True:
            written = self._read(self._text("table.prompt"))
            if not written:
                self.write(self._text("table.help.hint"))
                continue
            sentence = self._interpret(written, moves)
            if sentence is not None and self._check_possible(sentence):
                return sentence

    def offer_claims(self, claims: Sequence[str]) -> str | None:
        """Return the sentence that is entered, or None for an empty line."""
        self.write(*move_lines(self._speech, claims))
        while True:
            written = self._read(self._text("table.claim"))
            if not written:
                return None
            sentence = self._interpret(written, claims)
            if sentence is not None and self._check_possible(sentence):
                return sentence

    def explain_foul(self, sentence: str, verdict: Verdict) -> None:
        self.write(self._text("table.foul", reason=self._speech.refusal(self._game, sentence, verdict)))

    def wait_for_next_round(self) -> None:
        """Wait for Enter between rounds; the other commands work here, too."""
        while True:
            written = self._read(self._text("table.next_round"))
            if not written:
                return
            sentence = self._interpret(written, ())
            if sentence is not None:
                self._check_possible(sentence)

    def _check_possible(self, sentence: str) -> bool:
        """Return whether a move is possible, and say why if not. Fouls are possible, and cost a penalty."""
        verdict = self._game.why(self._seat, sentence)
        if verdict.status != "refused":
            return True
        self.write(self._text("table.refused", reason=self._speech.refusal(self._game, sentence, verdict)))
        return False

    def _read(self, prompt: str) -> str:
        print(f"{prompt}> ", end="", file=self._out, flush=True)
        line = self._source.readline()
        if not line:
            # End the line of the prompt before the goodbye.
            self.write("")
            raise PlayerLeft
        return " ".join(line.split())  # also a Chinese keyboard's wide spaces

    def _interpret(self, written: str, moves: Sequence[str]) -> str | None:
        """Return the sentence of the move that is meant, or run another command and return None."""
        word, _, rest = written.partition(" ")
        if word.isascii() and word.isdigit() and not rest:
            # No list has more than five digits, and int() refuses very long ones.
            if len(word) <= 5 and 1 <= int(word) <= len(moves):
                return moves[int(word) - 1]
        elif word in verbs.NAMES:
            return written
        elif word in self._speech.variant.numbers:
            return f"play {written}"
        elif self._run_command(word, rest):
            return None
        self.write(self._text("table.invalid", text=written))
        return None

    def _run_command(self, word: str, rest: str) -> bool:
        """Run a command that is not a move; return False if there is no such command."""
        command = self._commands.get(word)
        if command == "quit":
            raise PlayerLeft
        if command == "why":
            self._explain(rest)
        elif command == "hint":
            self._hint()
        elif command == "help":
            self.write(self._text("table.help"), *self._speech.own_cards())
        elif command == "rules":
            self.write(*self._speech.rules())
        elif command == "ruling":
            self.write(*self._speech.ruling(rest))
        elif command == "log":
            self.write(*(self._log or [self._text("table.log.empty")]))
        elif command == "hand":
            self._show_table()
        else:
            return False
        return True

    def _explain(self, rest: str) -> None:
        """Answer ``why RULE-ID``, ``why CARD`` or ``why MOVE``, with the rulings on the rules concerned."""
        speech, rule = self._speech, rest.upper()
        if rule in rule_ids.NAMES:
            self.write(speech.rule(rule), *speech.rulings([rule]))
            return
        if not rest:
            self.write(self._text("table.why.hint"))
            return
        if speech.knows_card(rest):
            self.write(*speech.card_help(rest), *speech.rulings(speech.rules_of_cards(f"play {rest}")))
            return
        verdict = self._game.why(self._seat, rest)
        cited = [verdict.rule] if verdict.rule and not verdict else []
        if verdict:
            self.write(self._text("table.allowed"))
        else:
            key = "table.would_foul" if verdict.status == "foul" else "table.refused"
            self.write(self._text(key, reason=speech.refusal(self._game, rest, verdict)))
        self.write(*map(speech.rule, cited), *speech.rulings([*cited, *speech.rules_of_cards(rest)]))

    def _hint(self) -> None:
        """Rank the moves, or the claims; between rounds there are none."""
        self.write(*(hint_lines(self._speech, self._game, self._seat) or [self._text("table.hint.later")]))

    def _show_table(self) -> None:
        self.write("", *table_lines(self._speech, view_for(self._game, self._seat), laid_card(self._game)))
