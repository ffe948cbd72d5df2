"""VIEW-01 at the table: everything written for a seat is byte for byte the same when what it cannot see is shuffled."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any, cast

import msgspec
import pytest
from tests.random_play import EDITIONS, dice, random_move
from tests.reference.lockstep import random_sentence
from tests.scale import SEED, scaled
from tests.server.local_server import RecordingWire
from tests.server.tables.twins import NOW, deal, make_services, messages_to, person_on, same, settle, twin, watchers
from tests.view.worlds import known_after

from huefall.game import Game, MoveRefused
from huefall.protocol import commands
from huefall.server.ops.metrics import Metrics
from huefall.server.ops.workers import Workers
from huefall.server.tables import entries, listing, table
from huefall.server.tables.bot_pool import BotPool
from huefall.server.tables.bot_runner import BotRunner
from huefall.server.tables.clock import find_wait
from huefall.server.tables.inbox import BotMoved, CommandReceived, Connected, Incoming
from huefall.server.tables.state import TableState
from huefall.server.transport.connection import Connection

GAMES = scaled(4, least=2)
MOVES = 30


def in_games(edition: str, name: str, step: Callable[[TableState, Random], None]) -> None:
    """Do something at many positions of tables of an edition."""

    async def play() -> None:
        for number in range(GAMES):
            rng = dice(name, edition, number)
            state = deal(rng, edition)
            print(f"{edition} {state.setup.options} seats={len(state.seats)} game {number} HUEFALL_SEED={SEED}")
            for _ in range(MOVES):
                step(state, rng)
                if state.match.round_over:
                    break
                seat, move = random_move(rng, state.match.game)
                state.apply(entries.Moved(seat=seat, move=str(move)), NOW)
            await settle()

    asyncio.run(play())


def questions(state: TableState, seat: int | None, rng: Random) -> list[Callable[[Any], Any]]:
    """List commands that do not change a table: a welcome, why, and moves that are refused."""
    match = state.match
    since = rng.choice([0, max(0, state.revision - 4), state.revision])
    found: list[Callable[[Any], Any]] = [
        lambda connection: Connected(connection, None),
        lambda connection: CommandReceived(connection, commands.Resync(id="r", since=since)),
        lambda connection: CommandReceived(connection, commands.Ping(id="p")),
    ]
    for number in range(6):
        sentence = random_sentence(rng, match.game)[:400]
        found.append(partial(_say, commands.Why(id=f"w{number}", move=sentence)))
        is_refused = seat is None or match.why(seat, sentence).status == "refused"
        if is_refused:
            found.append(partial(_say, commands.Move(id=f"m{number}", revision=state.revision, move=sentence)))
        if not (sentence.split()[:1] in (["uno"], ["catch"]) and seat is not None and match.why(seat, sentence)):
            # A call or a catch counts as long as it is legal; anything else is stale.
            found.append(
                partial(
                    _say, commands.Move(id=f"s{number}", revision=max(0, state.last_answer_revision - 1), move=sentence)
                )
            )
    return found


def _say(command: commands.Command, connection: Any) -> CommandReceived:
    return CommandReceived(connection, command)


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda path: path.rsplit("/", 1)[-1])
def test_what_a_table_answers_does_not_depend_on_what_is_hidden(edition: str) -> None:
    met: Counter[str] = Counter()
    workers = Workers(1)
    services = make_services(workers)

    def ask(state: TableState, rng: Random) -> None:
        for seat in watchers(state):
            other = twin(state, seat, rng)
            asked = questions(state, seat, rng)
            here = messages_to(services, state, person_on(state, seat), asked)
            assert here == messages_to(services, other, person_on(state, seat), asked)
            met.update(msgspec.json.decode(data).get("type", "table") for data in here)
            met["differing"] += state.match.position()["hands"] != other.match.position()["hands"]
            assert find_wait(state, NOW) == find_wait(other, NOW)

    in_games(edition, "answers", ask)
    workers.stop()
    assert met["differing"] > GAMES * MOVES // 8, "the worlds hardly differ"
    assert {"welcome", "done", "refused", "because"} <= set(met), met


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda path: path.rsplit("/", 1)[-1])
def test_what_a_table_tells_of_a_move_does_not_depend_on_what_is_hidden(edition: str) -> None:
    met: Counter[str] = Counter()
    workers = Workers(1)
    services = make_services(workers)

    def move(state: TableState, rng: Random) -> None:
        game = state.match.game
        if game.over:
            return
        mover, legal = random_move(rng, game)
        sentence = str(legal)
        if rng.random() < 0.2:
            mover, sentence = rng.randrange(game.players), random_sentence(rng, game)
        try:
            outcome = same(state).match.game.play(mover, sentence)
        except MoveRefused:
            return
        for seat in watchers(state):
            here, there = same(state), twin(state, seat, rng, known_after(game, seat, mover, outcome.move, outcome))
            messages = [
                lambda connection: Connected(connection, None),
                _speaking(state, mover, str(outcome.move)),
                lambda connection: CommandReceived(
                    connection, commands.Resync(id="r", since=max(0, state.revision - 3))
                ),
            ]
            sent = messages_to(services, here, person_on(state, seat), messages)
            assert sent == messages_to(services, there, person_on(state, seat), messages), (
                f"{mover} {sentence} for {seat}"
            )
            assert find_wait(here, NOW) == find_wait(there, NOW)
            met.update(message["what"] for message in map(msgspec.json.decode, sent) if "what" in message)
            met["differing"] += game.position()["hands"] != there.match.position()["hands"]

    in_games(edition, "moves", move)
    workers.stop()
    assert met["moved"] > GAMES * 10, met


def _speaking(state: TableState, mover: int, sentence: str) -> Callable[[Any], Any]:
    """Have the mover speak: a bot into the inbox, a person on a connection of their own."""
    if state.seats[mover].guest is None:
        return lambda _: BotMoved(mover, state.revision, sentence)
    command = commands.Move(id="move", revision=state.revision, move=sentence)
    return lambda _: CommandReceived(Connection(person_on(state, mover), RecordingWire()), command)


@pytest.mark.parametrize("edition", EDITIONS[:2], ids=lambda path: path.rsplit("/", 1)[-1])
def test_what_the_lobby_and_the_keeper_see_does_not_depend_on_any_card(edition: str) -> None:
    workers = Workers(1)
    services = make_services(workers)

    def look(state: TableState, rng: Random) -> None:
        pages = []
        for found in (state, twin(state, None, rng)):
            shown = table.Table(found, services, ended=lambda _: None)
            kept_by = listing.show_to_admin(shown, NOW)
            pages.append(
                msgspec.json.encode(
                    [listing.show_in_lobby(shown), kept_by, msgspec.structs.replace(shown.shown, hands=None)]
                )
            )
            shown._task.cancel()
        assert pages[0] == pages[1]

    in_games(edition, "lobby", look)
    workers.stop()


class TimedBots:
    """A table's bots in a time of their own: sleeping takes none, and notes when they speak."""

    def __init__(self, state: TableState) -> None:
        self.now = float(NOW)
        self.moves: list[tuple[float, int]] = []
        pool = BotPool(cast("Workers", self), 1, Metrics(), lambda: self.now)
        self.runner = BotRunner(state, pool, lambda: int(self.now), self._post)

    def _post(self, message: Incoming) -> None:
        assert isinstance(message, BotMoved)
        self.moves.append((self.now, message.seat))

    async def ask(self, work: Callable[[], Any]) -> Any:
        """Run the work at once, instead of in a thread pool."""
        return work()

    async def sleep(self, seconds: float) -> None:
        self.now += seconds * 1000


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda path: path.rsplit("/", 1)[-1])
def test_when_a_bot_answers_does_not_depend_on_any_card(edition: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not on the cards of others, not on its own, not on how many answers it has, and not on claims without effect."""
    answers: Counter[int] = Counter()

    async def listen(state: TableState) -> float | None:
        wait = find_wait(state, NOW)
        if wait is None or wait.kind != "bot":
            return None
        bots = TimedBots(state)
        monkeypatch.setattr(asyncio, "sleep", bots.sleep)
        bots.runner.look(wait)
        assert bots.runner._task is not None
        await bots.runner._task
        monkeypatch.undo()
        when, seat = bots.moves[-1]
        assert seat == wait.seat
        assert when == wait.until_ms
        answers[len(_answers(state.match.game))] += 1
        return when

    async def play() -> None:
        for number in range(GAMES):
            rng = dice("pauses", edition, number)
            state = deal(rng, edition)
            print(f"{edition} {state.setup.options} seats={len(state.seats)} game {number} HUEFALL_SEED={SEED}")
            for _ in range(MOVES):
                if state.match.round_over:
                    break
                assert await listen(state) == await listen(twin(state, None, rng))
                seat, move = random_move(rng, state.match.game)
                state.apply(entries.Moved(seat=seat, move=str(move)), NOW)

    asyncio.run(play())
    assert answers[1] and len(answers) > 2, answers


def _answers(game: Game) -> list[Any]:
    return [move for move in game.legal() if not move.is_claim]
