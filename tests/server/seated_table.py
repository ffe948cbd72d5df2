"""A table with several clients: all sit down, the match is dealt, and they play at random until a condition holds."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from random import Random
from typing import Any

from tests.server.player import Player, new_guest, new_table
from tests.server.server_process import ServerProcess


class SeatedTable:
    """People at one table, the first of them its host."""

    def __init__(self, server: ServerProcess, code: str, tokens: list[str], players: list[Player]) -> None:
        self.server = server
        self.code = code
        self.tokens = tokens
        self.players = players

    @property
    def host(self) -> Player:
        return self.players[0]

    async def asked(self) -> Player:
        """Wait until all clients have the same revision, and return the player who is asked; deal the next round if needed."""
        while True:
            await self.settle()
            if self.host.table["status"] == "round_over":
                assert (await self.host.say("next_round", revision=self.host.revision))["type"] == "done"
            elif self.host.table["status"] == "over":
                assert (await self.host.say("start"))["type"] == "done"
            else:
                return next(player for player in self.players if player.asked)

    async def settle(self) -> None:
        """Wait until all clients have the same revision."""
        last = max(player.revision for player in self.players)
        for player in self.players:
            await player.until(lambda player=player: player.revision >= last)

    async def play_until(self, condition: Callable[[Player], Any], rng: Random, most: int = 4000) -> Player:
        """Play at random, without claims, until the condition holds for the player who is asked; return that player."""
        for _ in range(most):
            player = await self.asked()
            if condition(player):
                return player
            legal = [move for move in player.view["legal"] if move.split()[0] not in {"uno", "catch"}]
            silent = [move for move in legal if not move.endswith(" uno")]
            plays = [move for move in silent if move.startswith("play ")] if rng.random() < 0.9 else []
            answer = await player.move(rng.choice(plays or silent))
            assert answer["type"] == "done", answer
        raise AssertionError(f"not met in {most} moves")


@asynccontextmanager
async def seated_table(
    server: ServerProcess, people: int, *, seats: int = 0, start: bool = True, **setup: Any
) -> AsyncIterator[SeatedTable]:
    """Seat people, and bots on the other seats, and deal."""
    tokens = [new_guest(server.url, f"Guest {number}") for number in range(people)]
    code = new_table(server.url, tokens[0], seats=seats or people, **setup)
    async with AsyncExitStack() as stack:
        players = [await stack.enter_async_context(Player(server.socket_url, code, token)) for token in tokens]
        for player in players[1:]:
            assert (await player.say("sit"))["type"] == "done"
        for _ in range((seats or people) - people):
            assert (await players[0].say("add_bot"))["type"] == "done"
        if start:
            assert (await players[0].say("start"))["type"] == "done"
        yield SeatedTable(server, code, tokens, players)
