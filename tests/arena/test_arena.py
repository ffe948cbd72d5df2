"""Runs of the arena: the same for a seed however they are played, fair, and not to be stopped by bad bots."""

# ruff: noqa: ARG002  # a bot has a bot's signature

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.arena import bad_bots

from huefall.arena import Plan, Report, as_object, as_table, enter, pool, report, run_arena
from huefall.arena.games import play_deal
from huefall.arena.picture import draw_report
from huefall.arena.ratings import rate
from huefall.editions import load_edition
from huefall.vocabulary.errors import HuefallError

FILE = str(Path(bad_bots.__file__))
CLASSIC = load_edition("classic")

#: Its first deal is short although a bot that only ever draws sits there: in one of the two games it comes to hold eleven
#: cards, and is asked once while it does.
SHORT = 13


def run(
    *sources: Any, players: int = 2, games: int = 8, workers: int = 0, edition: Any = CLASSIC, **more: Any
) -> Report:
    return run_arena(Plan(enter(sources), edition, players, games, **{"seed": 3, **more}), workers=workers)


def without_times(found: Report) -> dict[str, Any]:
    result = as_object(found)
    result.pop("seconds")
    for entrant in result["entrants"]:
        entrant.pop("decision_ms")
    return result


def test_the_same_seed_gives_the_same_result_on_any_number_of_processes() -> None:
    results = [without_times(run("normal", "easy", "random", workers=workers)) for workers in (0, 1, 2)]
    assert results[0] == results[1] == results[2]
    assert results[0] != without_times(run("normal", "easy", "random", seed=4))


def test_wins_add_up_and_shares_are_those_of_a_seat() -> None:
    found = run("normal", "random", players=4, games=16)
    normal, random = found.standings
    assert (normal.games, random.games) == (16, 48)
    assert normal.wins + random.wins + found.void == 16
    assert random.share.share == pytest.approx(random.wins / 48)
    assert found.pairs[0].share.share == pytest.approx(normal.wins / (normal.wins + random.wins / 3))


def test_players_who_play_the_same_have_the_same_share() -> None:
    """Bots that take no chance play a deal the same way whoever sits where: rotation gives each of them each result."""

    class First(bad_bots.Good):
        def choose(self, view: Any, rng: Random) -> Any:
            return view["legal"][0]

    found = run(First, First, players=2, games=20)
    first, second = found.standings
    assert first.name == "First" and second.name == "First 2"
    assert first.wins == second.wins


def test_whole_matches_are_played_to_their_target() -> None:
    rounds = run("normal", "easy", games=4)
    matches = run("normal", "easy", games=4, matches=True, options={"target": 200})
    assert matches.mean_moves > 1.5 * rounds.mean_moves
    assert sum(standing.wins for standing in matches.standings) == 4
    assert as_object(matches)["played"] == "matches" and "4 matches on 2 deals" in as_table(matches)


def test_bots_have_chance_of_their_own() -> None:
    """What one bot draws from its generator changes nothing for another one."""

    class Thirsty(bad_bots.Good):
        def choose(self, view: Any, rng: Random) -> Any:
            rng.seed(1)
            return super().choose(view, rng)

        def claim(self, view: Any, rng: Random) -> Any:
            rng.seed(2)

    sober = run(bad_bots.Good, "easy", games=6)
    thirsty = run(Thirsty, "easy", games=6)
    assert [standing.wins for standing in sober.standings] == [standing.wins for standing in thirsty.standings]
    assert sober.mean_moves == thirsty.mean_moves


@pytest.mark.parametrize(("name", "kind"), [("Raiser", "raised"), ("Liar", "illegal"), ("Mute", "type")])
def test_a_bad_bot_loses_its_moves_to_the_default_and_the_games_go_on(name: str, kind: str) -> None:
    found = run(f"{FILE}:{name}", "random", games=2, seed=SHORT)
    bad = found.standings[0].log
    assert bad.faults[kind] == bad.faults.total() > 10
    assert found.standings[1].log.faults.total() == 0
    assert "deal 0: bot " in bad.messages[0] and "is played instead" in bad.messages[0]
    table = as_table(found)
    assert f"{name} lost {bad.faults.total():,} answers to the legal default:" in table
    assert f"… and {bad.faults.total() - 3:,} more" in table


def test_an_answer_that_comes_late_is_lost() -> None:
    found = run(bad_bots.Dawdler, "random", games=2, limit=0.005)
    assert found.standings[0].log.faults["late"] >= 1


