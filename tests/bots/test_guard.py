"""The guard: with any misbehaving bot the table gets a legal answer, and the report says what was expected and what came."""

# ruff: noqa: ARG002  # a bot has a bot's signature

from __future__ import annotations

import gc
import signal
import threading
from random import Random
from typing import Any

import pytest
from tests.arena import bad_bots

from huefall.arena import Plan, enter
from huefall.bots import make_bot, play_round
from huefall.bots.guard import Fault, Guard, max_wait_seconds
from huefall.editions import load_edition
from huefall.game import Game
from huefall.testing import BadBotError, check_bot
from huefall.view import view_for


def view_of(**position: Any) -> dict[str, Any]:
    start = {"hands": [["r1", "g1"], ["b1", "b2"]], "discard": ["r5"], "pile": ["y9", "g9"], "turn": 0, **position}
    return view_for(Game.from_position(start), 0)


def asked(bot: Any, limit: float | None = None) -> tuple[str, list[Fault]]:
    faults: list[Fault] = []
    return Guard(bot, limit=limit, report=faults.append).choose(view_of(), Random(0)), faults


@pytest.mark.parametrize(
    ("bot", "kind", "came"),
    [
        (bad_bots.Raiser(), "raised", "raised ValueError: no idea"),
        (bad_bots.Quitter(), "raised", "raised SystemExit: 3"),
        (bad_bots.Speechless(), "raised", "raised Wordless: something that cannot be written"),
        (bad_bots.Leaver(), "raised", "raised GeneratorExit: left"),
        (bad_bots.Methodless(), "raised", "raised RuntimeError: no method"),
        (bad_bots.Liar(), "illegal", "answered 'play r99'"),
        (bad_bots.Pretender(), "type", "(Text)"),
        (bad_bots.Mute(), "type", "answered None (NoneType)"),
        (bad_bots.GivenUp(), "late", "did not answer within 3 s"),
    ],
)
def test_a_bad_answer_is_replaced_by_the_legal_default_and_told(bot: Any, kind: str, came: str) -> None:
    answer, (fault,) = asked(bot)
    assert answer == "draw"
    assert (fault.kind, fault.seat, fault.level, fault.question) == (kind, 0, bot.level, "choose")
    assert came in str(fault)
    assert "'draw' is played instead" in str(fault)
    if kind != "late":
        assert "expected one of 'play r1', 'play r1 uno', 'draw'" in str(fault)
    assert "play r1" not in fault.brief, "the brief form does not reveal the hand"
    assert (fault.error is None) == (kind != "raised")


def test_a_late_answer_is_not_taken() -> None:
    answer, (fault,) = asked(bad_bots.Dawdler(), limit=0.001)
    assert answer == "draw"
    assert (fault.kind, fault.expected) == ("late", "expected an answer within 0.001 s")


def test_a_good_answer_passes_unchanged_and_without_a_word() -> None:
    assert asked(bad_bots.Good()) == ("draw", [])
    assert asked(make_bot("normal"), limit=60) == ("play r1 uno", [])


@pytest.mark.parametrize("bot", [bad_bots.ClaimRaiser(), bad_bots.Numberer()])
def test_a_bad_claim_is_not_made(bot: Any) -> None:
    faults: list[Fault] = []
    assert Guard(bot, report=faults.append).claim(view_of(hands=[["r1", "g1"], ["b1"]], open=[1]), Random(0)) is None
    assert "expected None or one of 'catch 1'" in str(faults[0])
    assert str(faults[0]).endswith("no claim is made")


def test_the_asked_seat_cannot_answer_by_a_claim() -> None:
    class Hasty(bad_bots.Good):
        def claim(self, view: Any, rng: Random) -> str:
            return "draw"

    faults: list[Fault] = []
    assert Guard(Hasty(), report=faults.append).claim(view_of(), Random(0)) is None
    assert faults[0].kind == "illegal"


def test_a_bot_that_scribbles_on_its_view_and_fails_still_gets_a_default() -> None:
    class Vandal(bad_bots.Good):
        def choose(self, view: Any, rng: Random) -> str:
            view["legal"][:] = ["play r99"]
            view.clear()
            return "play r99"

    assert asked(Vandal())[0] == "draw"


