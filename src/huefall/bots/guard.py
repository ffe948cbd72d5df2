"""``Guard``: a table gets a legal answer and the game goes on, even if a bot misbehaves.

A bot that raises, answers with anything but a legal sentence, or takes too long loses its move to the legal default
(``huefall.bots.default_answer``); invalid claims are ignored. Each fault is reported with what was expected. The time is
measured when the answer arrives, because a thread cannot be stopped from outside. Callers that must not wait longer
measure it themselves and raise ``NoAnswer``: the server by a deadline, the arena by ending the process.
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
from huefall.vocabulary.moves import Move

#: The bot raised, its sentence is not legal, its answer is no sentence, or came too late or never.
FaultKind = Literal["raised", "illegal", "type", "late"]
FAULT_KINDS: tuple[FaultKind, ...] = ("raised", "illegal", "type", "late")

#: How many legal sentences a message lists, and how many characters of an answer it repeats.
MAX_LISTED, MAX_REPEATED = 8, 80

#: A bot that has not answered this long after twice its limit never will.
GRACE_SECONDS = 1.0

_Answer = TypeVar("_Answer")


class NoAnswer(HuefallError):
    """The bot did not answer, and is not waited for any longer; the text says why."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Something a bot did wrong, and what was played instead."""

    kind: FaultKind
    level: str  # the bot's name: "mybot"
    seat: int
    question: Literal["choose", "claim"]
    came: str  # "raised ValueError: no idea"
    expected: str  # "expected one of 'draw', 'play r7'"
    instead: str | None  # the sentence played in its place; None for an ignored claim
    error: BaseException | None = field(default=None, compare=False, repr=False)  # what it raised

    def __str__(self) -> str:
        """The whole message. What was expected reveals the hand: see ``brief``."""
        return f"{self._asked}, {self.came}; {self.expected}; {self._done}"

    @property
    def brief(self) -> str:
        """The message without what was expected, for readers who must not learn the hand."""
        return f"{self._asked}, {self.came}; {self._done}"

    @property
    def _asked(self) -> str:
        return f"bot {self.level!r} on seat {self.seat}, asked to {self.question}"

    @property
    def _done(self) -> str:
        return "no claim is made" if self.instead is None else f"{self.instead!r} is played instead"


#: Called with every fault, in the thread in which the bot was asked.
Report = Callable[[Fault], None]


def max_wait_seconds(limit: float) -> float:
    """How long to wait for a bot whose answers may take ``limit`` seconds: long enough to tell late ones from stuck ones.

    >>> max_wait_seconds(5.0)
    11.0
    """
    return 2 * limit + GRACE_SECONDS


def call_without_forks(question: Callable[[], _Answer]) -> _Answer:
    """Call a bot, and end any copy of this process that returns from the call.

    A bot may fork (``os.fork``). The copy would play on, on the same pipes; so it ends when it returns or raises. It ends
    at once, without clean-up: everything there is to close or to flush belongs to the original process.
    """
    process = os.getpid()
    try:
        return question()
    finally:
        if os.getpid() != process:
            os._exit(0)


def is_keyboard_interrupt(error: BaseException) -> bool:
    """Whether an exception may come from Ctrl-C, and not from the bot.

    Python delivers Ctrl-C to the main thread only, and not where it is ignored, as in processes of the arena and of the
    check: there a KeyboardInterrupt is the bot's own. Elsewhere the two look the same, and the person comes first: a bot
    that raises it stops the run.
    """
    if not isinstance(error, KeyboardInterrupt) or threading.current_thread() is not threading.main_thread():
        return False
    return signal.getsignal(signal.SIGINT) not in (signal.SIG_IGN, signal.SIG_DFL)