@pytest.mark.parametrize(("name", "what"), [("Once", "did not answer within"), ("Killer", "ended its process")])
def test_a_bot_that_never_answers_or_ends_its_process_costs_one_game(name: str, what: str) -> None:
    found = run(f"{FILE}:{name}", "random", games=2, seed=SHORT, workers=1, limit=0.2)
    bad = found.standings[0].log
    assert found.games == 2
    assert bad.faults["late"] > 0
    assert any(what in message and "is not asked again in this game" in message for message in bad.messages)


def test_a_bot_that_never_answers_again_and_again_ends_the_run_with_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "MOST_STUCK", 1)
    with pytest.raises(HuefallError, match=r"bot 'Looper' did not answer within 1.02 s in 2 games"):
        run(f"{FILE}:Looper", "random", games=20, workers=1, limit=0.01)


def test_what_a_bot_prints_does_not_get_into_the_result(capfd: pytest.CaptureFixture[str]) -> None:
    run(f"{FILE}:Printer", "random", games=2, seed=SHORT, workers=1)
    written = capfd.readouterr()
    assert written.out == "" and "thinking aloud" in written.err


def test_a_bot_that_cannot_be_sent_to_another_process_is_refused_with_the_way_out() -> None:
    class Local(bad_bots.Good):
        pass

    with pytest.raises(HuefallError, match=r"enter it as module:Class, or play with workers=0"):
        run(Local, "random", games=2, workers=1)


def test_a_deal_can_be_played_by_its_number_alone() -> None:
    plan = Plan(enter(["normal", "easy"]), CLASSIC, 2, 40, seed=9)
    assert play_deal(plan, 13).games == play_deal(plan, 13).games
    assert play_deal(plan, 13).games != play_deal(plan, 14).games


def test_an_edition_of_ones_own_goes_to_other_processes() -> None:
    thunder = load_edition(str(Path(__file__).parents[2] / "docs" / "examples" / "thunder.toml"))
    assert run("normal", "random", games=2, workers=1, edition=thunder).games == 2


def test_the_stronger_one_has_the_higher_rating_and_equal_seats_share_one() -> None:
    found = run("normal", "random", players=3, games=30)
    better, worse = (standing.rating for standing in found.standings)
    assert better.mu > worse.mu and better.ordinal == better.mu - 3 * better.sigma
    assert worse.sigma < 25 / 3
    untouched = rate(3, [])
    assert [(rating.mu, round(rating.sigma, 2)) for rating in untouched] == [(25.0, 8.33)] * 3


def test_without_the_library_there_are_no_ratings_and_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(report, "can_rate", lambda: False)
    found = run("normal", "random", games=2)
    assert found.standings[0].rating is None
    assert as_object(found)["entrants"][0]["rating"] is None
    table = as_table(found)
    assert "rating " not in table.splitlines()[4] and "pip install 'huefall[arena]'" in table


def test_progress_is_told_and_the_object_can_be_written() -> None:
    told: list[tuple[int, int]] = []
    plan = Plan(enter(["easy", "random"]), CLASSIC, 2, 6, {"preset": "party"})
    found = run_arena(plan, workers=0, progress=lambda *done: told.append(done))
    assert told == [(2, 6), (4, 6), (6, 6)]
    result = json.loads(json.dumps(as_object(found)))
    assert result["games"] == 6 and result["options"]["stacking"] == "cumulative"
    low, high = result["entrants"][0]["interval"]
    assert 0 <= low <= result["entrants"][0]["share"] <= high <= 1
    assert result["entrants"][0]["decision_ms"]["p50"] <= result["entrants"][0]["decision_ms"]["p99"]


def test_the_table_names_the_best_first_and_who_beats_whom() -> None:
    table = as_table(run("random", "normal", "greedy", games=10)).splitlines()
    shares = [float(line.split()[3].rstrip("%")) for line in table[5:8]]
    assert shares == sorted(shares, reverse=True)
    assert table[9].startswith("against each other") and table[10].startswith("random – normal")


@pytest.mark.parametrize("edition", ["classic", "bts"])
def test_the_picture_has_every_bar_and_number_and_nothing_from_outside(edition: str) -> None:
    import xml.etree.ElementTree as ET

    class Odd(bad_bots.Good):
        """A name that is no good in SVG."""

    Odd.__name__ = "<Odd & co>"
    found = run(Odd, "random", games=4, players=3, edition=load_edition(edition))
    text = draw_report(found)
    root = ET.fromstring(text)  # noqa: S314  # our own
    words = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    for standing in found.standings:
        assert standing.name in words and f"{standing.share.share:.1%}" in words
    assert "equal: 33.3%" in words
    assert root.find("{http://www.w3.org/2000/svg}desc").text.endswith("Equal players would win 33.3% each.")
    assert "href" not in text and "url(" not in text
    assert all(float(bar.get("width")) > 0 for bar in root.iter("{http://www.w3.org/2000/svg}rect"))
