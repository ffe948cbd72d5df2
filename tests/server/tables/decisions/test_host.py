"""Decisions on the host's commands."""

from __future__ import annotations

from tests.server.tables.bare_table import ANNA, BEN, CARA, BareTable, refused, seated, started

from huefall.editions import SetupProblem
from huefall.protocol import commands
from huefall.protocol.tables import TableSetup


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


def test_seats_and_rules_stay_as_they_are_during_a_match() -> None:
    bare = started(ANNA, BEN, seats=3)
    for kind, fields in [
        (commands.AddBot, {"seat": 2, "level": "easy"}),
        (commands.RemoveBot, {"seat": 2}),
        (commands.Swap, {"a": 0, "b": 1}),
        (commands.Configure, {"setup": TableSetup()}),
    ]:
        assert refused(bare, ANNA, kind, **fields).reason == "match_running"


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
