"""Matches of which every message is kept. Their players make mistakes, ask why, lose the connection and come back."""

from __future__ import annotations

import asyncio
import json
from random import Random
from typing import Any

from tests.server.leak_checker import ClientLog
from tests.server.player import Player, ask, new_guest, new_table
from tests.server.server_process import ServerProcess

PEOPLE = 2

#: Points that end a match: enough for some hundred moves.
TARGET = 200


class RestlessPlayer:
    """A player who moves at random, makes mistakes, asks why, and loses the connection now and then."""

    def __init__(self, server: ServerProcess, code: str, token: str, rng: Random, client_log: ClientLog) -> None:
        self.server, self.code, self.token = server, code, token
        self.rng = rng
        self.client_log = client_log
        self.moves = 0

    async def play(self, *, deals: bool) -> None:
        """Play until the match is over, with as many connections as it takes."""
        since: int | None = None
        is_over = False
        while not is_over:
            async with Player(self.server.socket_url, self.code, self.token, since) as player:
                is_over = await self._act(player, deals=deals)
            self.client_log.raw += player.raw
            since = max(0, player.revision - self.rng.choice([0, 1, 5, 80]))

    async def _act(self, player: Player, *, deals: bool) -> bool:
        """Act until the match is over or the connection is closed; return whether the match is over."""
        while not player.match_over:
            seen = player.revision
            if player.table["status"] == "open":
                await player.say("start" if deals else "ping")
            elif deals and player.table["status"] == "round_over":
                await player.say("next_round", revision=player.revision)
            elif player.view is not None and await self._decide(player):
                continue
            if self.rng.random() < 0.02:
                if self.rng.random() < 0.5:
                    player.drop()
                return False
            await player.until(lambda seen=seen: player.revision > seen or player.match_over)
        return True

    async def _decide(self, player: Player) -> bool:
        """Send a command or none; return whether the player has still to decide."""
        legal = player.view["legal"]
        chance = self.rng.random()
        if chance < 0.06:
            await self._say(player, "why", move=self._guess(player))
            return True
        if chance < 0.09:
            await player.say("resync", since=self.rng.choice([None, 0, max(0, player.revision - 3)]))
            return True
        if chance < 0.12:
            await player.say("emote", emote="wow")
            return True
        if chance < 0.17:
            await self._say(player, "move", move=self._guess(player), revision=player.revision)
            return True
        if chance < 0.19:
            await self._say(player, "move", move="draw", revision=max(0, player.revision - 2))
            return True
        if chance < 0.22:
            await player.say("hint", revision=player.revision)
            return True
        if not legal or (not player.asked and chance < 0.6):
            return False
        answers = [move for move in legal if move.split()[0] not in {"uno", "catch"}]
        if player.asked and answers and chance < 0.9:
            legal = answers
        answer = await self._say(player, "move", move=self.rng.choice(legal), revision=player.revision)
        self.moves += answer["type"] == "done"
        return False

    def _guess(self, player: Player) -> str:
        """Make up a move, with a card that may be missing in the hand."""
        hand = player.view["hands"][player.you["seat"]] or ["r1"]
        card = self.rng.choice([*hand, "r7", "g2", "W+4 b", "bS", "y+2"])
        guesses = [
            f"play {card}",
            f"play {card} uno",
            "challenge",
            "catch 0",
            "uno",
            "draw",
            "accept",
            f"play {card} >1",
        ]
        return self.rng.choice(guesses)

    async def _say(self, player: Player, kind: str, **fields: Any) -> Any:
        key = f"{self.client_log.seat}-{len(self.client_log.said)}"
        self.client_log.said[key] = fields["move"]
        return await player.say(kind, id=key, **fields)


