"""No client is sent a card it may not know: all messages of whole matches are checked against the open record."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
import pytest
from tests.scale import SEED, scaled
from tests.server.leak_checker import ClientLog, LeakChecker, texts_in, true_states
from tests.server.player import Player, ask
from tests.server.recorded_match import RecordedMatch
from tests.server.server_process import ServerProcess

from huefall.editions import load_edition
from huefall.notation.variant import Variant
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

#: How many moves are played, at least.
MOVES = scaled(2000, least=500)

#: All kinds of messages and of their contents: each must have been sent. Which of them a match has depends on the deal.
WANTED = (
    *(
        "welcome",
        "update",
        "done",
        "refused",
        "because",
        "hints",
        "emoted",
        "missed",
        "log",
        "first",
        "pending",
        "guilty",
    ),
    *("drawn", "shown", "shown to another", "laid open", "laid", "hidden draw"),
    *("swap", "challenge", "misplay", "reshuffle", "uno"),
)

#: The maximum of batches of matches until all of them have been sent; one is mostly enough.
MAX_BATCHES = 20


def test_everything_that_is_sent_agrees_with_the_open_record_and_tells_nothing_more(server: ServerProcess) -> None:
    server.wait_for("tables_open")
    print(f"HUEFALL_SEED={SEED}")
    met: Counter[str] = Counter()
    moves = 0
    for batch in range(MAX_BATCHES):
        matches = [
            RecordedMatch(server, setup, Random(f"leak {SEED} {batch} {number}")) for number, setup in enumerate(TABLES)
        ]
        asyncio.run(_play(matches))
        for match in matches:
            met += _examine(server, match)
            moves += match.moves
        lacking = [name for name in WANTED if not met[name]]
        if moves >= MOVES and not lacking:
            return
    raise AssertionError(f"never met in {moves} moves: {lacking}")


async def _play(matches: list[RecordedMatch]) -> None:
    await asyncio.gather(*(match.play() for match in matches))


def _examine(server: ServerProcess, match: RecordedMatch) -> Counter[str]:
    place = f"/api/tables/{match.code}/matches/1"
    status, record = ask(server.url, f"{place}/record")
    assert status == 200
    lines = [json.loads(line) for line in record.splitlines()]
    seed, server_seed, commitment = lines[-1]["seed"], lines[-1]["server_seed"], lines[0]["commitment"]
    assert lines[0]["shared_seed"]["contributions"][0], "the host was there when the match was started"
    assert verify(record, commitment=commitment).over
    assert ask(server.url, f"{place}/proof")[1]["seed"] == seed
    assert ask(server.url, f"{place}/rounds/1")[0] == 200

    tokens = [part for token in match.tokens for part in (token, token.partition(".")[2])]
    cards = set(Variant.of(load_edition(match.setup["edition"])).texts)
    checker = LeakChecker(true_states(record, match.updates), cards, [seed, server_seed, *tokens])
    for client_log in match.client_logs:
        checker.examine(client_log)
    for client_log in match.client_logs:
        if client_log.name in {"watcher", "guest"}:
            _check_commitment_came_first(client_log, commitment)
    for page in match.pages:
        _check_page(page, cards, [seed, server_seed, *tokens])
    return checker.met


def _check_commitment_came_first(client_log: ClientLog, commitment: str) -> None:
    messages = [json.loads(raw) for raw in client_log.raw]
    upcoming = [(message.get("table") or {}).get("upcoming") or {} for message in messages]
    bound = next(number for number, shown in enumerate(upcoming) if shown.get("commitment") == commitment)
    sealed = next(number for number, shown in enumerate(upcoming) if shown.get("seals"))
    dealt = next(number for number, message in enumerate(messages) if message.get("view") is not None)
    assert bound < sealed < dealt


def _check_page(page: bytes, cards: set[str], secrets: list[str]) -> None:
    text = page.decode()
    for secret in secrets:
        assert secret not in text
    if text.startswith("{"):
        message = json.loads(text)
        if message.get("status") in {"round_over", "over"}:
            message["hands"] = None  # they lie open for the count
        assert not [place for place, found in texts_in(message) if found in cards]
    else:  # figures and the page
        assert not {word for word in re.split(r"[^\w+*-]+", text) if word in cards and not word.isalpha()}


def _show_another_hand(message: Any) -> None:
    hands = message["view"]["hands"]
    hands[hands.index(None)] = ["r1"]


def _show_a_drawn_card(message: Any) -> None:
    next(event for event in message["events"] if event["event"] == "draw" and "card" not in event)["card"] = "r1"


def _show_a_missed_card(message: Any) -> None:
    hidden = (event for missed in message["missed"] for event in missed.get("events", []) if event["event"] == "draw")
    next(event for event in hidden if "card" not in event)["card"] = "r1"


def _show_guilt(message: Any) -> None:
    message["view"]["pending"]["guilty"] = True


def _show_a_challenged_hand(message: Any) -> None:
    assert message["view"]["shown"] is None
    message["view"]["shown"] = {"seat": 0, "hand": ["r1"]}


def _show_the_pile(message: Any) -> None:
    message["view"]["pile"] = []


def _show_a_card_on_the_top_card(message: Any) -> None:
    assert message["view"] is not None
    message["laid"] = "r1"


def _show_a_card_in_a_new_field(message: Any) -> None:
    message["next"] = "r1"


def _show_a_card_in_a_name(message: Any) -> None:
    message["table"]["setup"]["preset"] = "r1"


def _show_a_card_in_a_text(message: Any) -> None:
    message["text"] += " because of b3, y4, g9 and r2"


PLANTS: tuple[Callable[[Any], None], ...] = (
    _show_another_hand,
    _show_a_drawn_card,
    _show_a_missed_card,
    _show_guilt,
    _show_a_challenged_hand,
    _show_the_pile,
    _show_a_card_on_the_top_card,
    _show_a_card_in_a_new_field,
    _show_a_card_in_a_name,
    _show_a_card_in_a_text,
)


def test_the_check_notices_every_kind_of_leak(server: ServerProcess) -> None:
    server.wait_for("tables_open")
    left = set(PLANTS)
    for number in range(MAX_BATCHES):  # until there was a message of each kind: that depends on the deal
        match = RecordedMatch(server, TABLES[0], Random(f"planted {SEED} {number}"))
        asyncio.run(_play([match]))
        _, record = ask(server.url, f"/api/tables/{match.code}/matches/1/record")
        cards = set(Variant.of(load_edition("classic")).texts)
        checker = LeakChecker(true_states(record, match.updates), cards, [])
        left -= {plant for plant in left if _plant(plant, match, checker)}
        if not left:
            return
    raise AssertionError(f"there was nowhere to plant {[plant.__name__ for plant in left]}")


def _plant(plant: Callable[[Any], None], match: RecordedMatch, checker: LeakChecker) -> int:
    """Plant a leak into messages of a match, each of which must be noticed; return how many there were to take it."""
    planted = 0
    for client_log in match.client_logs:
        for raw in client_log.raw:
            message = json.loads(raw)
            with contextlib.suppress(KeyError, TypeError, ValueError, StopIteration, AssertionError):
                plant(message)
                planted += 1
                leaky = ClientLog(client_log.name, client_log.seat, [json.dumps(message)], client_log.said)
                with pytest.raises((AssertionError, msgspec.ValidationError)):
                    checker.examine(leaky)
            if planted > 20:
                break
    return planted


@pytest.mark.parametrize("path", ["", "/record", "/rounds/1", "/proof"])
def test_nothing_of_a_match_is_open_before_it_is_over_and_everything_after_it(server: ServerProcess, path: str) -> None:
    async def play() -> None:
        _, made = ask(server.url, "/api/play", {"seats": 2, "options": {"target": 0}})
        place = f"/api/tables/{made['code']}/matches/1{path}"
        async with Player(server.socket_url, made["code"], made["token"]) as player:
            await player.until(lambda: player.view is not None)
            for token in (None, made["token"]):
                status, body = ask(server.url, place, token=token)
                assert (status, body["error"]["reason"]) == (403, "match_not_over")
            await player.play(Random(SEED))
        assert ask(server.url, place)[0] == 200

    asyncio.run(play())
