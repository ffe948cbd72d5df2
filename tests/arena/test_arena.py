"""Runs of the arena are reproducible from their seed, fair, and not stopped by bad bots."""

# ruff: noqa: ARG002  # a bot has a bot's signature

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.arena import bad_bots

from huefall.arena import Plan, Report, as_object, as_table, enter, games, report, run_arena, stuck
from huefall.arena.games import DealResult, EntrantLog, GameResult, play_deal
from huefall.arena.picture import draw_report
from huefall.arena.report import make_report
from huefall.arena.seat import time_step
from huefall.editions import load_edition
from huefall.game import Game
from huefall.texts.columns import width
from huefall.vocabulary.errors import HuefallError

#: Why a test is left to `make check`.
WAITS = "waits out several time limits; test_a_bot_that_never_answers_or_ends_its_process_costs_one_game waits out one"

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


@pytest.mark.process
def test_the_same_seed_gives_the_same_result_on_any_number_of_processes() -> None:
    results = [without_times(run("normal", "easy", "random", workers=workers)) for workers in (0, 1, 2)]
    assert results[0] == results[1] == results[2]
    assert results[0] != without_times(run("normal", "easy", "random", seed=4))


def test_wins_add_up_and_shares_are_those_of_a_seat() -> None:
    found = run("normal", "random", players=4, games=16)
    normal, random = found.standings
    assert (normal.seats, random.seats) == (16, 48)
    assert normal.wins + random.wins + found.void == 16
    assert random.share.share == pytest.approx(random.wins / 48)
    assert found.pairs[0].share.share == pytest.approx(normal.wins / (normal.wins + random.wins / 3))


def test_players_who_play_the_same_have_the_same_share() -> None:
    """Deterministic bots play a deal the same way in any seats: rotation gives each of them each result."""

    class First(bad_bots.Good):
        def choose(self, view: Any, rng: Random) -> Any:
            return view["legal"][0]

    found = run(First, First, players=2, games=20)
    first, second = found.standings
    assert first.name == "good" and second.name == "good 2"
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
    assert f"{name.lower()} lost {bad.faults.total():,} answers to the legal default:" in table
    assert f"… and {bad.faults.total() - 3:,} more" in table


def test_an_answer_that_comes_late_is_lost() -> None:
    found = run(bad_bots.Dawdler, "random", games=2, limit=0.005)
    assert found.standings[0].log.faults["late"] >= 1


@pytest.mark.process
@pytest.mark.parametrize(("name", "what"), [("Once", "did not answer within"), ("Killer", "ended its process")])
def test_a_bot_that_never_answers_or_ends_its_process_costs_one_game(name: str, what: str) -> None:
    found = run(f"{FILE}:{name}", "random", games=2, seed=SHORT, workers=1, limit=0.2)
    bad = found.standings[0].log
    assert found.games == 2
    assert bad.faults["late"] > 0
    assert any(what in message and "is not asked again in this game" in message for message in bad.messages)


@pytest.mark.process
@pytest.mark.exhaustive(WAITS)
def test_after_a_few_games_without_its_answer_a_bot_is_not_asked_any_more_and_the_run_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(stuck, "MAX_STUCK", 2)
    found = [run(f"{FILE}:Killer", "random", games=12, seed=SHORT, workers=workers) for workers in (1, 2)]
    assert without_times(found[0]) == without_times(found[1]), "for any distribution of the deals to processes"
    bad, good = (standing.log for standing in found[0].standings)
    assert found[0].games == 12
    assert bad.dropped == {"ended": 2} and bad.faults == {"late": 2}, "asked twice in vain, and never again"
    assert 9 <= bad.by_default <= 12
    assert good.by_default == 0 and not good.dropped
    told = as_object(found[0])["entrants"][0]
    assert told["left"] == {"unanswered": 0, "ended": 2, "unmade": 0}
    assert told["seats_by_default"] == bad.by_default
    line = f"killer ended its process in 2 games; the legal default played for it on {bad.by_default} of 12 seats."
    assert line in as_table(found[0])


@pytest.mark.process
@pytest.mark.exhaustive(WAITS)
def test_a_game_waits_once_for_a_bot_however_many_seats_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stuck, "MAX_STUCK", 2)
    found = run("random", f"{FILE}:Twin", players=4, games=4, seed=SHORT, workers=1, limit=0.1)
    twin = found.standings[1]
    assert twin.log.dropped == {"unanswered": 2}
    assert twin.log.by_default == twin.seats == 12
    line = "the twin did not answer within 1.2 s in 2 games; the legal default played for it on 12 of 12 seats."
    assert line in as_table(found) and "or give it more time (--limit)" in as_table(found)


