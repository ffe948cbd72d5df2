"""``check_bot``: play a bot through every edition, lively options and two to ten seats, and prove that it

- answers with legal sentences only, raises no exception and keeps to a time limit;
- gives the same answer to the same view and random seed, asked again or asked of a new instance;
- does not change its answer when all hidden cards are dealt again, nor, if it listens, when the whole round is replayed
  from a deck that differs in cards it never saw (which also proves that the told events are the same);
- does not change the view it is given;
- shares nothing with another instance at the table that holds different cards.

A bot that has only its view cannot take longer because of a hidden card; so times are compared with the limit only.
"""

from __future__ import annotations

import copy
import json
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any

from huefall.bots.bot import Bot
from huefall.bots.guard import (
    Fault,
    Guard,
    call_without_forks,
    describe,
    is_keyboard_interrupt,
    max_wait_seconds,
    name_of,
)
from huefall.bots.levels.easy import EasyBot
from huefall.bots.loading import BotLoadError, Maker, check_shape, load_bot
from huefall.bots.missed_catches import MissedCatches
from huefall.bots.table_loop import next_move
from huefall.bots.table_view import bot_view
from huefall.editions import SHIPPED, Edition, load_edition
from huefall.game import Game, Match
from huefall.testing.hidden import shuffle_hidden
from huefall.testing.recorder import Notes, Question, QuestionRecorder, Stopwatch, ask_again
from huefall.testing.redeal import Script, redeal
from huefall.testing.tables import CheckTable, lively_tables
from huefall.view import view_for
from huefall.vocabulary.errors import HuefallError

#: Examples reported per problem; all different problems are reported.
MAX_EXAMPLES = 2

#: How often a running question is checked.
POLL_SECONDS = 0.05

#: The check ends after this many late answers.
MAX_LATE_ANSWERS = 3

#: More moves than a real round has; a bot may play so that a round never ends.
MAX_MOVES = 600


@dataclass(slots=True)
class BotReport:
    """The result of a check."""

    name: str
    games: int = 0
    answers: int = 0
    compared: int = 0  # questions asked again with other hidden cards
    slowest: float = 0.0  # seconds
    problems: dict[str, list[str]] = field(default_factory=dict)  # examples by problem

    def __str__(self) -> str:
        done = f"bot {self.name!r}: {self.games} games, {self.answers:,} answers, {self.compared:,} put again"
        if not self.problems:
            return f"{done}, slowest {self.slowest * 1000:.1f} ms: nothing to complain of"
        lines = [f"{done}, with {len(self.problems)} problem{'s'[: len(self.problems) != 1]}:"]
        for what, examples in self.problems.items():
            lines += [f"- {what}", *(f"    {example}" for example in examples)]
        return "\n".join(lines)

    def note(self, what: str, example: str) -> None:
        """Add a problem, with an example unless there are enough."""
        examples = self.problems.setdefault(what, [])
        if len(examples) < MAX_EXAMPLES and example not in examples:
            examples.append(example)


class BadBotError(HuefallError):
    """A bot has failed the check; ``report`` says how."""

    def __init__(self, report: BotReport) -> None:
        super().__init__(str(report))
        self.report = report


def check_bot(
    bot: Bot | Maker,
    *,
    games: int = 20,
    seed: int = 0,
    limit: float = 5.0,
    probes: int = 6,
    editions: Sequence[str] = SHIPPED,
    hasty: bool = False,
) -> BotReport:
    """Check a bot, or a class or function that makes one; raise ``BadBotError`` if it fails.

    ``limit``: seconds an answer may take. ``probes``: questions of each game that are asked again with other hidden
    cards. A bot that thinks for a given time is not repeatable: check it with a given number of steps. ``hasty``: stop
    after the first game with a problem.
    """
    checker = _Checker(bot, seed, limit, probes, hasty=hasty)
    checker.run(list(lively_tables(games, seed, editions)))
    if checker.report.problems:
        raise BadBotError(checker.report)
    return checker.report


class _StopCheck(Exception):
    """Further games would find nothing new."""


