"""What holds for every command: ids, tokens, closed tables, and what a decision consists of."""

from __future__ import annotations

import pytest
from tests.server.tables.bare_table import ANNA, BEN, CONTEXT, BareTable, refused, seated, started

from huefall.protocol import commands
from huefall.protocol.messages import Done, Emoted
from huefall.server.refusal import Refusal
from huefall.server.tables import entries
from huefall.server.tables.decisions import Decision, decide
from huefall.server.tables.decisions.actions import ComputeHint, HurryBots, SendWelcome, SetMuted, ShowEmote


def test_another_command_with_a_used_id_is_refused_and_changes_nothing() -> None:
    bare = seated(ANNA, BEN)
    bare.say(ANNA, commands.Pace, bot_pause_ms=500, id="same")
    revision = bare.state.revision
    refusal = refused(bare, ANNA, commands.HandOver, seat=1, id="same")
    assert refusal.reason == "id_used"
    assert "new id" in refusal.text
    assert refused(bare, ANNA, commands.Pace, bot_pause_ms=600, id="same").reason == "id_used"
    assert bare.decide(ANNA, commands.Pace, bot_pause_ms=500, id="same") == Decision(reply=Done("same", revision))
    assert bare.state.host == ANNA.guest
    bare.say(ANNA, commands.HandOver, seat=1, id="another")
    assert bare.state.host == BEN.guest


def test_two_windows_that_both_count_from_one_lose_no_move_unnoticed() -> None:
    bare = started(ANNA, BEN)
    person = (ANNA, BEN)[bare.asked]
    move = str(next(move for move in bare.state.match.legal() if not move.is_claim))
    bare.say(person, commands.Move, move=move, id="1")
    assert refused(bare, person, commands.Move, move=move, id="1").reason == "id_used"  # the same words, later


def test_ids_are_bound_to_their_commands_after_a_restart_and_those_of_old_versions_still_count() -> None:
    bare = seated(ANNA, BEN)
    bare.say(ANNA, commands.Pace, bot_pause_ms=500, id="new")
    bare.enter(entries.Paced(guest=ANNA.guest, id="old", bot_pause_ms=600))  # as version 0.7.0 stored it
    loaded = bare.again()
    with pytest.raises(Refusal, match="belongs to another command"):
        decide(loaded, ANNA, commands.HandOver(id="new", seat=1), CONTEXT)
    decision = decide(loaded, ANNA, commands.HandOver(id="old", seat=1), CONTEXT)
    assert decision == Decision(reply=Done("old", bare.state.revision))


def test_a_closed_table_takes_no_commands() -> None:
    bare = seated(ANNA)
    bare.enter(entries.Closed(reason="idle"))
    assert refused(bare, ANNA, commands.Leave).reason == "table_closed"


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
    assert bare.decide(ANNA, commands.Sit, id="x") == Decision(reply=Done("x", first))


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
