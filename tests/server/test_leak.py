"""Nobody is told a card they may not know: everything that was sent in whole matches is checked against the open record."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
from collections import Counter
from random import Random
from typing import Any

import msgspec
import pytest
from tests.scale import SEED, scaled
from tests.server.house import House
from tests.server.player import Player, ask, new_guest, new_table
from tests.server.witness import Examiner, Witness, open_record, texts_in

from huefall.editions import load_edition
from huefall.notation.setting import Setting
from huefall.record import verify

#: Every edition, and options under which hands change owners, hands are shown, and wrong cards are seen.
TABLES: tuple[dict[str, Any], ...] = (
    {"edition": "classic", "seats": 4, "preset": "party", "options": {"misplay_penalty": 2, "seven_zero": True}},
    {"edition": "classic", "seats": 3, "preset": "jump-in", "options": {"stacking": "cumulative", "shields": True}},
    {"edition": "classic", "seats": 5, "options": {"same_symbol": True, "draw": "until_playable", "hand_size": 4}},
    {"edition": "buzz", "seats": 3, "preset": "progressive", "options": {"wild4": "enforce", "drawn": "forced"}},
    {"edition": "jurassic", "seats": 4, "options": {"footprints": "half", "cut": True, "seven_zero": True}},
    {"edition": "bts", "seats": 4, "options": {"dance_judge": "vote", "false_uno_penalty": 3}},
    {"edition": "avengers", "seats": 3, "options": {"gauntlet_self": True, "uno": "auto", "cut": True}},
)

PEOPLE = 2

#: How many points end a match: enough for some hundred moves. And how many are played in all, at least.
TARGET = 200
MOVES = scaled(2000, least=500)


class Person:
    """Somebody who plays at random, makes mistakes, asks why, and loses the connection now and then."""

    def __init__(self, house: House, code: str, token: str, rng: Random, witness: Witness) -> None:
        self.house, self.code, self.token = house, code, token
        self.rng = rng
        self.witness = witness
        self.moves = 0

    async def play(self, *, deals: bool) -> None:
        """Play until the match is over, through as many windows as it takes."""
        since: int | None = None
        is_over = False
        while not is_over:
            async with Player(self.house.socket_url, self.code, self.token, since) as player:
                is_over = await self._act(player, deals=deals)
            self.witness.raw += player.raw
            since = max(0, player.revision - self.rng.choice([0, 1, 5, 80]))

    async def _act(self, player: Player, *, deals: bool) -> bool:
        """Act until the match is over or the window is closed; return whether it is over."""
        while not player.match_over:
            seen = player.revision
            if player.table["status"] == "open":
                await player.say("start" if deals else "ping")
            elif deals and player.table["status"] == "round_over":
                await player.say("next_round", revision=player.revision)
            elif await self._decide(player):
                continue
            if self.rng.random() < 0.02:
                if self.rng.random() < 0.5:
                    player.drop()
                return False
            await player.until(lambda seen=seen: player.revision > seen or player.match_over)
        return True

    async def _decide(self, player: Player) -> bool:
        """Say something, or not; return whether it is still to be thought over."""
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
        if not legal or (not player.asked and chance < 0.6):
            return False
        answers = [move for move in legal if move.split()[0] not in {"uno", "catch"}]
        if player.asked and answers and chance < 0.9:
            legal = answers
        answer = await self._say(player, "move", move=self.rng.choice(legal), revision=player.revision)
        self.moves += answer["type"] == "done"
        return False

    def _guess(self, player: Player) -> str:
        """Make up a sentence, with a card that is in the hand or not."""
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
        key = f"{self.witness.seat}-{len(self.witness.said)}"
        self.witness.said[key] = fields["move"]
        return await player.say(kind, id=key, **fields)


class Match:
    """A match with people, bots and spectators, everything they are told, and what is asked over HTTP meanwhile."""

    def __init__(self, house: House, setup: dict[str, Any], rng: Random) -> None:
        self.house = house
        self.rng = rng
        self.setup = {**setup, "public": True, "options": {"target": TARGET, **setup["options"]}}
        self.tokens = [new_guest(house.url, f"Guest {seat}") for seat in range(PEOPLE + 1)]
        self.code = new_table(house.url, self.tokens[0], **self.setup)
        self.witnesses = [Witness(f"seat {seat}", seat) for seat in range(PEOPLE)]
        self.pages: list[bytes] = []
        self.moves = 0

    async def play(self) -> None:
        """Play the match, watched by somebody unknown and by a guest who has no seat, and by passers-by."""
        house, code = self.house, self.code
        async with Player(house.socket_url, code) as watcher, Player(house.socket_url, code, self.tokens[-1]) as guest:
            async with Player(house.socket_url, code, self.tokens[0]) as host:
                async with Player(house.socket_url, code, self.tokens[1]) as second:
                    await second.say("sit")
                for _ in range(self.setup["seats"] - PEOPLE):
                    await host.say("add_bot", level=self.rng.choice(["easy", "normal"]))
            people = [
                Person(house, code, token, Random(self.rng.random()), witness)
                for token, witness in zip(self.tokens, self.witnesses, strict=False)
            ]
            passing = asyncio.create_task(self._pass_by(watcher))
            await asyncio.gather(*(person.play(deals=not person.witness.seat) for person in people))
            await passing
            for spectator in (watcher, guest):
                await spectator.until(lambda spectator=spectator: spectator.match_over)
            self.witnesses += [Witness("watcher", None, watcher.raw), Witness("guest", None, guest.raw)]
            self.updates = [told for told in watcher.told if told["type"] == "update"]
        self.moves = sum(update["what"] == "moved" for update in self.updates)

    async def _pass_by(self, watcher: Player) -> None:
        """Look in as a spectator, and as one of the players in a second window; ask for what is not open yet."""
        while True:
            seen = watcher.revision
            await watcher.until(lambda seen=seen: watcher.revision >= seen + 40 or watcher.match_over)
            if watcher.match_over:
                return
            for seat, token in ((None, None), (1, self.tokens[1])):
                since = self.rng.choice([None, 0, max(0, watcher.revision - 20)])
                async with Player(self.house.socket_url, self.code, token, since) as window:
                    pass
                self.witnesses.append(Witness(f"passer-by on {seat}", seat, window.raw))
            await asyncio.to_thread(self._ask_around)

    def _ask_around(self) -> None:
        """Ask for everything there is at the table's places, known and unknown."""
        place = f"/api/tables/{self.code}/matches"
        for token in (None, self.tokens[0], self.tokens[-1]):
            for number in ("1", "01", "000001", "%31", "1?open=true"):
                name, _, query = number.partition("?")
                for path in ("", "/record", "/rounds/1", "/rounds/01", "/proof"):
                    status, body = ask(self.house.url, f"{place}/{name}{path}?{query}", token=token)
                    # Over in the meantime: then all is open.
                    if status != 200 or ask(self.house.url, f"/api/tables/{self.code}")[1]["status"] != "over":
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
                status, body = ask(self.house.url, f"{place}/{odd}", token=token)
                assert status in {403, 404} or ask(self.house.url, f"{place}/1")[0] == 200, (odd, body)
        for path in ("/api/tables", f"/api/tables/{self.code}", "/healthz", "/readyz", "/metrics", f"/t/{self.code}"):
            status, body = ask(self.house.url, path)
            assert status == 200
            self.pages.append(body if isinstance(body, bytes) else json.dumps(body).encode())


