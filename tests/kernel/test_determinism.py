"""Same seed, same match: one by one, in a batch, in chunks, over threads, and with the compiler on and off."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from tests.kernel.outcomes import answer, play_batch
from tests.kernel.policy import play_to_the_end
from tests.random_play import EDITIONS, EVERYTHING, ROOT
from tests.scale import SEED, scaled

from huefall.game import Game
from huefall.kernel.compiler import COMPILED
from huefall.notation.position import write_position
from huefall.notation.variant import Variant

PARTY: dict[str, Any] = {"preset": "party"}
SETTINGS: list[tuple[str, dict[str, Any], int]] = [
    *((edition, options, players) for edition in EDITIONS for options, players in (({}, 2), (PARTY, 4))),
    ("classic", {"seven_zero": True, "hand_size": 5}, 3),
    ("classic", {"wild4": "enforce", "uno": "auto", "draw": "until_playable"}, 10),
    ("jurassic", {"footprints": "half", "drawn": "forced", "same_symbol": True}, 3),
    ("avengers", {"gauntlet_self": False, "challenge": False}, 5),
    (EVERYTHING, {"preset": "party", "seven_zero": True, "footprints": "half"}, 6),
]
GAMES = scaled(30, least=2)


def setting_id(value: object) -> str:
    return str(value).rsplit("/", maxsplit=1)[-1]


@pytest.mark.parametrize(("edition", "options", "players"), SETTINGS, ids=setting_id)
def test_chunks_and_threads_change_nothing(edition: str, options: dict[str, Any], players: int) -> None:
    variant = Variant.of(edition, options)
    winners, lengths, _ = play_batch(variant, players, SEED, 0, GAMES)
    assert GAMES < 10 or len(set(lengths)) > 1
    assert all(-1 <= winner < players for winner in winners)
    assert all(0 < length <= 5000 for length in lengths)
    parts = [(first, min(2, GAMES - first)) for first in range(0, GAMES, 2)]
    with ThreadPoolExecutor(3) as pool:
        played = list(pool.map(lambda part: play_batch(variant, players, SEED, *part), parts))
    assert [winner for part in played for winner in part[0]] == winners
    assert [length for part in played for length in part[1]] == lengths


@pytest.mark.parametrize(("edition", "options", "players"), SETTINGS, ids=setting_id)
def test_a_game_played_one_move_at_a_time_is_the_game_of_the_batch(
    edition: str, options: dict[str, Any], players: int
) -> None:
    """The batch chooses and plays by shortcuts; ``Game`` lists, judges and carries out every move, with the same random words."""
    variant = Variant.of(edition, options)
    for number in range(GAMES):
        game = Game.new(edition, players, options, seed=SEED, number=number)
        play_to_the_end(game)
        winners, lengths, state = play_batch(variant, players, SEED, number, 1)
        what = f"{edition} {options} players={players} seed={SEED} number={number}"
        assert write_position(state, variant) == game.position(), what
        assert (winners, lengths) == ([-1 if game.winner is None else game.winner], [game.position()["moves"]]), what
        assert state[0]["seed"].tolist() == game.record_of_state[0]["seed"].tolist(), what


def test_another_seed_or_number_gives_another_game() -> None:
    variant = Variant.of("classic")
    _, lengths, _ = play_batch(variant, 3, SEED, 0, 40)
    assert play_batch(variant, 3, SEED + 1, 0, 40)[1] != lengths
    assert play_batch(variant, 3, SEED, 1, 40)[1] == [*lengths[1:], *play_batch(variant, 3, SEED, 40, 1)[1]]
    decks = {tuple(Game.new(seed=seed, number=number).deck) for seed in (1, 2, 2**40, 2**62) for number in range(5)}
    assert len(decks) == 20


@pytest.mark.process
@pytest.mark.skipif(not COMPILED, reason="the run with the compiler on compares both")
def test_the_compiler_changes_nothing() -> None:
    """A process with the compiler off: same winners, lengths, deals and reshuffles, by fast and by secret seeds."""
    requests: list[dict[str, Any]] = [
        {"kind": "batch", "edition": edition, "options": options, "players": players}
        | {"seed": SEED, "first": 5, "count": 3}
        for edition, options, players in SETTINGS
    ]
    secret = bytes(range(7, 39)).hex()
    requests += [
        {"kind": "table", "edition": edition, "options": {}, "players": 3, "seed": seed, "moves": moves}
        for edition in EDITIONS
        for seed, moves in ((SEED, 160), (0, 0), (2**63 - 1, 0), (secret, 160 if edition == "classic" else 0))
    ]
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(
        [sys.executable, "-m", "tests.kernel.outcomes"],
        input=json.dumps(requests),
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        env=environment,
    )
    assert done.returncode == 0, done.stderr
    for request, found in zip(requests, json.loads(done.stdout), strict=True):
        assert found == json.loads(json.dumps(answer(request))), request