class RecordedMatch:
    """A match with people, bots and spectators, all messages they get, and the pages requested over HTTP meanwhile."""

    def __init__(self, server: ServerProcess, setup: dict[str, Any], rng: Random) -> None:
        self.server = server
        self.rng = rng
        self.setup = {**setup, "public": True, "hints": True, "options": {"target": TARGET, **setup["options"]}}
        self.tokens = [new_guest(server.url, f"Guest {seat}") for seat in range(PEOPLE + 1)]
        self.code = new_table(server.url, self.tokens[0], **self.setup)
        self.client_logs = [ClientLog(f"seat {seat}", seat) for seat in range(PEOPLE)]
        self.pages: list[bytes] = []
        self.moves = 0

    async def play(self) -> None:
        """Play the match. An unknown spectator and a guest without a seat watch all of it, others for a short time."""
        server, code = self.server, self.code
        async with (
            Player(server.socket_url, code) as watcher,
            Player(server.socket_url, code, self.tokens[-1]) as guest,
        ):
            async with Player(server.socket_url, code, self.tokens[0]) as host:
                async with Player(server.socket_url, code, self.tokens[1]) as second:
                    await second.say("sit")
                for _ in range(self.setup["seats"] - PEOPLE):
                    await host.say("add_bot", level=self.rng.choice(["easy", "normal"]))
            people = [
                RestlessPlayer(server, code, token, Random(self.rng.random()), client_log)
                for token, client_log in zip(self.tokens, self.client_logs, strict=False)
            ]
            passing = asyncio.create_task(self._pass_by(watcher))
            await asyncio.gather(*(person.play(deals=not person.client_log.seat) for person in people))
            await passing
            for spectator in (watcher, guest):
                await spectator.until(lambda spectator=spectator: spectator.match_over)
            self.client_logs += [ClientLog("watcher", None, watcher.raw), ClientLog("guest", None, guest.raw)]
            self.updates = [message for message in watcher.received if message["type"] == "update"]
        self.moves = sum(update["what"] == "moved" for update in self.updates)

    async def _pass_by(self, watcher: Player) -> None:
        """Connect as a spectator and as a player in a second window; request records that are not public yet."""
        while True:
            seen = watcher.revision
            await watcher.until(lambda seen=seen: watcher.revision >= seen + 40 or watcher.match_over)
            if watcher.match_over:
                return
            for seat, token in ((None, None), (1, self.tokens[1])):
                since = self.rng.choice([None, 0, max(0, watcher.revision - 20)])
                async with Player(self.server.socket_url, self.code, token, since) as window:
                    pass
                self.client_logs.append(ClientLog(f"passer-by on {seat}", seat, window.raw))
            await asyncio.to_thread(self._ask_around)

    def _ask_around(self) -> None:
        """Request every path of the table that exists, and some that do not."""
        place = f"/api/tables/{self.code}/matches"
        for token in (None, self.tokens[0], self.tokens[-1]):
            for number in ("1", "01", "000001", "%31", "1?open=true"):
                name, _, query = number.partition("?")
                for path in ("", "/record", "/rounds/1", "/rounds/01", "/proof", "/review"):
                    status, body = ask(self.server.url, f"{place}/{name}{path}?{query}", token=token)
                    # Over in the meantime: then all is open.
                    if status != 200 or ask(self.server.url, f"/api/tables/{self.code}")[1]["status"] != "over":
                        assert (status, body["error"]["reason"]) == (403, "match_not_over"), (path, body)
            for odd in (
                "1/",
                "1/record/",
                "1//record",
                "2/record",
                "0/record",
                "-1/proof",
                "1/rounds",
                "1/../1/record",
                "",
            ):
                status, body = ask(self.server.url, f"{place}/{odd}", token=token)
                assert status in {403, 404} or ask(self.server.url, f"{place}/1")[0] == 200, (odd, body)
        for path in ("/api/tables", f"/api/tables/{self.code}", "/healthz", "/readyz", "/metrics", f"/t/{self.code}"):
            status, body = ask(self.server.url, path)
            assert status == 200
            self.pages.append(body if isinstance(body, bytes) else json.dumps(body).encode())