def test_everything_that_is_sent_agrees_with_the_open_record_and_tells_nothing_more(house: House) -> None:
    house.wait_for("tables are open")
    print(f"HUEFALL_SEED={SEED}")
    met: Counter[str] = Counter()
    moves = batch = 0
    while moves < MOVES:
        matches = [Match(house, setup, Random(f"leak {SEED} {batch} {number}")) for number, setup in enumerate(TABLES)]
        asyncio.run(_play(matches))
        for match in matches:
            met += _examine(house, match)
            moves += match.moves
        batch += 1
    wanted = ["welcome", "update", "done", "refused", "because", "emoted", "missed", "first", "pending", "guilty"]
    wanted += ["drawn", "shown", "shown to another", "hidden draw", "swap", "challenge", "misplay", "reshuffle", "uno"]
    lacking = [name for name in wanted if not met[name]]
    assert not lacking, f"never met: {lacking}"


async def _play(matches: list[Match]) -> None:
    await asyncio.gather(*(match.play() for match in matches))


def _examine(house: House, match: Match) -> Counter[str]:
    place = f"/api/tables/{match.code}/matches/1"
    status, record = ask(house.url, f"{place}/record")
    assert status == 200
    lines = [json.loads(line) for line in record.splitlines()]
    seed, commitment = lines[-1]["seed"], lines[0]["commitment"]
    assert verify(record, commitment=commitment).over
    assert ask(house.url, f"{place}/proof")[1]["seed"] == seed
    assert ask(house.url, f"{place}/rounds/1")[0] == 200

    tokens = [part for token in match.tokens for part in (token, token.partition(".")[2])]
    cards = set(Setting.of(load_edition(match.setup["edition"])).texts)
    examiner = Examiner(open_record(record, match.updates), cards, [seed, *tokens])
    for witness in match.witnesses:
        examiner.examine(witness)
    for witness in match.witnesses:
        if witness.name in {"watcher", "guest"}:
            _check_commitment_came_first(witness, commitment)
    for page in match.pages:
        _check_page(page, cards, [seed, *tokens])
    return examiner.met