@pytest.mark.process
def test_a_bot_that_is_never_done_being_made_costs_its_games_and_not_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stuck, "MAX_STUCK", 1)
    found = run(f"{FILE}:Sleeper", "random", games=4, seed=SHORT, workers=1, limit=0.1)
    bad = found.standings[0].log
    assert found.games == bad.by_default == 4
    assert bad.dropped == {"unanswered": 1} and "did not answer within 1.2 s" in bad.messages[0]


def test_a_bot_that_cannot_be_made_in_a_game_loses_that_game_to_the_default() -> None:
    bad_bots.Unlucky.made = 0
    found = run(bad_bots.Unlucky, "random", games=4, seed=SHORT)
    bad = found.standings[0].log
    assert bad.dropped == {"unmade": 2} and bad.by_default == 2
    assert bad.faults == {"raised": 2} and "cannot be made (RuntimeError: no luck)" in bad.messages[0]
    assert "unlucky could not be made in 2 games; the legal default played for it on 2 of 4 seats." in as_table(found)


def test_a_bot_has_one_name_everywhere_its_level() -> None:
    found = run(f"{FILE}:Liar", f"{FILE}:Liar", games=2, seed=SHORT)
    assert [standing.name for standing in found.standings] == ["liar", "liar 2"]
    assert [entrant["name"] for entrant in as_object(found)["entrants"]] == ["liar", "liar 2"]
    table, drawn = as_table(found), draw_report(found)
    assert "liar 2 lost" in table and "bot 'liar 2' on seat" in table and "Liar" not in table
    assert ">liar 2</text>" in drawn and "Liar" not in drawn


@pytest.mark.process
def test_a_search_limit_in_positions_can_be_repeated_and_is_shown() -> None:
    runs = [run("expert:40", "hard:20", games=4, workers=workers, seed=7) for workers in (0, 1)]
    assert without_times(runs[0]) == without_times(runs[1])
    assert [standing.name for standing in runs[0].standings] == ["expert:40", "hard:20"]


@pytest.mark.process
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


@pytest.mark.process
def test_an_edition_of_ones_own_goes_to_other_processes() -> None:
    thunder = load_edition(str(Path(__file__).parents[2] / "docs" / "examples" / "thunder.toml"))
    assert run("normal", "random", games=2, workers=1, edition=thunder).games == 2


def test_an_edition_of_ones_own_is_called_by_its_title_and_found_by_its_file() -> None:
    thunder = load_edition(str(Path(__file__).parents[2] / "docs" / "examples" / "thunder.toml"))
    found = run("easy", "random", games=2, edition=thunder)
    assert as_table(found).startswith("Thunder, 2 players, official rules\n")
    assert ">Thunder, 2 players, 2 rounds" in draw_report(found)
    assert as_object(found)["edition"] == thunder.source


def test_times_have_two_digits_and_a_unit() -> None:
    log = EntrantLog(Counter({time_step(0.0000206): 98, time_step(0.204): 2}))
    plan = Plan(enter(["easy", "random"]), CLASSIC, 2, 2)
    played = tuple(GameResult((0, 1), (0,), 40) for _ in range(2))
    lines = as_table(make_report(plan, [DealResult(0, played, (log, EntrantLog()))], 1.0)).splitlines()
    assert lines[4].split()[-3:] == ["p50", "p99", "faults"]
    assert lines[5].endswith("  21 µs  210 ms       0"), "to a step of 5 %"
    assert lines[6].endswith("      –       –       0"), "it was not asked"


def test_one_of_a_thing_is_one() -> None:
    found = run("easy", "random", games=2)
    assert "2 rounds on 1 deal, seats rotated" in as_table(found)
    assert "2 rounds on 1 deal with seats rotated" in draw_report(found)


def test_the_stronger_one_has_the_higher_rating_and_equal_seats_share_one() -> None:
    found = run("normal", "random", players=3, games=30)
    better, worse = (standing.rating for standing in found.standings)
    assert better.mu > worse.mu and worse.sigma < 25 / 3
    told = as_object(found)["entrants"][0]["rating"]
    assert told["ordinal"] == better.mu - 3 * better.sigma
    assert told["interval"] == [better.mu - 2 * better.sigma, better.mu + 2 * better.sigma]
    assert f"  {better.mu:.0f} ± {2 * better.sigma:.0f}  " in as_table(found)


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


