"""``check_bot``: plays a bot through every edition, lively options and two to ten seats, and proves that it

- says only legal sentences, raises nothing and keeps to a time limit;
- answers the same view with the same chance in the same way, asked again or asked of a new one of its kind;
- does not change its choice when everything hidden from it is dealt anew, nor, if it listens, when the whole round is played again from
  a deck that differs in cards it never saw: then what it is told is proven to be the same, too;
- leaves the view it is given as it was;
- shares nothing with another of its kind at the table: not when the other holds different cards.

A bot that has only its view cannot take longer for a hidden card; so the time is held against the limit, and no more.
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
from huefall.bots.guard import Fault, Guard, ask_alone, describe, is_from_keyboard, name_of, patience_for
from huefall.bots.levels.easy import EasyBot
from huefall.bots.loading import BotLoadError, Maker, check_shape, load_bot
from huefall.bots.missed_catches import MissedCatches
from huefall.bots.table_loop import next_move
from huefall.bots.table_view import bot_view
from huefall.editions import SHIPPED, Edition, load_edition
from huefall.game import Game, Match
from huefall.testing.hidden import shuffle_hidden
from huefall.testing.recorder import Notes, Question, QuestionRecorder, Stopwatch, put_again
from huefall.testing.redeal import Script, redeal
from huefall.testing.tables import Table, lively_tables
from huefall.view import view_for
from huefall.vocabulary.errors import HuefallError

#: How many examples of a problem are told; different problems are all told.
MAX_EXAMPLES = 2

#: Seconds between two looks at a bot that thinks.
PAUSE = 0.05

#: After so many late answers nobody waits for more of them.
MAX_LATE = 3

#: More moves than a round of anybody who wants to win takes; a bot may play so that it never ends.
MAX_MOVES = 600


@dataclass(slots=True)
class BotReport:
    """What a check found."""

    name: str
    games: int = 0
    answers: int = 0
    compared: int = 0  # questions that were put again in other worlds
    slowest: float = 0.0  # seconds
    problems: dict[str, list[str]] = field(default_factory=dict)  # examples by what is wrong

    def __str__(self) -> str:
        done = f"bot {self.name!r}: {self.games} games, {self.answers:,} answers, {self.compared:,} put again"
        if not self.problems:
            return f"{done}, slowest {self.slowest * 1000:.1f} ms: nothing to complain of"
        lines = [f"{done}, with {len(self.problems)} problem{'s'[: len(self.problems) != 1]}:"]
        for what, examples in self.problems.items():
            lines += [f"- {what}", *(f"    {example}" for example in examples)]
        return "\n".join(lines)

    def note(self, what: str, example: str) -> None:
        """Note a problem, with an example unless there are enough."""
        examples = self.problems.setdefault(what, [])
        if len(examples) < MAX_EXAMPLES and example not in examples:
            examples.append(example)


class BadBotError(HuefallError):
    """A bot that has not passed the check; ``report`` has what was found."""

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
    """Check a bot, a class or a function that makes one; return what was measured, raise ``BadBotError`` if it is bad.

    ``limit``: seconds an answer may take. ``probes``: questions of each game that are put again in other worlds. A bot
    that thinks for a given time cannot be repeated: check one that thinks for a given number of steps. ``hasty``: the check
    ends with the first game in which something is wrong.
    """
    checker = _Checker(bot, seed, limit, probes, hasty=hasty)
    checker.run(list(lively_tables(games, seed, editions)))
    if checker.report.problems:
        raise BadBotError(checker.report)
    return checker.report


class _Enough(Exception):
    """What was found decides it, and more would only take time."""


class _Checker:
    """One check. Bots are asked in a thread of its own, so that one that never answers can be told of."""

    def __init__(self, bot: Bot | Maker, seed: int, limit: float, probes: int, *, hasty: bool) -> None:
        self._bot = bot
        self._seed = seed
        self._limit = limit
        self._probes = probes
        self._hasty = hasty
        self._late = 0  # answers that came too late
        self._watch = Stopwatch()
        self._raised: BaseException | None = None
        self._where = ""
        self.report = BotReport(name_of(self._make(load_edition(SHIPPED[0]))))

    def run(self, tables: Sequence[Table]) -> None:
        thread = threading.Thread(target=self._check_tables, args=(tables,), name="huefall-check", daemon=True)
        thread.start()
        while thread.is_alive():
            thread.join(PAUSE)
            if self._watch.waiting > patience_for(self._limit):
                self.report.note("it does not answer: every question must be answered in time", self._where)
                break
        if self._raised is not None:
            raise self._raised
        self.report.answers, self.report.slowest = self._watch.answers, self._watch.slowest

    def _make(self, edition: Edition) -> Bot:
        try:
            return ask_alone(partial(self._make_or_copy, edition))
        except KeyboardInterrupt as error:
            if is_from_keyboard(error):
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

    def _check_tables(self, tables: Sequence[Table]) -> None:
        try:
            for table in tables:
                self._where = f"{table}, seed {self._seed}"
                self._check_table(table)
                self.report.games += 1
                if self._hasty and self.report.problems:
                    return
        except _Enough:
            return
        except BaseException as error:  # noqa: BLE001  # raised again where somebody waits for it
            self._raised = error

    def _check_table(self, table: Table) -> None:
        rng = Random(f"check {self._seed} {table.number}")
        questions, script = self._play(table, rng)  # the table itself is gone then: nobody can look at it any more
        edition = load_edition(table.edition)
        worth = [question for question in questions if question.is_choice]
        for question in rng.sample(worth, min(self._probes, len(worth))):
            # One after the other: who fails the first would fail the next ones for the same reason.
            if (
                self._answers_again(question, edition)
                and self._is_blind(question, edition, rng)
                and self._hears_no_secret(question, script, edition, rng)
            ):
                self._is_alone(question, edition, rng)
                self.report.compared += 1

    def _play(self, table: Table, rng: Random) -> tuple[list[Question], Script]:
        """Play a round with two of the bots at the table, among beginners, who get into more situations than others."""
        edition = load_edition(table.edition)
        match = Match(edition, table.players, table.options, seed=self._seed, number=table.number, undo=False)
        game = match.game
        notes = Notes(game, Random(rng.getrandbits(64)), self._watch)
        seats = rng.sample(range(table.players), 2)
        bots: list[Bot] = [EasyBot(edition) for _ in range(table.players)]
        for seat in seats:
            bots[seat] = Guard(QuestionRecorder(self._make(edition), seat, notes), limit=self._limit, report=self._hear)
        overlooked = MissedCatches()
        while not game.over and game.moves < MAX_MOVES:
            match.play(*next_move(game, bots, rng, overlooked))
        for example in notes.changed_views:
            self.report.note("it changes the view it is given: copy what you want to change", self._tell(example))
        notes.game = None
        return notes.questions, Script.of(match)

    def _answers_again(self, question: Question, edition: Edition) -> bool:
        """Prove that the same question has the same answer: twice of one bot, and of another one of its kind."""
        game = Game.from_position(question.position)
        once, other = self._make(edition), self._make(edition)
        if question.partner is not None:  # as it was: whoever listens to the other hears the same
            put_again(game, (), other, question.partner, self._watch, self._hear)
        for bot, whose in ((once, "a new one"), (once, "the same one again"), (other, "another one")):
            answer = put_again(game, (), bot, question, self._watch, self._hear)
            if answer != question.answer:
                self.report.note(
                    "the same question has different answers: take all chance from rng, and keep nothing between questions",
                    self._tell(f"{_describe(question)}, then {answer!r} of {whose}"),
                )
                return False
        return True

    def _is_blind(self, question: Question, edition: Edition, rng: Random) -> bool:
        """Prove that nothing hidden changes the answer (VIEW-01)."""
        game = Game.from_position(shuffle_hidden(question.position, question.seat, rng), seed=rng.getrandbits(60))
        seen = {**view_for(game, question.seat), "shown": question.view["shown"]}
        if any(seen[key] != question.view[key] for key in seen):
            raise HuefallError(f"the other world differs in what can be seen; {self._tell(_describe(question))}")
        return self._answers_alike(question, game, self._make(edition))

    def _hears_no_secret(self, question: Question, script: Script, edition: Edition, rng: Random) -> bool:
        """Prove that neither the answer nor what it was told of the round follows from cards it never saw (VIEW-01)."""
        if "told" not in question.view:
            return True
        game = redeal(script.until(question.step), question.seat, rng).end()
        bot = self._make(edition)
        if json.loads(json.dumps(bot_view(game, question.seat, bot))) != question.view:
            raise HuefallError(f"the same round differs in what is told of it; {self._tell(_describe(question))}")
        return self._answers_alike(question, game, bot)

    def _answers_alike(self, question: Question, game: Game, bot: Bot) -> bool:
        """Put a question again in another world."""
        answer = put_again(game, (), bot, question, self._watch, self._hear)
        if answer != question.answer:
            self.report.note(
                "it answers differently when what is hidden from it differs: decide by the view alone",
                self._tell(f"{_describe(question)}, and {answer!r} with the hidden cards dealt anew"),
            )
        return answer == question.answer

    def _is_alone(self, question: Question, edition: Edition, rng: Random) -> None:
        """Prove that the answer stays when the other one of its kind held different cards at its last choice."""
        partner = question.partner
        told: list[dict[str, Any]] = [] if partner is None else partner.view.get("told", [])
        if partner is None or any(event["event"] in ("swap", "rotate") for event in told):
            return  # what was told of hands that have changed owners would not be true of other hands
        drawn = [event["card"] for event in told if event["event"] == "draw" and event.get("seat") == partner.seat]
        position = shuffle_hidden(partner.position, question.seat, rng, {partner.seat: drawn})
        game = Game.from_position(position, seed=rng.getrandbits(60))
        view = view_for(game, partner.seat)
        if "told" in partner.view:
            view["told"] = told
        bots = (self._make(edition), self._make(edition))
        elsewhere = Question("choose", partner.seat, view, rng.getrandbits(32), None, position, None)
        put_again(game, bots, bots[0], elsewhere, self._watch, self._hear)
        here = Game.from_position(question.position)
        answer = put_again(here, bots, bots[1], question, self._watch, self._hear)
        if answer != question.answer:
            self.report.note(
                "it answers differently when another of its kind holds different cards: share nothing between bots",
                self._tell(f"{_describe(question)}, and {answer!r} when seat {partner.seat} had other cards"),
            )

    def _hear(self, fault: Fault) -> None:
        what = {
            "raised": "it raises: an answer is owed whatever the position",
            "illegal": "it says what is not legal: answer with one of the sentences in view['legal'], as it stands there",
            "type": "it answers with something else than a sentence: choose returns a str, claim a str or None",
            "late": f"it takes longer than {self._limit:g} s: think less, or raise the limit",
        }[fault.kind]
        self.report.note(
            what, self._tell(f"seat {fault.seat}, asked to {fault.question}, {fault.came}; {fault.expected}")
        )
        self._late += fault.kind == "late"
        if self._late >= MAX_LATE:
            raise _Enough

    def _tell(self, example: str) -> str:
        return f"{self._where}: {example}"


def _describe(question: Question) -> str:
    return f"seat {question.seat}, asked to {question.kind}, answered {question.answer!r}"
