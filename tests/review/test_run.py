"""Reviews of whole matches: parts add up, threads change nothing, and every match that can be played can be reviewed."""

from __future__ import annotations

from collections.abc import Callable
from math import fsum
from random import Random
from typing import Any

import msgspec
import pytest
from tests.random_play import PRINTED_BTS, THUNDER

from huefall.editions import SHIPPED
from huefall.game import Match
from huefall.notation.variant import Variant
from huefall.record import RecordError, open_record, write_record
from huefall.review import Review, ReviewCancelled, ReviewEffort, ReviewError, review_match, review_record
from huefall.review.estimator import fitting_effort


def check_sums(review: Review, match: Match) -> None:
    """Every chain of chances is unbroken, and its parts make up the result exactly."""
    for played, recorded in zip(review.rounds, match.rounds, strict=True):
        assert [point.step for point in played.steps] == list(range(len(recorded.moves) + 1))
        assert [(point.seat, point.sentence, point.foul) for point in played.steps[1:]] == [
            (move.seat, move.sentence, move.foul) for move in recorded.moves
        ]
        before = (played.start,) * match.players
        for point in played.steps:
            for seat in range(match.players):
                change = round(point.play[seat] + point.luck[seat], 6)
                assert round(before[seat] + change, 6) == point.chances[seat]
            before = point.chances
    for summary in [*review.summary, *(each for played in review.rounds for each in played.summary)]:
        parts = (summary.start, summary.deal, summary.draws, summary.own, summary.others)
        assert round(fsum(parts), 6) == summary.result
    for seat, summary in enumerate(review.summary):
        assert summary.result == round(fsum(played.summary[seat].result for played in review.rounds), 6)


@pytest.mark.parametrize("edition", [*SHIPPED, THUNDER, PRINTED_BTS])
@pytest.mark.parametrize("preset", ["official", "party"])
def test_parts_add_up_in_every_edition(edition: str, preset: str, play_on: Callable[..., Match], by_hand: Any) -> None:
    match = play_on(Match(edition, 3, {"preset": preset}, seed=5), Random(5), rounds=2)
    review = review_match(match, estimator=by_hand(noise=0.3), threads=2)
    check_sums(review, match)
    for played, recorded in zip(review.rounds, match.rounds, strict=True):
        assert played.winner == recorded.result.winner
        assert played.steps[-1].chances == tuple(float(seat == played.winner) for seat in range(3))
    assert msgspec.json.decode(review.dump(), type=Review) == review


@pytest.mark.parametrize("players", [2, 10])
def test_parts_add_up_at_small_and_large_tables(players: int, play_on: Callable[..., Match], by_hand: Any) -> None:
    match = play_on(Match("classic", players, {"seven_zero": True}, seed=3), Random(3), rounds=1)
    check_sums(review_match(match, estimator=by_hand(noise=0.3), threads=2), match)


def test_fouls_claims_and_cuts_are_steps_like_any_other(party: Match, by_hand: Any) -> None:
    review = review_match(party, estimator=by_hand(width=0.0), threads=2)
    check_sums(review, party)
    fouls = [mistake for played in review.rounds for mistake in played.mistakes if mistake.fault == "foul"]
    assert fouls
    for mistake in fouls:
        point = review.rounds[mistake.round - 1].steps[mistake.step]
        assert point.foul and mistake.better is None and mistake.reason.code == "foul"
        assert mistake.gain == round(-point.play[mistake.seat], 6) >= 0.03


def test_the_same_seed_gives_the_same_review_whatever_the_number_of_threads(party: Match, by_hand: Any) -> None:
    reviews = [review_match(party, estimator=by_hand(noise=0.5), seed=7, threads=threads) for threads in (1, 2, 5)]
    assert reviews[0] == reviews[1] == reviews[2]
    assert reviews[0] != review_match(party, estimator=by_hand(noise=0.5), seed=8, threads=2)


