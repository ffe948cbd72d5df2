"""Hints at one table, with a worker that says what the test wants and when."""

from __future__ import annotations

import asyncio
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from structlog.testing import capture_logs
from tests.server.local_server import ANNA, BEN, Client, LocalServer

from huefall.bots.default_answer import default_answer
from huefall.bots.explain.reasons import CODES
from huefall.bots.search.limit import Limit
from huefall.game import Match
from huefall.protocol import commands
from huefall.protocol.messages import HintMove
from huefall.protocol.reviews import Chance, ReasonShown
from huefall.server.tables import hints
from huefall.server.tables.hint_worker import rank_moves
from huefall.server.tables.hints import HINTS_AT_ONCE
from huefall.view import told_to, view_for


class Oracle:
    """A worker that keeps what it is asked, and answers when it is let."""

    def __init__(self, *, is_ready: bool = True, is_busy: bool = False, broken: bool = False) -> None:
        self.is_ready, self.is_busy, self.broken = is_ready, is_busy, broken
        self.asked: list[Any] = []
        self.may_answer = asyncio.Event()
        self.may_answer.set()

    async def rank(self, view: Any, edition: Any, seed: int, is_wanted: Any) -> list[HintMove]:  # noqa: ARG002  # a HintWorker's signature
        self.asked.append(view)
        await self.may_answer.wait()
        if self.broken:
            raise RuntimeError("no idea")
        moves = [HintMove("draw", Chance(0.5, 0.4, 0.6), ReasonShown("only_move", {}))]
        return moves if is_wanted() else []


async def _begin(oracle: Oracle, **setup: Any) -> tuple[LocalServer, Any, Client, Client]:
    """Let two people sit down; return who is asked first."""
    local = LocalServer(hint_worker=oracle)
    table, clients = await local.started(ANNA, BEN, **{"hints": True, **setup})
    asked = 0 if table.state.match is None else table.state.match.asked or 0
    return local, table, clients[asked], clients[1 - asked]


def _refuses(reason: str, oracle: Oracle, *, ask_other: bool = False, behind: int = 0, **setup: Any) -> None:
    async def play() -> None:
        local, table, asked, other = await _begin(oracle, **setup)
        client = other if ask_other else asked
        answer = await client.say(commands.Hint, revision=table.state.revision - behind)
        assert (answer["type"], answer["reason"]) == ("refused", reason)
        assert not oracle.asked
        await local.close()

    asyncio.run(play())


def test_hints_must_be_allowed() -> None:
    _refuses("hints_off", Oracle(), hints=False)


def test_only_the_asked_player_gets_a_hint() -> None:
    _refuses("not_asked", Oracle(), ask_other=True)


def test_a_question_about_an_earlier_table_is_stale() -> None:
    _refuses("stale", Oracle(), behind=1)


def test_there_are_no_hints_before_the_search_is_compiled() -> None:
    _refuses("not_ready", Oracle(is_ready=False))


def test_a_busy_worker_refuses_hints() -> None:
    _refuses("server_busy", Oracle(is_busy=True))


def test_a_hint_is_thought_about_with_what_the_seat_sees_and_was_told_and_answered_to_it_alone() -> None:
    async def play() -> None:
        oracle = Oracle()
        local, table, asked, other = await _begin(oracle)
        revision = table.state.revision
        answer = await asked.say(commands.Hint, revision=revision)
        assert (answer["type"], answer["revision"]) == ("hints", revision)
        assert answer["moves"] == [
            {
                "sentence": "draw",
                "chance": {"mean": 0.5, "low": 0.4, "high": 0.6},
                "reason": {"code": "only_move", "params": {}},
            }
        ]
        game, seat = table.state.match.game, table.state.match.asked
        assert oracle.asked == [{**view_for(game, seat), "told": told_to(game, seat)}]
        assert not [message for message in other.received if message["type"] == "hints"]
        assert table.state.revision == revision, "nothing has happened at the table"
        await local.close()

    asyncio.run(play())


def test_a_hint_that_comes_too_late_is_stale() -> None:
    async def play() -> None:
        oracle = Oracle()
        local, table, asked, _ = await _begin(oracle)
        oracle.may_answer.clear()
        revision = table.state.revision
        hint = asyncio.create_task(asked.say(commands.Hint, revision=revision))
        await asked.until(lambda: oracle.asked)
        # For any deal: a Wild as the first card asks for a colour, and no draw is possible then.
        move = default_answer(view_for(table.state.match.game, table.state.match.asked))
        assert (await asked.say(commands.Move, revision=revision, move=move))["type"] == "done"
        oracle.may_answer.set()
        assert (await hint)["reason"] == "stale"
        await local.close()

    asyncio.run(play())


def test_hints_per_seat_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hints, "time", SimpleNamespace(monotonic=lambda: 5.0))  # no second passes meanwhile

    async def play() -> None:
        local, table, asked, _ = await _begin(Oracle())
        answers = [await asked.say(commands.Hint, revision=table.state.revision) for _ in range(HINTS_AT_ONCE + 1)]
        assert [answer["type"] for answer in answers[:-1]] == ["hints"] * HINTS_AT_ONCE
        assert answers[-1]["reason"] == "too_fast"
        await local.close()

    asyncio.run(play())


def test_a_failed_search_is_logged_and_answered() -> None:
    async def play() -> None:
        local, table, asked, _ = await _begin(Oracle(broken=True))
        with capture_logs() as logs:
            answer = await asked.say(commands.Hint, revision=table.state.revision)
        assert answer["reason"] == "internal"
        assert [line["event"] for line in logs if line["log_level"] == "error"] == ["a hint could not be given"]
        await local.close()

    asyncio.run(play())


def test_the_host_allows_hints_at_any_time_and_everybody_is_told() -> None:
    async def play() -> None:
        local, table, asked, _ = await _begin(Oracle(), hints=False)
        anna, ben = Client(table, ANNA), Client(table, BEN)
        assert (await ben.say(commands.AllowHints, on=True))["reason"] == "not_host"
        assert (await anna.say(commands.AllowHints, on=True))["type"] == "done"
        assert table.state.setup.hints
        updates = await ben.until(lambda: [each for each in ben.received if each.get("what") == "hints_allowed"])
        assert updates[0]["table"]["setup"]["hints"] is True
        assert (await asked.say(commands.Hint, revision=table.state.revision))["type"] == "hints"
        assert (await anna.say(commands.AllowHints, on=False))["type"] == "done"
        assert (await asked.say(commands.Hint, revision=table.state.revision))["reason"] == "hints_off"
        await local.close()

    asyncio.run(play())


def test_moves_are_ranked_from_a_view_alone_best_first_each_with_a_reason() -> None:
    rng = Random(5)
    game = Match("classic", 3, {"preset": "party"}, seed=5).game
    ranked: list[list[HintMove]] = []
    while not game.over and len(ranked) < 4:
        seat = game.asked
        view = {**view_for(game, seat), "told": told_to(game, seat)}
        found = rank_moves(view, game.variant.edition, 7, Limit(positions=32))
        assert found == rank_moves(view, game.variant.edition, 7, Limit(positions=32))
        assert all(game.why(seat, move.sentence).status == "accepted" for move in found)
        assert all(0 <= move.chance.low <= move.chance.mean <= move.chance.high <= 1 for move in found)
        assert all(move.reason is not None and move.reason.code in CODES for move in found)
        assert (found[0].reason.code == "only_move") == (len(found) == 1)
        ranked += [found] * (len(found) > 1)
        game.play(seat, rng.choice(found).sentence)
    assert ranked, "there was never a choice"