def test_an_answer_that_only_claims_to_be_equal_is_handed_on_as_ours() -> None:
    class Sly(str):
        __slots__ = ()

        def __eq__(self, other: object) -> bool:
            return True

        def __hash__(self) -> int:
            return 0

    class SlyBot(bad_bots.Good):
        def choose(self, view: Any, rng: Random) -> str:
            return Sly("win at once")

    assert type(asked(SlyBot())[0]) is str


def test_an_answer_is_read_as_what_it_says_whatever_it_does_when_it_is_compared() -> None:
    answer, faults = asked(bad_bots.Quarreller())
    assert (answer, type(answer), faults) == ("draw", str, [])


def test_an_answer_that_cannot_be_written_is_told_by_what_it_says() -> None:
    class Other(bad_bots.Good):
        def choose(self, view: Any, rng: Random) -> Any:
            return bad_bots.Quarrel("win at once")

    answer, (fault,) = asked(Other())
    assert (answer, fault.kind, fault.came) == ("draw", "illegal", "answered 'win at once'")


def test_a_name_that_cannot_be_read_is_that_of_the_class_and_listening_is_not_assumed() -> None:
    guard = Guard(bad_bots.Secretive())
    assert (guard.level, guard.listens) == ("Secretive", False)
    assert guard.choose(view_of(), Random(0)) == "draw"


def test_what_a_bot_writes_reaches_no_terminal_as_a_command() -> None:
    class Red(bad_bots.Good):
        def choose(self, view: Any, rng: Random) -> Any:
            raise ValueError("\x1b[31mred\n\u202e")

    assert asked(Red())[1][0].came == r"raised ValueError: \x1b[31mred \u202e"


@pytest.mark.usefixtures("keyboard")
def test_the_person_at_the_keyboard_is_heard() -> None:
    with pytest.raises(KeyboardInterrupt):
        asked(bad_bots.Interrupter())


def test_where_no_keyboard_is_heard_an_interrupt_is_the_bots_own(monkeypatch: pytest.MonkeyPatch) -> None:
    found = []
    thread = threading.Thread(target=lambda: found.append(asked(bad_bots.Interrupter())))
    thread.start()
    thread.join()
    monkeypatch.setattr(signal, "getsignal", lambda _: signal.SIG_IGN)
    found.append(asked(bad_bots.Interrupter()))
    assert len(found) == 2
    for answer, (fault,) in found:
        assert (answer, fault.kind, fault.came) == ("draw", "raised", "raised KeyboardInterrupt")


def test_an_answer_that_would_have_to_be_awaited_is_none_and_leaves_no_warning() -> None:
    class Async(bad_bots.Good):
        async def choose(self, view: Any, rng: Random) -> Any:
            return "draw"

    answer, (fault,) = asked(Async())  # a coroutine that is not closed would warn, and warnings are errors
    gc.collect()
    assert (answer, fault.kind) == ("draw", "type")
    assert fault.came == "answered with a coroutine (choose must not be async)"


def test_a_bot_without_a_name_is_called_by_its_class_and_listening_is_handed_on() -> None:
    class Listener(bad_bots.Good):
        level = ""
        listens = True

    guard = Guard(Listener())
    assert (guard.level, guard.listens) == ("Listener", True)
    assert not Guard(make_bot("easy")).listens


def test_many_legal_sentences_are_not_all_listed() -> None:
    faults: list[Fault] = []
    view = view_of(hands=[["W", "W+4", "r1", "r2"], ["b1", "b2"]])
    Guard(bad_bots.Liar(), report=faults.append).choose(view, Random(0))
    assert " or " in faults[0].expected and faults[0].expected.endswith(" more")


def test_a_game_of_bad_bots_comes_to_its_end() -> None:
    faults: list[Fault] = []
    bots = [Guard(bot, report=faults.append) for bot in (bad_bots.Raiser(), bad_bots.Liar(), make_bot("easy"))]
    game = Game.new("classic", 3, {"preset": "party"}, seed=3)
    assert play_round(game, bots, Random(3)) is not None
    assert {fault.kind for fault in faults} == {"raised", "illegal"}


def test_the_arena_and_the_check_wait_equally_long_for_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("huefall.bots.guard.GRACE_SECONDS", -100.0)
    assert (
        Plan(enter(["easy", "random"]), load_edition("classic"), limit=3.0).max_wait_seconds
        == max_wait_seconds(3.0)
        == -94.0
    )
    with pytest.raises(BadBotError, match="it does not answer"):  # no bot can answer so soon
        check_bot(bad_bots.Good, games=1, limit=3.0)
