"""Same seed, same result: on one thread, on several, in chunks, and one by one."""

from __future__ import annotations

from typing import Any

import pytest

from huefall.editions import SHIPPED, OptionError
from huefall.notation.variant import Variant
from huefall.sim import Tally, simulate
from huefall.sim.report import as_object, as_table
from huefall.vocabulary.errors import HuefallError

PARTY: dict[str, Any] = {"preset": "party", "seven_zero": True}


@pytest.mark.parametrize("edition", SHIPPED)
@pytest.mark.parametrize("options", [{}, PARTY], ids=["official", "party"])
def test_threads_and_chunks_change_nothing(edition: str, options: dict[str, Any]) -> None:
    variant = Variant.of(edition, options)
    whole = simulate(variant, 3, 300, seed=4)
    assert whole.rounds == 300
    assert simulate(variant, 3, 300, seed=4, threads=2, chunk=7) == whole
    assert simulate(variant, 3, 300, seed=4, threads=3, chunk=64) == whole
    single = sum((simulate(variant, 3, 1, seed=4, first=number) for number in range(300)), Tally((0,) * 3))
    assert single == whole


def test_another_seed_gives_other_rounds() -> None:
    variant = Variant.of("classic")
    assert simulate(variant, 2, 100, seed=1) != simulate(variant, 2, 100, seed=2)


def test_every_seat_wins_about_as_often() -> None:
    tally = simulate(Variant.of("classic"), 4, 4000, seed=0)
    # A quarter of 4000 is 1000; five standard deviations are 137. The dealer is drawn, so no seat is favoured.
    assert all(abs(wins - 1000) < 137 for wins in tally.wins), tally


def test_progress_is_reported_after_every_chunk() -> None:
    told: list[tuple[int, int]] = []
    simulate(Variant.of("classic"), 2, 25, chunk=10, progress=lambda done, games: told.append((done, games)))
    assert told == [(10, 25), (20, 25), (25, 25)]


def test_players_that_cannot_be_dealt_to_are_refused_SETUP_01() -> None:  # noqa: N802
    with pytest.raises(OptionError, match="hand_size 20 for 10 players"):
        simulate(Variant.of("classic", {"hand_size": 20}), 10, 1)


def test_a_chunk_larger_than_its_room_is_refused() -> None:
    with pytest.raises(HuefallError, match="a chunk is 1 to"):
        simulate(Variant.of("classic"), 2, 1, chunk=10**6)


def test_the_report_is_an_aligned_table() -> None:
    variant = Variant.of("classic", {"cut": True})
    table = as_table(variant, Tally((1500, 500), 0, 80_000, 12, 300, 50_000), seed=3, cpu_seconds=0.5)
    assert table.splitlines() == [
        "classic, 2 players, cut=on",
        "2,000 rounds of random play, seed 3",
        "",
        "seat   wins    share   95 % interval",
        "   0  1,500  75.00%   73.06% … 76.85%",
        "   1    500  25.00%   23.15% … 26.94%",
        "void      0   0.00%    0.00% …  0.19%",
        "",
        "moves per round  mean 40.0, min 12, max 300",
        "turns per round  mean 25.0",
        "throughput       4,000 rounds per CPU-second (160,000 moves)",
    ]


def test_the_report_as_an_object() -> None:
    found = as_object(Variant.of("bts", {"cut": True}), Tally((3, 1), 0, 200, 40, 60, 120), seed=3, cpu_seconds=2.0)
    assert found["edition"] == "bts"
    assert found["options"] == {"cut": True}
    assert (found["players"], found["games"], found["seed"], found["void"]) == (2, 4, 3, 0)
    assert found["wins"][0]["share"] == 0.75
    assert found["moves"] == {"mean": 50.0, "min": 40, "max": 60, "total": 200}
    assert found["turns"] == {"mean": 30.0, "total": 120}
    assert found["games_per_cpu_second"] == 2.0
