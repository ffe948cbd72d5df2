"""A guard between a table and a bot: whatever the bot does, the table gets a legal answer and the game goes on.

A bot that raises, answers with something else than a legal sentence, or takes too long loses its move to the legal
default (``huefall.bots.default_answer``); a claim that is none is not made. Each time somebody is told what was expected and what
came. Too long is measured when the answer is there: a thread cannot be stopped from outside. Whoever must not wait keeps
time himself and says so with ``NoAnswer``: the server by a deadline, the arena by ending the process.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from random import Random
from types import CoroutineType
from typing import Any, Literal, TypeVar

from huefall.bots.bot import Bot, View
from huefall.bots.default_answer import default_answer
from huefall.texts.advice import write_plainly
from huefall.vocabulary.errors import HuefallError
from huefall.vocabulary.moves import CLAIM_VERBS

#: What a bot can do wrong: it raised, the sentence is not legal, it is no sentence at all, it came too late or never.
FaultKind = Literal["raised", "illegal", "type", "late"]
FAULT_KINDS: tuple[FaultKind, ...] = ("raised", "illegal", "type", "late")

#: How many of the legal sentences a message lists, and how much of an answer it repeats.
MAX_LISTED, MAX_REPEATED = 8, 80

#: Seconds beyond twice its limit after which a bot that has not answered never will.
PATIENCE = 1.0

_Answer = TypeVar("_Answer")


class NoAnswer(HuefallError):
    """Nobody waits for this bot's answer any longer; the text says why."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Something a bot did wrong, and what was done instead."""

    kind: FaultKind
    level: str  # the bot's name: "mybot"
    seat: int
    question: Literal["choose", "claim"]
    came: str  # "raised ValueError: no idea"
    expected: str  # "expected one of 'draw', 'play r7'"
    instead: str | None  # the sentence played in its place; nothing for a claim that is not made
    error: BaseException | None = field(default=None, compare=False, repr=False)  # what it raised

    def __str__(self) -> str:
        """Tell everything; what was expected tells of the hand."""
        return f"{self._asked}, {self.came}; {self.expected}; {self._done}"

    @property
    def brief(self) -> str:
        """Tell it without a word about the hand, for those who must not know it."""
        return f"{self._asked}, {self.came}; {self._done}"

    @property
    def _asked(self) -> str:
        return f"bot {self.level!r} on seat {self.seat}, asked to {self.question}"

    @property
    def _done(self) -> str:
        return "no claim is made" if self.instead is None else f"{self.instead!r} is played instead"


#: Told of every fault, in the thread in which the bot was asked.
Report = Callable[[Fault], None]


def patience_for(limit: float) -> float:
    """Return how many seconds a bot is waited for whose answer may take so many: one that is late is told apart from one that hangs.

    >>> patience_for(5.0)
    11.0
    """
    return 2 * limit + PATIENCE


def ask_alone(question: Callable[[], _Answer]) -> _Answer:
    """Have a bot do something in this process alone.

    A bot may copy its process (``os.fork``). The copy would play on, on the same pipes, and be asked again; so it ends when it
    comes back, whether with an answer or with an exception (``sys.exit`` is one). At once, without clean-up: whatever
    there is to close or to write belongs to the process that goes on.
    """
    process = os.getpid()
    try:
        return question()
    finally:
        if os.getpid() != process:
            os._exit(0)


def is_from_keyboard(error: BaseException) -> bool:
    """Tell whether somebody at the keyboard may have raised it, and not the bot.

    Python hears Ctrl-C in the main thread alone, and not where it is ignored, as in processes of the arena and of the check: a
    KeyboardInterrupt that comes out of a bot there is the bot's own. Where it can be heard nobody can tell the two apart, and a
    person who wants to stop comes first: a bot that raises it stops the run, too.
    """
    if not isinstance(error, KeyboardInterrupt) or threading.current_thread() is not threading.main_thread():
        return False
    return signal.getsignal(signal.SIGINT) not in (signal.SIG_IGN, signal.SIG_DFL)