def test_no_two_estimates_share_their_chance(party: Match, by_hand: Any) -> None:
    estimator = by_hand()
    review_match(party, estimator=estimator, threads=1)
    seeds = [seed for _, _, seed in estimator.asked]
    assert len(seeds) > 100
    assert len(set(seeds)) == len(seeds)


def test_moves_are_judged_by_what_their_player_could_see(party: Match, by_hand: Any) -> None:
    estimator = by_hand()
    review_match(party, estimator=estimator, threads=1)
    assert estimator.views
    for view in estimator.views:
        assert view["turn"] == view["seat"] or all(said.split()[0] in {"catch", "play"} for said in view["legal"])
        assert [hand is not None for hand in view["hands"]] == [seat == view["seat"] for seat in range(3)]
        assert "pile" not in view
        assert view["told"][0]["event"] == "deal"
        assert len(view["told"][0]["cards"]) == 7
        drawn = [event for event in view["told"] if event["event"] == "draw" and "card" in event]
        assert all(event["seat"] == view["seat"] for event in drawn)


@pytest.mark.parametrize("of_record", [False, True])
def test_a_review_plays_every_move_once(
    party: Match, by_hand: Any, monkeypatch: pytest.MonkeyPatch, of_record: bool
) -> None:
    record, moves = write_record(party), [move.sentence for played in party.rounds for move in played.moves]
    played: list[str] = []
    play = Match.play

    def count(match: Match, seat: int, sentence: Any, **more: Any) -> Any:
        played.append(str(sentence))
        return play(match, seat, sentence, **more)

    monkeypatch.setattr(Match, "play", count)
    if of_record:
        review_record(open_record(record), estimator=by_hand(), threads=2)
    else:
        review_match(party, estimator=by_hand(), threads=2)
    assert played == moves


def test_the_review_of_a_record_is_that_of_its_match(party: Match, by_hand: Any) -> None:
    of_record = review_record(open_record(write_record(party)), estimator=by_hand(noise=0.2), threads=2)
    assert of_record == review_match(party, estimator=by_hand(noise=0.2), threads=2)


def test_a_record_that_does_not_hold_has_no_review(party: Match, by_hand: Any) -> None:
    *lines, last = write_record(party).splitlines(keepends=True)
    with pytest.raises(RecordError, match="breaks off"):
        review_record(open_record(lines), estimator=by_hand(), threads=2)
    scores = f'"scores": {party.scores}'
    assert scores in last
    with pytest.raises(RecordError, match="scores is"):
        review_record(
            open_record([*lines, last.replace(scores, '"scores": [1, 2, 3]')]), estimator=by_hand(), threads=2
        )


def test_progress_counts_every_step_once(party: Match, by_hand: Any) -> None:
    told: list[tuple[int, int]] = []
    review = review_match(party, estimator=by_hand(), threads=3, progress=lambda *step: told.append(step))
    steps = sum(len(played.steps) for played in review.rounds)
    assert told == [(done, steps) for done in range(1, steps + 1)]


def test_a_review_can_be_given_up(party: Match, by_hand: Any) -> None:
    asked = iter([False, False, True])
    estimator = by_hand()
    done: list[int] = []
    with pytest.raises(ReviewCancelled):
        review_match(
            party,
            estimator=estimator,
            threads=2,
            cancelled=lambda: next(asked),
            progress=lambda count, _: done.append(count),
        )
    assert done == [1, 2]


def test_an_error_in_a_thread_is_raised(party: Match, by_hand: Any) -> None:
    class Broken(by_hand):  # type: ignore[misc]
        def chances(self, *_: Any, **__: Any) -> Any:
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        review_match(party, estimator=Broken(), threads=2)