class _Checker:
    """One check. Bots are asked in a separate thread, so that one that never answers can be reported."""

    def __init__(self, bot: Bot | Maker, seed: int, limit: float, probes: int, *, hasty: bool) -> None:
        self._bot = bot
        self._seed = seed
        self._limit = limit
        self._probes = probes
        self._hasty = hasty
        self._late = 0  # late answers so far
        self._stopwatch = Stopwatch()
        self._raised: BaseException | None = None
        self._where = ""
        self.report = BotReport(name_of(self._make(load_edition(SHIPPED[0]))))

    def run(self, tables: Sequence[CheckTable]) -> None:
        thread = threading.Thread(target=self._check_tables, args=(tables,), name="huefall-check", daemon=True)
        thread.start()
        while thread.is_alive():
            thread.join(POLL_SECONDS)
            if self._stopwatch.waiting > max_wait_seconds(self._limit):
                self.report.note("it does not answer: every question must be answered in time", self._where)
                break
        if self._raised is not None:
            raise self._raised
        self.report.answers, self.report.slowest = self._stopwatch.answers, self._stopwatch.slowest

    def _make(self, edition: Edition) -> Bot:
        try:
            return call_without_forks(partial(self._make_or_copy, edition))
        except KeyboardInterrupt as error:
            if is_keyboard_interrupt(error):
                raise
            raise BotLoadError(f"bot {name_of(self._bot)!r}: cannot be made ({describe(error)})") from error

    def _make_or_copy(self, edition: Edition) -> Bot:
        if isinstance(self._bot, type) or not hasattr(self._bot, "choose"):
            return load_bot(self._bot, edition)
        try:
            return check_shape(copy.deepcopy(self._bot), name_of(self._bot))
        except BotLoadError:
            raise
        except (Exception, SystemExit) as error:
            raise BotLoadError(
                f"bot {name_of(self._bot)!r}: cannot be copied ({describe(error)}); give its class instead"
            ) from error

    def _check_tables(self, tables: Sequence[CheckTable]) -> None:
        try:
            for table in tables:
                self._where = f"{table}, seed {self._seed}"
                self._check_table(table)
                self.report.games += 1
                if self._hasty and self.report.problems:
                    return
        except _StopCheck:
            return
        except BaseException as error:  # noqa: BLE001  # raised again in the main thread
            self._raised = error

    def _check_table(self, table: CheckTable) -> None:
        rng = Random(f"check {self._seed} {table.number}")
        questions, script = self._play(table, rng)  # the table itself is deleted: no bot can reach it
        edition = load_edition(table.edition)
        choices = [question for question in questions if question.is_choice]
        for question in rng.sample(choices, min(self._probes, len(choices))):
            # In this order: a bot that fails one test would fail the next ones for the same reason.
            if (
                self._answers_again(question, edition)
                and self._is_blind(question, edition, rng)
                and self._hears_no_secret(question, script, edition, rng)
            ):
                self._is_alone(question, edition, rng)
                self.report.compared += 1

    def _play(self, table: CheckTable, rng: Random) -> tuple[list[Question], Script]:
        """Play a round with two instances of the bot among easy bots, which get into more situations than better ones."""
        edition = load_edition(table.edition)
        match = Match(edition, table.players, table.options, seed=self._seed, number=table.number, undo=False)
        game = match.game
        notes = Notes(game, Random(rng.getrandbits(64)), self._stopwatch)
        seats = rng.sample(range(table.players), 2)
        bots: list[Bot] = [EasyBot(edition) for _ in range(table.players)]
        for seat in seats:
            bots[seat] = Guard(
                QuestionRecorder(self._make(edition), seat, notes), limit=self._limit, report=self._on_fault
            )
        missed = MissedCatches()
        while not game.over and game.moves < MAX_MOVES:
            match.play(*next_move(game, bots, rng, missed))
        for example in notes.changed_views:
            self.report.note("it changes the view it is given: copy what you want to change", self._locate(example))
        notes.game = None
        return notes.questions, Script.of(match)

    def _answers_again(self, question: Question, edition: Edition) -> bool:
        """The same question has the same answer: twice from one instance, and from another one."""
        game = Game.from_position(question.position)
        once, other = self._make(edition), self._make(edition)
        if question.partner is not None:  # as before: a bot that listens to the other hears the same
            ask_again(game, (), other, question.partner, self._stopwatch, self._on_fault)
        for bot, whose in ((once, "a new one"), (once, "the same one again"), (other, "another one")):
            answer = ask_again(game, (), bot, question, self._stopwatch, self._on_fault)
            if answer != question.answer:
                self.report.note(
                    "the same question has different answers: take all chance from rng, and keep nothing between questions",
                    self._locate(f"{_describe(question)}, then {answer!r} of {whose}"),
                )
                return False
        return True

    def _is_blind(self, question: Question, edition: Edition, rng: Random) -> bool:
        """Hidden cards do not change the answer (VIEW-01)."""
        game = Game.from_position(shuffle_hidden(question.position, question.seat, rng), seed=rng.getrandbits(60))
        seen = {**view_for(game, question.seat), "shown": question.view["shown"]}
        if any(seen[key] != question.view[key] for key in seen):
            raise HuefallError(f"the other world differs in what can be seen; {self._locate(_describe(question))}")
        return self._answers_alike(question, game, self._make(edition))

    def _hears_no_secret(self, question: Question, script: Script, edition: Edition, rng: Random) -> bool:
        """Cards it never saw change neither the answer nor the told events (VIEW-01)."""
        if "told" not in question.view:
            return True
        game = redeal(script.until(question.step), question.seat, rng).end()
        bot = self._make(edition)
        if json.loads(json.dumps(bot_view(game, question.seat, bot))) != question.view:
            raise HuefallError(f"the same round differs in what is told of it; {self._locate(_describe(question))}")
        return self._answers_alike(question, game, bot)

    def _answers_alike(self, question: Question, game: Game, bot: Bot) -> bool:
        """Ask a question again at a table with other hidden cards."""
        answer = ask_again(game, (), bot, question, self._stopwatch, self._on_fault)
        if answer != question.answer:
            self.report.note(
                "it answers differently when what is hidden from it differs: decide by the view alone",
                self._locate(f"{_describe(question)}, and {answer!r} with the hidden cards dealt again"),
            )
        return answer == question.answer

    def _is_alone(self, question: Question, edition: Edition, rng: Random) -> None:
        """The answer stays the same if the other instance held different cards at its last choice."""
        partner = question.partner
        told: list[dict[str, Any]] = [] if partner is None else partner.view.get("told", [])
        if partner is None or any(event["event"] in ("swap", "rotate") for event in told):
            return  # the told events of swapped hands would not be true of other hands
        drawn = [event["card"] for event in told if event["event"] == "draw" and event.get("seat") == partner.seat]
        position = shuffle_hidden(partner.position, question.seat, rng, {partner.seat: drawn})
        game = Game.from_position(position, seed=rng.getrandbits(60))
        view = view_for(game, partner.seat)
        if "told" in partner.view:
            view["told"] = told
        bots = (self._make(edition), self._make(edition))
        elsewhere = Question("choose", partner.seat, view, rng.getrandbits(32), None, position, None)
        ask_again(game, bots, bots[0], elsewhere, self._stopwatch, self._on_fault)
        here = Game.from_position(question.position)
        answer = ask_again(here, bots, bots[1], question, self._stopwatch, self._on_fault)
        if answer != question.answer:
            self.report.note(
                "it answers differently when another of its kind holds different cards: share nothing between bots",
                self._locate(f"{_describe(question)}, and {answer!r} when seat {partner.seat} had other cards"),
            )

    def _on_fault(self, fault: Fault) -> None:
        what = {
            "raised": "it raises: an answer is owed whatever the position",
            "illegal": "it says what is not legal: answer with one of the sentences in view['legal'], as it stands there",
            "type": "it answers with something else than a sentence: choose returns a str, claim a str or None",
            "late": f"it takes longer than {self._limit:g} s: think less, or raise the limit",
        }[fault.kind]
        self.report.note(
            what, self._locate(f"seat {fault.seat}, asked to {fault.question}, {fault.came}; {fault.expected}")
        )
        self._late += fault.kind == "late"
        if self._late >= MAX_LATE_ANSWERS:
            raise _StopCheck

    def _locate(self, example: str) -> str:
        return f"{self._where}: {example}"


def _describe(question: Question) -> str:
    return f"seat {question.seat}, asked to {question.kind}, answered {question.answer!r}"
