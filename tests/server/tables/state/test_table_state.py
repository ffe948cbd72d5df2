"""What follows from a table's entries."""

from __future__ import annotations

import pytest
from tests.server.tables.bare_table import ANNA, BEN, BareTable, play_match, started

from huefall.editions import SHIPPED
from huefall.game import MoveRefused
from huefall.protocol import commands
from huefall.server.tables import entries
from huefall.server.tables.history import MAX_MISSED_CHANGES
from huefall.server.tables.seats import find_absent
from huefall.server.tables.seen_commands import SeenCommand, digest_command


def play_first(bare: BareTable) -> None:
    match = bare.state.match
    move = next(str(move) for move in match.legal() if not move.is_claim)
    bare.enter(entries.Moved(seat=match.asked, move=move))


@pytest.mark.parametrize("edition", SHIPPED)
def test_entries_applied_again_give_the_same_table(edition: str) -> None:
    bare = started(ANNA, BEN, seats=3, edition=edition, options={"target": 100})
    play_match(bare, seed=3)
    bare.say(ANNA, commands.Start)
    play_first(bare)
    again = bare.again()
    assert again.match.position() == bare.state.match.position()
    assert again.show() == bare.state.show()
    assert (again.revision, again.last_answer_revision, again.asked_at_ms, again.last_move_revisions) == (
        bare.state.revision,
        bare.state.last_answer_revision,
        bare.state.asked_at_ms,
        bare.state.last_move_revisions,
    )
    assert again.history.latest == bare.state.history.latest
    assert (again.dealt_revision, again.positions.latest) == (bare.state.dealt_revision, bare.state.positions.latest)


def test_the_commitment_is_told_before_the_deal() -> None:
    bare = started(ANNA, BEN)
    drawn, mixed, dealt = [
        change for change in bare.state.history.latest if change.what in {"seed_drawn", "mixed", "dealt"}
    ]
    assert (drawn.what, mixed.what, dealt.what) == ("seed_drawn", "mixed", "dealt")
    assert not drawn.events and not mixed.events
    assert bare.state.match.commitment == bare.state.show().commitment


def test_a_refused_move_changes_nothing() -> None:
    bare = started(ANNA, BEN)
    before, shown = bare.state.revision, bare.state.match.position()
    with pytest.raises(MoveRefused):
        bare.enter(entries.Moved(seat=1 - bare.asked, move="draw"))
    assert (bare.state.revision, bare.state.match.position()) == (before, shown)


def test_a_message_is_stale_after_an_answer() -> None:
    bare = started(ANNA, BEN)
    seen = bare.state.revision
    assert not bare.state.is_stale(0, seen)
    play_first(bare)
    assert bare.state.is_stale(0, seen)
    assert bare.state.is_stale(1, seen)
    assert not bare.state.is_stale(0, bare.state.revision)


def test_a_claim_of_another_leaves_a_message_fresh_but_not_the_own_second_one() -> None:
    bare = started(ANNA, BEN, options={"false_uno_penalty": 2})
    seen = bare.state.revision
    asked = bare.asked
    bare.enter(entries.Moved(seat=1 - asked, move="uno"))  # a false call: a foul, no answer
    assert not bare.state.is_stale(asked, seen)
    assert bare.state.is_stale(1 - asked, seen)


def test_a_command_is_remembered_by_its_guest_and_id() -> None:
    bare = BareTable(seats=2)
    bare.say(ANNA, commands.Sit, id="x")
    seen = SeenCommand(bare.state.revision, digest_command(commands.Sit(id="x")))
    assert bare.state.find_done(ANNA.guest, "x") == seen
    assert bare.state.find_done(BEN.guest, "x") is None
    assert bare.again().find_done(ANNA.guest, "x") == seen


def test_what_was_missed_is_told_as_far_as_it_is_remembered() -> None:
    bare = BareTable(seats=2)
    for number in range(MAX_MISSED_CHANGES + 11):
        bare.say(ANNA, commands.Sit, seat=number % 2)
    last = bare.state.revision
    missed, complete = bare.state.history.missed_since(last - 3)
    assert ([change.revision for change in missed], complete) == ([last - 2, last - 1, last], True)
    assert bare.state.history.missed_since(last) == ([], True)
    assert bare.state.history.missed_since(0)[1] is False
    assert bare.state.history.missed_since(last + 1) == ([], False)


def test_a_single_timeout_makes_a_person_absent() -> None:
    bare = started(ANNA, BEN)
    asked = bare.asked
    assert find_absent(bare.state.seats) is None
    answer = next(move for move in bare.state.match.legal() if not move.is_claim)  # the first card may ask for a colour
    bare.enter(entries.Moved(seat=asked, move=str(answer), by="clock"))
    assert find_absent(bare.state.seats) == asked


def test_a_person_who_moves_again_is_not_absent() -> None:
    bare = started(ANNA, BEN)
    bare.state.seats[bare.asked].timed_out = True
    play_first(bare)
    assert find_absent(bare.state.seats) is None