def test_an_unfinished_match_is_reviewed_as_far_as_it_was_played(play_on: Callable[..., Match], by_hand: Any) -> None:
    match = play_on(Match("classic", 3, seed=11), Random(11), moves=17)
    assert not match.round_over
    review = review_record(open_record(write_record(match)), estimator=by_hand(), threads=1)
    check_sums(review, match)
    (played,) = review.rounds
    assert not review.finished and not played.over and played.winner is None
    assert played.points == () and review.winners == ()
    assert all(0 < summary.result < 1 for summary in review.summary)


def test_a_match_without_moves_is_all_luck_of_the_deal(by_hand: Any) -> None:
    review = review_match(Match("classic", 4, seed=2), estimator=by_hand(), threads=1)
    for summary in review.summary:
        assert summary.draws == summary.own == summary.others == 0
        assert round(summary.start + summary.deal, 6) == summary.result
        assert summary.accuracy is None and summary.average_loss is None


def test_a_void_round_is_luck_also_in_a_match_from_a_position(by_hand: Any) -> None:
    position = {"hands": [["b1", "b2", "b6"], ["b3", "b4"]], "discard": ["r5"], "color": "r", "pile": [], "turn": 1}
    match = Match.from_position(Variant.of("classic"), position, bytes(32))
    match.play(1, "pass")  # nothing fits, and nothing is left to draw
    match.play(0, "pass")
    assert match.game.winner is None
    review = review_match(match, estimator=by_hand(), threads=1)
    check_sums(review, match)
    (played,) = review.rounds
    # Weights by hand: 2 ** -3 against 2 ** -2.
    assert played.steps[0].chances == played.steps[1].chances == (0.333333, 0.666667)
    assert played.over and played.winner is None
    assert played.steps[-1].chances == (0.0, 0.0)
    assert played.steps[-1].play == (0.0, 0.0)
    assert [summary.result for summary in review.summary] == [0.0, 0.0]


def test_a_match_decided_by_tally_names_its_winners(play_on: Callable[..., Match], by_hand: Any) -> None:
    match = play_on(Match("classic", 3, {"scoring": "tally", "target": 60}, seed=4), Random(4), rounds=20)
    assert match.over
    review = review_match(match, estimator=by_hand(), threads=2)
    check_sums(review, match)
    assert review.finished
    assert review.winners == tuple(match.winners)
    assert review.scores == tuple(match.scores)
    assert min(review.scores) == review.scores[review.winners[0]]


def test_names_and_what_an_own_edition_calls_its_cards_travel_with_the_review(by_hand: Any) -> None:
    match = Match(THUNDER, 2, seed=1, notes={"seat 1": "Bo"})
    review = review_match(match, estimator=by_hand(), threads=1)
    assert review.players == ("", "Bo")
    assert review.theme == "classic"
    assert review.titles == match.variant.edition.titles() != {}


def test_a_match_without_its_moves_cannot_be_reviewed(by_hand: Any) -> None:
    with pytest.raises(ReviewError, match="not kept its moves"):
        review_match(Match("classic", 2, seed=1, keeps_moves=False), estimator=by_hand())


def test_a_seed_out_of_range_is_refused(party: Match, by_hand: Any) -> None:
    with pytest.raises(ReviewError, match="got -1"):
        review_match(party, estimator=by_hand(), seed=-1)


def test_a_longer_match_is_tried_less_per_move_and_never_not_at_all() -> None:
    assert fitting_effort(10).chances > fitting_effort(800).chances > fitting_effort(50_000).chances > 0
    assert fitting_effort(0) == fitting_effort(1)


def test_the_effort_asked_for_is_the_effort_made(party: Match, by_hand: Any) -> None:
    estimator = by_hand()
    review = review_match(party, estimator=estimator, effort=ReviewEffort(11, 5, 23), threads=1)
    made = {(what, rollouts) for what, rollouts, _ in estimator.asked}
    assert made == {("chances", 11), ("after", 11), ("rank", 5), ("rank", 23)}
    assert review.effort == ReviewEffort(11, 5, 23)