class Guard:
    """A bot behind a guard, itself a bot. ``limit``: seconds an answer may take; without one it may take any time."""

    def __init__(self, bot: Bot, *, limit: float | None = None, report: Report | None = None) -> None:
        self.bot = bot
        self.level = name_of(bot)
        self.listens = _listens(bot)  # whether its views carry what was told in the round
        self._limit = limit
        self._report = report

    def choose(self, view: View, rng: Random) -> str:
        """Return the bot's answer if it is one, and the legal default otherwise."""
        kept = keep_question(view)
        # Even the method is looked for only when it is asked: a bot may raise then, too.
        found = self._ask("choose", lambda: self.bot.choose(view, rng), kept["seat"], kept["legal"])
        if not isinstance(found, Fault):
            return str(found)
        answer = default_answer(kept)
        self._tell(found, answer)
        return answer

    def claim(self, view: View, rng: Random) -> str | None:
        """Return the bot's claim if it is one, and nothing otherwise."""
        seat, asked = view["seat"], view["turn"] == view["seat"]
        legal = [said for said in view["legal"] if not asked or said.split()[0] in CLAIM_VERBS]
        found = self._ask("claim", lambda: self.bot.claim(view, rng), seat, legal)
        if not isinstance(found, Fault):
            return found
        self._tell(found, None)
        return None

    def _ask(
        self, question: Literal["choose", "claim"], put: Callable[[], object], seat: int, legal: Sequence[str]
    ) -> str | Fault | None:
        start = time.perf_counter()

        def fault(kind: FaultKind, came: str, expected: str, error: BaseException | None = None) -> Fault:
            return Fault(kind, self.level, seat, question, came, expected, None, error)

        try:
            answer = ask_alone(put)
        except NoAnswer as error:
            return fault("late", _written(str, error), self._in_time())
        except BaseException as error:
            if is_from_keyboard(error):
                raise
            # Whatever else it is, the game goes on.
            return fault("raised", f"raised {describe(error)}", _expected(question, legal), error)
        seconds = time.perf_counter() - start
        if self._limit is not None and seconds > self._limit:
            return fault("late", f"answered after {seconds:.2f} s", self._in_time())
        if answer is None and question == "claim":
            return None
        said = plain_text(answer)
        if said is None:
            if type(answer) is CoroutineType:
                with suppress(Exception):
                    answer.close()  # or Python warns that nobody has awaited it, somewhere and some time
                return fault(
                    "type", f"answered with a coroutine ({question} must not be async)", _expected(question, legal)
                )
            came = f"answered {repeat(answer)} ({_kind_of(answer)})"
            return fault("type", came, _expected(question, legal))
        if said in legal:
            return said
        return fault("illegal", f"answered {repeat(said)}", _expected(question, legal))

    def _in_time(self) -> str:
        return "expected an answer in time" if self._limit is None else f"expected an answer within {self._limit:g} s"

    def _tell(self, fault: Fault, instead: str | None) -> None:
        if self._report is not None:
            self._report(replace(fault, instead=instead))


def name_of(bot: object) -> str:
    """Return a bot's level, or the name of its class where it has none that can be told."""
    return plain_text(_attribute(bot, "level")) or _kind_of(bot)


def plain_text(value: object) -> str | None:
    """Return a text as Python's own, nothing if it is none: one of the bot's kind may do anything when it is compared or written."""
    return str.__str__(value) if issubclass(type(value), str) else None


def describe(error: BaseException) -> str:
    """Write an exception in one short line.

    >>> describe(KeyError("x"))
    "KeyError: 'x'"
    """
    text = _written(str, error)[: 2 * MAX_REPEATED]
    return f"{_kind_of(error)}: {text}" if text else _kind_of(error)


def keep_question(view: View) -> dict[str, Any]:
    """Copy of a view what the default answer needs; the bot may do to the view what it likes."""
    seat = view["seat"]
    hands = [list(hand) if number == seat else None for number, hand in enumerate(view["hands"])]
    return {"seat": seat, "turn": view["turn"], "legal": list(view["legal"]), "hands": hands}


def _expected(question: str, legal: Sequence[str]) -> str:
    listed = [repr(sentence) for sentence in legal[:MAX_LISTED]]
    more = f" or {len(legal) - MAX_LISTED} more" if len(legal) > MAX_LISTED else ""
    nothing = "None or " if question == "claim" else ""
    return f"expected {nothing}one of {', '.join(listed)}{more}"


def repeat(answer: object) -> str:
    """Write something a bot has made in one short line."""
    text = _written(repr, answer)
    return text if len(text) <= MAX_REPEATED else f"{text[:MAX_REPEATED]}…"


def _written(write: Callable[[object], str], value: object) -> str:
    """Write a bot's object in one line that a terminal can be given: how that is done is the bot's, and may fail."""
    try:
        text = str.__str__(ask_alone(lambda: write(value)))
    except BaseException as error:
        if is_from_keyboard(error):
            raise
        return "something that cannot be written"
    return write_plainly(text)


def _kind_of(value: object) -> str:
    return _written(lambda kind: kind.__name__, type(value))  # type: ignore[attr-defined]


def _listens(bot: object) -> bool:
    return bool(_attribute(bot, "listens", bool))


def _attribute(bot: object, name: str, read: Callable[[object], object] = lambda found: found) -> object:
    """Read what a bot says of itself; nothing where it has none or it cannot be read: a property may do anything."""
    try:
        return ask_alone(lambda: read(getattr(bot, name, None)))
    except BaseException as error:
        if is_from_keyboard(error):
            raise
        return None