def _check_commitment_came_first(witness: Witness, commitment: str) -> None:
    messages = [json.loads(raw) for raw in witness.raw]
    bound = next(n for n, told in enumerate(messages) if (told.get("table") or {}).get("commitment") == commitment)
    dealt = next(number for number, told in enumerate(messages) if told.get("view") is not None)
    assert bound < dealt


def _check_page(page: bytes, cards: set[str], secrets: list[str]) -> None:
    text = page.decode()
    for secret in secrets:
        assert secret not in text
    if text.startswith("{"):
        assert not [place for place, found in texts_in(json.loads(text)) if found in cards]
    else:  # figures and the page
        assert not {word for word in re.split(r"[^\w+*-]+", text) if word in cards and not word.isalpha()}


def _show_another_hand(told: Any) -> None:
    hands = told["view"]["hands"]
    hands[hands.index(None)] = ["r1"]


def _show_a_drawn_card(told: Any) -> None:
    next(event for event in told["events"] if event["event"] == "draw" and "card" not in event)["card"] = "r1"


def _show_a_missed_card(told: Any) -> None:
    for missed in told["missed"]:
        _show_a_drawn_card(missed)


def _show_guilt(told: Any) -> None:
    told["view"]["pending"]["guilty"] = True


def _show_a_challenged_hand(told: Any) -> None:
    assert told["view"]["shown"] is None
    told["view"]["shown"] = {"seat": 0, "hand": ["r1"]}


def _show_the_pile(told: Any) -> None:
    told["view"]["pile"] = []


def _show_a_card_beside(told: Any) -> None:
    told["next"] = "r1"


def _show_a_card_in_a_name(told: Any) -> None:
    told["table"]["setup"]["preset"] = "r1"


def _show_a_card_in_a_text(told: Any) -> None:
    told["text"] += " because of b3"


def test_the_check_notices_every_kind_of_leak(house: House) -> None:
    house.wait_for("tables are open")
    match = Match(house, TABLES[0], Random(f"planted {SEED}"))
    asyncio.run(_play([match]))
    _, record = ask(house.url, f"/api/tables/{match.code}/matches/1/record")
    cards = set(Setting.of(load_edition("classic")).texts)
    examiner = Examiner(open_record(record, match.updates), cards, [])
    for plant in (
        _show_another_hand,
        _show_a_drawn_card,
        _show_a_missed_card,
        _show_guilt,
        _show_a_challenged_hand,
        _show_the_pile,
        _show_a_card_beside,
        _show_a_card_in_a_name,
        _show_a_card_in_a_text,
    ):
        planted = 0
        for witness in match.witnesses:
            for raw in witness.raw:
                told = json.loads(raw)
                with contextlib.suppress(KeyError, TypeError, ValueError, StopIteration, AssertionError):
                    plant(told)
                    planted += 1
                    leaky = Witness(witness.name, witness.seat, [json.dumps(told)], witness.said)
                    with pytest.raises((AssertionError, msgspec.ValidationError)):
                        examiner.examine(leaky)
                if planted > 20:
                    break
        assert planted, plant.__name__


@pytest.mark.parametrize("path", ["", "/record", "/rounds/1", "/proof"])
def test_nothing_of_a_match_is_open_before_it_is_over_and_everything_after_it(house: House, path: str) -> None:
    async def play() -> None:
        _, made = ask(house.url, "/api/play", {"seats": 2, "options": {"target": 0}})
        place = f"/api/tables/{made['code']}/matches/1{path}"
        async with Player(house.socket_url, made["code"], made["token"]) as player:
            await player.until(lambda: player.view is not None)
            for token in (None, made["token"]):
                status, body = ask(house.url, place, token=token)
                assert (status, body["error"]["reason"]) == (403, "match_not_over")
            await player.play(Random(SEED))
        assert ask(house.url, place)[0] == 200

    asyncio.run(play())
