"""Decisions on commands: who may do what, and what it comes to."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.server.local_server import FakeEngine
from tests.server.tables.bare_table import ANNA, BEN, CARA, CONTEXT, BareTable, play_match, seated, started

from huefall.editions import SetupProblem
from huefall.protocol import commands
from huefall.protocol.messages import Done, Emoted
from huefall.protocol.tables import TableSetup
from huefall.server.refusal import Refusal
from huefall.server.tables import entries
from huefall.server.tables.decisions import (
    ComputeHint,
    Decision,
    HurryBots,
    SendWelcome,
    SetMuted,
    ShowEmote,
    StartWhenReady,
    decide,
)


def refused(bare: BareTable, person: object, kind: type, **fields: object) -> Refusal:
    before = bare.state.revision
    with pytest.raises(Refusal) as caught:
        bare.say(person, kind, **fields)
    assert bare.state.revision == before
    assert caught.value.text
    return caught.value


def test_the_first_free_seat_is_taken_unless_one_is_named() -> None:
    bare = BareTable(seats=4)
    bare.say(ANNA, commands.Sit)
    bare.say(BEN, commands.Sit, seat=3)
    bare.say(CARA, commands.Sit)
    assert [seat.name for seat in bare.state.seats] == ["Anna", "Cara", None, "Ben"]


def test_a_person_who_sits_elsewhere_moves() -> None:
    bare = BareTable(seats=4)
    bare.say(ANNA, commands.Sit)
    bare.say(ANNA, commands.Sit, seat=2)
    assert [seat.guest for seat in bare.state.seats] == [None, None, ANNA.guest, None]


def test_a_seat_is_not_taken_twice() -> None:
    bare = seated(ANNA, BEN)
    assert refused(bare, CARA, commands.Sit, seat=1).reason == "seat_taken"
    assert refused(bare, CARA, commands.Sit).reason == "no_free_seat"
    assert refused(bare, CARA, commands.Sit, seat=7).reason == "no_such_seat"


def test_only_the_host_has_the_hosts_rights() -> None:
    bare = seated(ANNA, BEN, seats=4)
    for kind, fields in [
        (commands.AddBot, {}),
        (commands.RemoveBot, {"seat": 2}),
        (commands.Kick, {"seat": 0}),
        (commands.HandOver, {"seat": 1}),
        (commands.Configure, {"setup": TableSetup()}),
        (commands.Start, {}),
        (commands.Swap, {"a": 0, "b": 2}),
    ]:
        assert refused(bare, BEN, kind, **fields).reason == "not_host"
        assert refused(bare, CARA, kind, **fields).reason == "not_host"


def test_others_swap_their_own_seat_with_a_bot_but_not_with_a_person() -> None:
    bare = seated(ANNA, BEN, seats=3)
    bare.say(BEN, commands.Swap, a=1, b=2)
    assert bare.state.seat_of(BEN.guest) == 2
    assert refused(bare, BEN, commands.Swap, a=2, b=0).reason == "not_host"


def test_the_host_swaps_anybody() -> None:
    bare = seated(ANNA, BEN, seats=3)
    bare.say(ANNA, commands.Swap, a=0, b=1)
    assert [bare.state.seat_of(ANNA.guest), bare.state.seat_of(BEN.guest)] == [1, 0]


def test_a_table_with_an_empty_seat_does_not_start() -> None:
    bare = BareTable(seats=3)
    bare.say(ANNA, commands.Sit)
    assert refused(bare, ANNA, commands.Start).reason == "seats_empty"


def test_a_match_is_not_started_twice() -> None:
    bare = started(ANNA, BEN)
    assert refused(bare, ANNA, commands.Start).reason == "match_running"


def test_nobody_inherits_a_hand() -> None:
    bare = started(ANNA, BEN)
    bare.say(BEN, commands.Leave)
    assert bare.state.seats[1].left
    assert refused(bare, CARA, commands.Sit).reason == "no_free_seat"
    assert refused(bare, CARA, commands.Sit, seat=1).reason == "match_running"


def test_a_person_who_left_may_come_back_to_their_seat() -> None:
    bare = started(ANNA, BEN)
    bare.say(BEN, commands.Leave)
    bare.say(BEN, commands.Sit)
    assert (bare.state.seats[1].guest, bare.state.seats[1].left) == (BEN.guest, False)


def test_a_seat_that_was_left_is_free_after_the_match() -> None:
    bare = started(ANNA, BEN, options={"target": 0})
    bare.say(BEN, commands.Leave)
    play_match(bare, seed=1)
    assert bare.state.seats[1].is_free
    bare.say(CARA, commands.Sit)
    assert bare.state.seat_of(CARA.guest) == 1


def test_seats_and_rules_stay_as_they_are_during_a_match() -> None:
    bare = started(ANNA, BEN, seats=3)
    for kind, fields in [
        (commands.AddBot, {"seat": 2, "level": "easy"}),
        (commands.RemoveBot, {"seat": 2}),
        (commands.Swap, {"a": 0, "b": 1}),
        (commands.Configure, {"setup": TableSetup()}),
    ]:
        assert refused(bare, ANNA, kind, **fields).reason == "match_running"


def test_when_the_host_leaves_the_next_person_is_host() -> None:
    bare = BareTable(seats=4)
    for person in (ANNA, BEN, CARA):
        bare.say(person, commands.Sit)
    bare.say(ANNA, commands.Leave)
    assert bare.state.host == BEN.guest
    bare.say(BEN, commands.Leave)
    assert bare.state.host == CARA.guest
    bare.say(CARA, commands.Leave)
    assert bare.state.host is None
    bare.say(BEN, commands.Sit)
    assert bare.state.host == BEN.guest


def test_when_the_host_leaves_during_a_match_the_next_person_is_host() -> None:
    bare = started(ANNA, BEN, seats=3)
    bare.say(ANNA, commands.Leave)
    assert bare.state.host == BEN.guest


def test_the_host_can_make_another_person_host() -> None:
    bare = seated(ANNA, BEN)
    bare.say(ANNA, commands.HandOver, seat=1)
    assert bare.state.host == BEN.guest
    assert refused(bare, ANNA, commands.Start).reason == "not_host"
    assert refused(bare, BEN, commands.HandOver, seat=1).reason == "no_person_there"


def test_a_kicked_guest_cannot_come_back() -> None:
    bare = seated(ANNA, BEN)
    bare.say(ANNA, commands.Kick, seat=1)
    assert bare.state.seats[1].is_free
    assert refused(bare, BEN, commands.Sit).reason == "kicked"


def test_a_bot_plays_for_a_person_kicked_during_a_match() -> None:
    bare = started(ANNA, BEN)
    bare.say(ANNA, commands.Kick, seat=1)
    assert bare.state.seats[1].bot_level == "normal"
    assert refused(bare, BEN, commands.Move, move="draw").reason == "not_seated"


def test_an_unknown_bot_level_is_refused() -> None:
    assert refused(BareTable(), ANNA, commands.AddBot, level="godlike").reason == "unknown_level"


def test_a_bots_level_can_be_changed_and_the_bot_taken_away() -> None:
    bare = seated(ANNA, seats=2)
    bare.say(ANNA, commands.AddBot, seat=1, level="easy")
    assert bare.state.seats[1].level == "easy"
    bare.say(ANNA, commands.RemoveBot, seat=1)
    assert refused(bare, ANNA, commands.RemoveBot, seat=1).reason == "no_bot_there"
    assert refused(bare, ANNA, commands.AddBot, seat=0).reason == "seat_taken"


def test_a_setup_that_cannot_be_played_is_refused_with_the_reason() -> None:
    bare = seated(ANNA, BEN, CARA)
    assert "no-such" in refused(bare, ANNA, commands.Configure, setup=TableSetup(edition="no-such")).text
    assert (
        "footprints" in refused(bare, ANNA, commands.Configure, setup=TableSetup(options={"footprints": "half"})).text
    )
    taken = refused(bare, ANNA, commands.Configure, setup=TableSetup(seats=2))
    assert taken.reason == "bad_setup"
    assert taken.problem == SetupProblem("taken", "players", "SETUP-01", {"taken": 3, "seats": 2})
    dealt = refused(bare, ANNA, commands.Configure, setup=TableSetup(options={"hand_size": 60}))
    assert dealt.problem is not None
    assert (dealt.problem.kind, dealt.problem.field) == ("hand_size", "hand_size")


def test_an_edition_is_never_a_path() -> None:
    for path in ("docs/examples/thunder.toml", "../classic.toml", "/etc/passwd"):
        assert "unknown edition" in refused(seated(ANNA), ANNA, commands.Configure, setup=TableSetup(edition=path)).text


def test_seats_can_be_added_and_taken_away_while_nobody_loses_one() -> None:
    bare = BareTable(seats=4)
    bare.say(ANNA, commands.Sit, seat=3)
    bare.say(ANNA, commands.Configure, setup=TableSetup(seats=2))
    assert [seat.name for seat in bare.state.seats] == ["Anna", None]
    bare.say(ANNA, commands.Configure, setup=TableSetup(seats=5))
    assert [seat.name for seat in bare.state.seats] == ["Anna", None, None, None, None]


def test_a_rematch_is_started_by_the_host_when_the_match_is_over() -> None:
    bare = started(ANNA, BEN, options={"target": 0})
    play_match(bare, seed=2)
    assert (bare.state.status, bare.state.finished) == ("over", [1])
    bare.say(ANNA, commands.Start)
    assert (bare.state.status, bare.state.match_number) == ("playing", 2)


def test_the_next_round_is_dealt_when_the_round_is_over_and_not_before() -> None:
    bare = started(ANNA, BEN)
    assert refused(bare, ANNA, commands.NextRound).reason == "round_running"
    while bare.state.status == "playing":
        match = bare.state.match
        move = next(move for move in match.legal() if not move.is_claim)
        bare.enter(entries.Moved(seat=match.asked, move=str(move)))
    assert refused(bare, CARA, commands.NextRound).reason == "not_seated"
    bare.say(BEN, commands.NextRound)
    assert (bare.state.status, bare.state.match.round) == ("playing", 2)


def test_a_move_ends_the_stand_in() -> None:
    bare = started(ANNA, BEN)
    asked = bare.asked
    person = (ANNA, BEN)[asked]
    bare.enter(entries.StoodIn(seat=asked, on=True))
    assert bare.state.seats[asked].bot_level == "normal"
    bare.say(person, commands.Move, move=next(str(move) for move in bare.state.match.legal() if move.verb != "uno"))
    assert bare.state.seats[asked].bot_level is None


def test_a_closed_table_takes_no_commands() -> None:
    bare = seated(ANNA)
    bare.enter(entries.Closed(reason="idle"))
    assert refused(bare, ANNA, commands.Leave).reason == "table_closed"


# What a decision consists of


def test_deciding_changes_nothing() -> None:
    bare = started(ANNA, BEN)
    move = str(next(move for move in bare.state.match.legal() if not move.is_claim))
    before = (bare.state.revision, bare.state.match.position(), bare.state.show())
    decision = bare.decide((ANNA, BEN)[bare.asked], commands.Move, move=move)
    assert [type(entry) for entry in decision.entries] == [entries.Moved]
    assert (bare.state.revision, bare.state.match.position(), bare.state.show()) == before


def test_a_command_sent_again_is_answered_with_its_first_revision() -> None:
    bare = BareTable(seats=3)
    bare.say(ANNA, commands.Sit, id="x")
    first = bare.state.revision
    bare.say(BEN, commands.Sit)
    assert bare.decide(ANNA, commands.Sit, id="x", seat=2) == Decision(reply=Done("x", first))


def test_a_command_of_a_spectator_without_a_token_is_refused_except_for_ping_and_resync() -> None:
    bare = started(ANNA, BEN)
    assert bare.decide(None, commands.Ping) == Decision()
    assert bare.decide(None, commands.Resync, since=3) == Decision(action=SendWelcome(3))
    for kind, fields in [
        (commands.Why, {"move": "draw"}),
        (commands.Hint, {"revision": 1}),
        (commands.SendEmote, {"emote": "hello"}),
        (commands.Mute, {"seat": 1}),
        (commands.Hurry, {}),
        (commands.Sit, {}),
        (commands.Start, {}),
    ]:
        with pytest.raises(Refusal) as caught:
            bare.decide(None, kind, **fields)
        assert caught.value.reason == "not_seated"


def test_commands_without_entries_become_actions() -> None:
    bare = started(ANNA, BEN, hints=True)
    asked = bare.asked
    person = (ANNA, BEN)[asked]
    assert bare.decide(person, commands.Mute, seat=1, on=False).action == SetMuted(1, on=False)
    assert bare.decide(person, commands.SendEmote, emote="hello").action == ShowEmote(Emoted(asked, "hello"))
    assert bare.decide(person, commands.Hurry).action == HurryBots()
    hint = bare.decide(person, commands.Hint, id="h", revision=bare.state.revision)
    assert hint.action == ComputeHint(asked, commands.Hint("h", bare.state.revision))
    assert hint.replies_later and hint.reply is None


def test_bots_are_not_hurried_while_another_player_is_connected() -> None:
    bare = started(ANNA, BEN)
    context = replace(CONTEXT, is_here=lambda guest: guest == BEN.guest)
    with pytest.raises(Refusal) as caught:
        decide(bare.state, ANNA, commands.Hurry(id="h"), context)
    assert caught.value.reason == "not_alone"
    assert decide(bare.state, BEN, commands.Hurry(id="h"), context).action == HurryBots()


def test_a_start_waits_for_the_rules_but_not_for_what_is_wrong_with_it() -> None:
    context = replace(CONTEXT, engine=FakeEngine(is_ready=False))
    start = commands.Start(id="s")
    decision = decide(seated(ANNA, BEN).state, ANNA, start, context)
    assert decision == Decision(action=StartWhenReady(start), replies_later=True)
    with pytest.raises(Refusal) as caught:
        decide(BareTable(seats=2).state, ANNA, start, context)
    assert caught.value.reason == "seats_empty"
