"""The history a table keeps in memory."""

from __future__ import annotations

from typing import get_args

from huefall.protocol.messages import Did, First
from huefall.server.tables import entries
from huefall.server.tables.history import MAX_KEPT_CHANGES, MAX_MISSED_CHANGES, Change, History

KINDS = {entries.tag_of(kind): kind for kind in get_args(entries.TableEntry)}


def noted(*what: str) -> History:
    history = History()
    for revision, word in enumerate(what, 1):
        history.add(Change(revision, KINDS[word], Did(0, "draw") if word == "moved" else None))
    return history


def test_the_round_so_far_begins_with_its_deal() -> None:
    history = noted("created", "sat", "committed", "dealt", "moved", "dealt", "moved", "paced", "moved")
    assert [change.what for change in history.round_so_far()] == ["dealt", "moved", "paced", "moved"]


def test_before_the_first_deal_there_is_no_round() -> None:
    assert noted("created", "sat").round_so_far() == []
    assert noted().round_so_far() == []


def test_a_long_round_is_remembered_beyond_what_clients_may_miss() -> None:
    history = noted("dealt", *["moved"] * 200)
    assert len(history.round_so_far()) == 201
    missed, complete = history.missed_since(1)
    assert (len(missed), complete) == (MAX_MISSED_CHANGES, False)


def test_of_an_endless_round_the_latest_part_is_remembered() -> None:
    history = noted("dealt", *["moved"] * 1000)
    changes = history.round_so_far()
    assert len(changes) == MAX_KEPT_CHANGES
    assert changes[-1].revision == 1001


def test_a_deal_lets_the_rounds_before_be_forgotten_but_for_those_who_come_back() -> None:
    history = noted("dealt", *["moved"] * 200, "dealt")
    assert len(history.latest) == MAX_MISSED_CHANGES
    assert [change.what for change in history.round_so_far()] == ["dealt"]
    assert history.missed_since(202 - MAX_MISSED_CHANGES)[1]


def moves(*said: tuple[int, str, bool]) -> History:
    history = History()
    for revision, (seat, move, is_answer) in enumerate(said, 1):
        history.add(Change(revision, entries.Moved, Did(seat, move), is_answer=is_answer))
    return history


def test_a_question_is_ended_by_its_answer_and_not_by_claims_or_wrong_cards_of_others() -> None:
    history = moves(
        (0, "play r1", True), (1, "uno", False), (2, "play g2", False), (2, "draw", True), (3, "draw", True)
    )
    assert history.first_answer(1, 0) == First(4, 2, "draw")
    assert history.first_answer(1, 1) == First(2, 1, "uno"), "who has spoken has answered"
    assert history.first_answer(5, 0) is None


def test_the_move_that_led_to_a_revision_is_found_as_long_as_it_is_remembered() -> None:
    history = moves((0, "play r1", True), (1, "uno", False))
    history.add(Change(3, entries.Paced))
    assert history.find_move(2) == First(2, 1, "uno")
    assert history.find_move(3) is None
    assert history.find_move(7) is None