class Guard:
    """Wraps a bot, and is one itself. ``limit``: seconds an answer may take; ``None``: any time."""

    def __init__(self, bot: Bot, *, limit: float | None = None, report: Report | None = None) -> None:
        self.bot = bot
        self.level = name_of(bot)
        self.listens = _listens(bot)  # whether its views contain the events of the round
        self._limit = limit
        self._report = report

    def choose(self, view: View, rng: Random) -> str:
        """Return the bot's answer if it is legal, else the legal default."""
        kept = keep_question(view)
        # The attribute is looked up inside the call: a bot may raise there, too.
        found = self._ask("choose", lambda: self.bot.choose(view, rng), kept["seat"], kept["legal"])
        if not isinstance(found, Fault):
            return str(found)
        answer = default_answer(kept)
        self._report_fault(found, answer)
        return answer

    def claim(self, view: View, rng: Random) -> str | None:
        """Return the bot's claim if it is legal, else ``None``."""
        seat, asked = view["seat"], view["turn"] == view["seat"]
        legal = [sentence for sentence in view["legal"] if not asked or Move.parse(sentence).is_claim]
        found = self._ask("claim", lambda: self.bot.claim(view, rng), seat, legal)
        if not isinstance(found, Fault):
            return found
        self._report_fault(found, None)
        return None

    def _ask(
        self, question: Literal["choose", "claim"], put: Callable[[], object], seat: int, legal: Sequence[str]
    ) -> str | Fault | None:
        start = time.perf_counter()

        def fault(kind: FaultKind, came: str, expected: str, error: BaseException | None = None) -> Fault:
            return Fault(kind, self.level, seat, question, came, expected, None, error)

        try:
            answer = call_without_forks(put)
        except NoAnswer as error:
            return fault("late", _write_safely(str, error), self._expected_in_time())
        except BaseException as error:
            if is_keyboard_interrupt(error):
                raise
            return fault("raised", f"raised {describe(error)}", _expected(question, legal), error)
        seconds = time.perf_counter() - start
        if self._limit is not None and seconds > self._limit:
            return fault("late", f"answered after {seconds:.2f} s", self._expected_in_time())
        if answer is None and question == "claim":
            return None
        said = plain_text(answer)
        if said is None:
            if type(answer) is CoroutineType:
                with suppress(Exception):
                    answer.close()  # else Python warns later that it was never awaited
                return fault(
                    "type", f"answered with a coroutine ({question} must not be async)", _expected(question, legal)
                )
            came = f"answered {short_repr(answer)} ({_kind_of(answer)})"
            return fault("type", came, _expected(question, legal))
        if said in legal:
            return said
        return fault("illegal", f"answered {short_repr(said)}", _expected(question, legal))

    def _expected_in_time(self) -> str:
        return "expected an answer in time" if self._limit is None else f"expected an answer within {self._limit:g} s"

    def _report_fault(self, fault: Fault, instead: str | None) -> None:
        if self._report is not None:
            self._report(replace(fault, instead=instead))


def name_of(bot: object) -> str:
    """A bot's level, or the name of its class if the level cannot be read."""
    return plain_text(_attribute(bot, "level")) or _kind_of(bot)


def plain_text(value: object) -> str | None:
    """Convert a string to plain ``str``, else return ``None``: a subclass may do anything when compared or printed."""
    return str.__str__(value) if issubclass(type(value), str) else None


def describe(error: BaseException) -> str:
    """Describe an exception in one short line.

    >>> describe(KeyError("x"))
    "KeyError: 'x'"
    """
    text = _write_safely(str, error)[: 2 * MAX_REPEATED]
    return f"{_kind_of(error)}: {text}" if text else _kind_of(error)


def keep_question(view: View) -> dict[str, Any]:
    """Copy the parts of a view that the default answer needs: the bot may change the view."""
    seat = view["seat"]
    hands = [list(hand) if number == seat else None for number, hand in enumerate(view["hands"])]
    return {"seat": seat, "turn": view["turn"], "legal": list(view["legal"]), "hands": hands}


def _expected(question: str, legal: Sequence[str]) -> str:
    listed = [repr(sentence) for sentence in legal[:MAX_LISTED]]
    more = f" or {len(legal) - MAX_LISTED} more" if len(legal) > MAX_LISTED else ""
    none = "None or " if question == "claim" else ""
    return f"expected {none}one of {', '.join(listed)}{more}"


def short_repr(answer: object) -> str:
    """Describe a bot's object in one short line."""
    text = _write_safely(repr, answer)
    return text if len(text) <= MAX_REPEATED else f"{text[:MAX_REPEATED]}…"


def _write_safely(write: Callable[[object], str], value: object) -> str:
    """Write a bot's object as one line that is safe for a terminal. The conversion is the bot's code, and may fail."""
    try:
        text = str.__str__(call_without_forks(lambda: write(value)))
    except BaseException as error:
        if is_keyboard_interrupt(error):
            raise
        return "something that cannot be written"
    return write_plainly(text)


def _kind_of(value: object) -> str:
    return _write_safely(lambda kind: kind.__name__, type(value))  # type: ignore[attr-defined]


def _listens(bot: object) -> bool:
    return bool(_attribute(bot, "listens", bool))


def _attribute(bot: object, name: str, read: Callable[[object], object] = lambda found: found) -> object:
    """Read an attribute of a bot; ``None`` if it is missing or a property that raises."""
    try:
        return call_without_forks(lambda: read(getattr(bot, name, None)))
    except BaseException as error:
        if is_keyboard_interrupt(error):
            raise
        return None