def test_seats_games_and_decided_games_are_called_so() -> None:
    found = run("normal", "easy", "random", players=4, games=8)
    told = as_object(found)
    assert told["games"] == 8
    assert [entrant["seats"] for entrant in told["entrants"]] == [8, 8, 16]
    wins = {entrant["name"]: entrant["wins"] for entrant in told["entrants"]}
    pair = told["pairs"][0]
    assert pair["decided"] == wins[pair["first"]] + wins[pair["second"]] < 8
    table = as_table(found)
    assert table.splitlines()[4].split()[:3] == ["bot", "seats", "wins"]
    assert "against each other  decided  share" in table


def test_a_match_that_two_share_is_one_decided_game() -> None:
    """Three matches of three who meet: shared by the first two, won by the second, won by the third."""
    plan = Plan(enter(["normal", "easy", "random"]), CLASSIC, 3, 3, matches=True, seed=3)
    played = tuple(GameResult((0, 1, 2), winners, 40) for winners in ((0, 1), (1,), (2,)))
    found = make_report(plan, [DealResult(0, played, tuple(EntrantLog() for _ in range(3)))], 1.0)
    decided = {(pair.first, pair.second): pair.decided for pair in found.pairs}
    assert decided == {("normal", "easy"): 2, ("normal", "random"): 2, ("easy", "random"): 3}
    assert found.pairs[0].share.share == pytest.approx(0.5 / 2), "of the shared one each has a half"


def test_names_in_chinese_leave_the_columns_of_the_table_straight() -> None:
    class Clever(bad_bots.Good):
        level = "聰明的電腦"

    lines = as_table(run(Clever, "random", "greedy", games=2)).splitlines()
    standings, pairs = lines[4:8], lines[9:13]
    assert any("聰明的電腦" in line for line in standings) and any("聰明的電腦" in line for line in pairs)
    for rows in (standings, pairs):
        assert len({width(line) for line in rows}) == 1, rows


def test_every_round_but_the_first_is_dealt_even_where_nobody_moved_before(monkeypatch: pytest.MonkeyPatch) -> None:
    class Still:
        """A table without moves, whose third round decides the match."""

        moves, winner, rounds = 0, None, 1

        @property
        def match_winners(self) -> list[int]:
            return [1] if self.rounds == 3 else []

        def next_round(self) -> None:
            self.rounds += 1

    monkeypatch.setattr(Game, "new", lambda *_, **__: Still())
    monkeypatch.setattr(games, "play_round", lambda *_: None)
    plan = Plan(enter(["normal", "easy"]), CLASSIC, 2, 2, matches=True)
    assert [game.winners for game in play_deal(plan, 0).games] == [(1,), (1,)]


def test_an_own_bot_does_not_take_the_name_of_one_that_ships() -> None:
    class Hard(bad_bots.Good):
        level = "hard"

    assert [entrant.name for entrant in enter([Hard, "hard:1", "hard", Hard])] == ["hard 2", "hard:1", "hard", "hard 3"]
    assert enter([Hard])[0].name == "hard 2", "a reader takes “hard” for the one that ships"


def test_long_names_and_many_of_them_stay_within_the_picture() -> None:
    import xml.etree.ElementTree as ET

    def named(level: str) -> type:
        return type("Named", (bad_bots.Good,), {"level": level})

    names = ["x" * 40, "W" * 40, "很長的名字" * 8, *(f"bot of many {number}" for number in range(7))]
    found = run(*(named(name) for name in names), games=2, players=10)
    root = ET.fromstring(draw_report(found))  # noqa: S314  # our own
    texts = list(root.iter("{http://www.w3.org/2000/svg}text"))
    assert texts[0].text == "Share of rounds won"
    rows = [element for element in texts if element.get("font-weight") == "600" and element.get("font-size") == "16"]
    labels = {str(row.text): float(row.get("x", "0")) for row in rows}
    assert len(labels) == 10
    assert {label[-1] for label in labels if label[0] in "xW很"} == {"…"}
    for (
        label,
        end,
    ) in labels.items():  # a Chinese letter is as wide as it is high, others are half of that or a little more
        assert sum(16 if ord(char) > 0x3000 or char == "W" else 10 for char in label) <= end
    described = root.find("{http://www.w3.org/2000/svg}desc").text
    assert "x" * 40 in described, "those who cannot see it have the whole name"


@pytest.mark.parametrize("edition", ["classic", "bts"])
def test_the_picture_has_every_bar_and_number_and_nothing_from_outside(edition: str) -> None:
    import xml.etree.ElementTree as ET

    class Odd(bad_bots.Good):
        """A name that is no good in SVG."""

    Odd.level = "<Odd & co>"
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
