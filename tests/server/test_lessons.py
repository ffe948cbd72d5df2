"""Lessons: each is played through by following its steps, on paper and over a real socket."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from tests.server.player import Player, ask, new_guest
from tests.server.server_process import ServerProcess

from huefall.bots.default_answer import default_answer
from huefall.editions import load_edition
from huefall.game import Match
from huefall.notation.variant import Variant
from huefall.server.lessons import LEARNER, LESSONS, find_lesson, is_met
from huefall.server.tables.lesson_script import LessonScript, ScriptedBot
from huefall.texts import LANGUAGES, load
from huefall.view import view_for

SEED = bytes(32)

each_lesson = pytest.mark.parametrize("name", LESSONS)


@each_lesson
def test_the_deal_of_a_lesson_has_every_card_of_the_deck(name: str) -> None:
    position = find_lesson(name).position
    cards = sorted(sum(position["hands"], position["pile"] + position["discard"]))
    assert cards == sorted(kind.text for kind in load_edition("classic").kinds() for _ in range(kind.copies))


@each_lesson
def test_every_sentence_of_a_lesson_is_in_every_language(name: str) -> None:
    wanted = [f"lesson.{name}.{part}" for part in ("title", "text", "end")]
    wanted += [step.key for step in find_lesson(name).steps]
    for language in LANGUAGES:
        assert all(load(language).texts[key] for key in wanted)


@each_lesson
def test_following_its_steps_plays_a_lesson_to_a_won_round(name: str) -> None:
    lesson = find_lesson(name)
    match = Match.from_position(Variant.of("classic", lesson.options), lesson.position, SEED)
    script = LessonScript(name)
    followed: list[str] = []
    spoken: list[str] = []
    for _ in range(100):
        if match.over:
            break
        awaited = script.awaited
        seen = view_for(match.game, LEARNER)["legal"]
        if awaited in seen:
            seat, move = LEARNER, awaited
            followed.append(awaited)
        else:
            assert match.asked is not None
            seat = match.asked
            assert seat != LEARNER, f"the learner is asked, but {awaited!r} is not legal: {seen}"
            move = script.bot(seat).moves[0]
            spoken.append(f"{seat} {move}")
        assert seat != LEARNER or script.allows(move)
        outcome = match.play(seat, move)
        assert not outcome.foul
        script.add(seat, str(outcome.move), outcome.events)
    assert match.winners == [LEARNER]
    assert script.awaited is None
    assert followed == [step.await_ for step in lesson.steps]
    assert spoken == lesson.bots


def test_the_lessons_teach_what_they_are_for() -> None:
    awaited = {name: [step.await_ for step in find_lesson(name).steps] for name in LESSONS}
    assert {"draw", "play gS"} <= set(awaited["basics"])
    assert {"play W r", "play r+2", "challenge"} <= set(awaited["wilds"])
    assert {"catch 1", "play r8 uno"} <= set(awaited["uno"])


def test_an_await_is_met_by_the_learners_own_words_or_by_an_event() -> None:
    assert is_met("play r7", 0, "play r7 uno", [])
    assert not is_met("play r", 0, "play r7", [])
    assert not is_met("draw", 1, "draw", [])
    assert is_met("event out", 1, "play b1", [{"event": "out", "seat": 1}])
    assert not is_met("event out 0", 1, "play b1", [{"event": "out", "seat": 1}])


def test_a_bot_whose_part_does_not_fit_commits_to_as_little_as_can_be() -> None:
    lesson = find_lesson("basics")
    match = Match.from_position(Variant.of("classic", lesson.options), lesson.position, SEED)
    match.play(0, "draw")
    match.play(0, "keep")
    view = view_for(match.game, 1)
    assert "play y7" not in view["legal"]
    bot = LessonScript("basics").bot(1)
    assert bot.choose(view, None) == default_answer(view) == "draw"
    assert bot.claim(view, None) is None
    assert ScriptedBot([]).choose(view, None) == "draw"


def test_a_lesson_that_is_taught_no_more_has_no_steps() -> None:
    assert LessonScript("juggling").awaited is None
    assert LessonScript("juggling").allows("draw")


# Over a socket


def begin(server: ServerProcess, name: str, body: Any = None, token: str | None = None) -> dict[str, Any]:
    status, made = ask(server.url, f"/api/lessons/{name}", {} if body is None else body, token)
    assert status == 201, made
    return dict(made)


async def follow(player: Player) -> None:
    """Do what the steps of the lesson wait for, one after another."""
    await player.until(lambda: player.view is not None)
    assert (await player.say("pace", bot_pause_ms=0))["type"] == "done"  # a test needs no time to read
    for step in player.table["lesson"]["steps"]:
        await player.until(lambda step=step: step["await"] in player.view.get("legal", []))
        answer = await player.move(step["await"])
        assert answer["type"] == "done", answer


@each_lesson
def test_a_lesson_is_taught_over_a_socket(server: ServerProcess, name: str) -> None:
    async def play() -> None:
        made = begin(server, name, {"name": "Anna"})
        async with Player(server.socket_url, made["code"], made["token"]) as player:
            await follow(player)
            await player.until(lambda: player.match_over)
            assert player.view["match_winners"] == [0]
            assert player.table["finished"] == [] and player.table["commitment"] is None
            assert player.table["setup"]["move_seconds"] == 0 and not player.table["setup"]["public"]
            status, fault = ask(server.url, f"/api/tables/{made['code']}/matches/1")
            assert (status, fault["error"]["reason"]) == (404, "no_such_match")
            # Once more, from the same cards.
            assert (await player.say("start"))["type"] == "done"
            await player.until(lambda: not player.match_over and player.view["moves"] == 0)
            await follow(player)
            await player.until(lambda: player.match_over)

    asyncio.run(play())


def test_the_table_of_a_lesson_is_one_persons_and_stays_as_it_is(server: ServerProcess) -> None:
    async def play() -> None:
        made = begin(server, "basics")
        stranger = new_guest(server.url, "Ben")
        async with (
            Player(server.socket_url, made["code"], made["token"]) as player,
            Player(server.socket_url, made["code"], stranger) as other,
        ):
            await player.until(lambda: player.view is not None)
            assert (await other.say("sit"))["reason"] == "lesson_table"
            answer = await player.move("draw")
            assert (answer["reason"], answer["text"]) == (
                "lesson_step",
                "the lesson waits for another move now: play r7",
            )
            await follow(player)
            await player.until(lambda: player.match_over)
            for command in ({"type": "configure", "setup": {"seats": 4}}, {"type": "swap", "a": 0, "b": 1}):
                kind = command.pop("type")
                assert (await player.say(kind, **command))["reason"] == "lesson_table"

    asyncio.run(play())


def test_the_catalogue_lists_the_lessons_and_nothing_else_is_taught(server: ServerProcess) -> None:
    _, catalogue = ask(server.url, "/api/catalogue")
    assert [lesson["name"] for lesson in catalogue["lessons"]] == list(LESSONS)
    assert catalogue["lessons"][0]["steps"][0] == {"key": "lesson.basics.1", "await": "play r7"}
    status, fault = ask(server.url, "/api/lessons/juggling", {})
    assert (status, fault["error"]["reason"]) == (404, "no_such_lesson")
    assert "basics, wilds, uno" in fault["error"]["text"]
