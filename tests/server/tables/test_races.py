"""Lost races are not fouls: a claim that was legal when its sender looked is refused when it comes too late, never fined."""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec import structs
from tests.random_play import EDITIONS, THUNDER, dice, random_move, random_options
from tests.scale import SEED, scaled
from tests.server.tables.bare_table import ANNA, BEN, CARA, CONTEXT, DORA, PILE, BareTable, fill, opened, started
from tests.server.tables.twins import PEOPLE, make_services

from huefall.editions import SHIPPED
from huefall.game import Game, MoveRefused
from huefall.protocol import commands
from huefall.protocol.messages import First
from huefall.protocol.tables import TableSetup
from huefall.server.guests.person import Person
from huefall.server.ops.workers import Workers
from huefall.server.refusal import Refusal
from huefall.server.tables import entries
from huefall.server.tables.decisions import decide
from huefall.server.tables.history import Change
from huefall.server.tables.inbox import BotMoved
from huefall.server.tables.positions import MAX_POSITIONS
from huefall.server.tables.races import find_late
from huefall.server.tables.services import Batch
from huefall.server.tables.state import TableState
from huefall.server.tables.table import Table


def silent(**setup: Any) -> BareTable:
    """Let Anna play her second-to-last card without a word; Ben is asked then."""
    bare = opened([["r7", "g1"], ["r1", "g2", "g3"], ["b0", "b7", "g4"]], **setup)
    bare.say(ANNA, commands.Move, move="play r7")
    return bare


def hand_of(bare: BareTable, seat: int) -> list[str]:
    return bare.state.match.hand(seat)


def refused(bare: BareTable, person: Person, move: str, revision: int) -> Refusal | MoveRefused:
    """Make a move that must be refused and change nothing."""
    before = bare.state.revision, bare.state.match.position(), bare.state.positions.latest
    with pytest.raises((Refusal, MoveRefused)) as caught:
        bare.say(person, commands.Move, move=move, revision=revision)
    assert (bare.state.revision, bare.state.match.position(), bare.state.positions.latest) == before
    assert isinstance(caught.value, Refusal | MoveRefused)
    return caught.value


def lost(bare: BareTable, person: Person, move: str, revision: int, first: First | None, reason: str = "stale") -> None:
    """Make a move that must lose a race, to ``first``."""
    error = refused(bare, person, move, revision)
    assert isinstance(error, Refusal), error
    assert (error.reason, error.first) == (reason, first)
    # The table as it would be after a restart says the same.
    seat = bare.state.seat_of(person.guest)
    again = bare.again()
    assert find_late(again, seat, revision, move) == find_late(bare.state, seat, revision, move)


# Calls


@pytest.mark.parametrize("fine", [2, 0])
def test_a_call_that_comes_after_the_catch_costs_nothing_more(fine: int) -> None:
    bare = silent(options={"false_uno_penalty": fine})
    seen = bare.state.revision
    bare.say(CARA, commands.Move, move="catch 0")
    lost(bare, ANNA, "uno", seen, First(seen + 1, 2, "catch 0"))
    assert len(hand_of(bare, 0)) == 1 + 2


def test_a_call_that_lost_to_a_catch_is_told_so_after_the_next_answer_as_well() -> None:
    bare = silent()
    seen = bare.state.revision
    bare.say(BEN, commands.Move, move="uno")  # a false call of Ben's, which has nothing to do with it
    bare.say(CARA, commands.Move, move="catch 0")
    bare.say(BEN, commands.Move, move="draw")
    lost(bare, ANNA, "uno", seen, First(seen + 2, 2, "catch 0"))
    assert len(hand_of(bare, 0)) == 3


def test_a_call_sent_together_with_the_play_counts_when_it_arrives() -> None:
    bare = opened([["r7", "g1"], ["r1", "g2"], ["b0", "b7"]])
    seen = bare.state.revision
    bare.say(ANNA, commands.Move, move="play r7", revision=seen)
    assert not bare.say(ANNA, commands.Move, move="uno", revision=seen).did.foul
    assert bare.state.match.position()["called"] == [0]


def test_a_call_sent_together_with_the_play_can_lose_to_a_catch() -> None:
    bare = opened([["r7", "g1"], ["r1", "g2"], ["b0", "b7"]])
    seen = bare.state.revision
    bare.say(ANNA, commands.Move, move="play r7", revision=seen)
    bare.say(BEN, commands.Move, move="catch 0")
    lost(bare, ANNA, "uno", seen, First(seen + 2, 1, "catch 0"))


def test_a_call_in_two_windows_is_made_once() -> None:
    bare = silent()
    seen = bare.state.revision
    bare.say(ANNA, commands.Move, move="uno", revision=seen)
    lost(bare, ANNA, "uno", seen, First(seen + 1, 0, "uno"))


def test_a_call_that_was_false_when_it_was_made_is_fined_whatever_has_happened_since() -> None:
    bare = silent()
    seen = bare.state.revision
    bare.say(ANNA, commands.Move, move="uno")
    assert bare.say(CARA, commands.Move, move="uno", revision=seen).did.foul
    assert len(hand_of(bare, 2)) == 3 + 2


def test_after_a_catch_a_call_by_who_has_seen_it_is_false() -> None:
    bare = silent()
    bare.say(CARA, commands.Move, move="catch 0")
    assert bare.say(ANNA, commands.Move, move="uno").did.foul
    assert len(hand_of(bare, 0)) == 3 + 2


def test_a_false_call_from_before_the_last_answer_is_stale() -> None:
    bare = silent()
    seen = bare.state.revision
    bare.say(BEN, commands.Move, move="draw")
    lost(bare, CARA, "uno", seen, First(seen + 1, 1, "draw"))


def test_a_false_call_made_twice_is_fined_once() -> None:
    bare = silent()
    seen = bare.state.revision
    assert bare.say(CARA, commands.Move, move="uno", revision=seen).did.foul
    lost(bare, CARA, "uno", seen, First(seen + 1, 2, "uno"))


def test_a_call_of_the_last_round_is_none_in_this_one() -> None:
    bare = started(ANNA, BEN, CARA, options={"hand_size": 1})
    seen = bare.state.revision
    while not bare.state.match.round_over:
        match = bare.state.match
        moves = [str(move) for move in match.legal() if not move.is_claim]
        bare.enter(entries.Moved(seat=match.asked, move=min(moves, key=lambda move: not move.startswith("play"))))
    bare.enter(entries.Dealt())
    # The first card may make one of the three draw.
    match = bare.state.match
    person = next(each for seat, each in enumerate((ANNA, BEN, CARA)) if match.why(seat, "uno"))
    assert refused(bare, person, "uno", seen).reason == "stale"
    assert not bare.say(person, commands.Move, move="uno", revision=bare.state.dealt_revision).did.foul


# Catches


def test_of_two_catches_the_second_is_told_of_the_first() -> None:
    bare = silent()
    seen = bare.state.revision
    bare.say(CARA, commands.Move, move="catch 0")
    lost(bare, BEN, "catch 0", seen, First(seen + 1, 2, "catch 0"), "not_catchable")
    error = refused(bare, BEN, "catch 0", seen)
    assert isinstance(error, Refusal)
    assert error.rule == "UNO-03"


def test_a_catch_that_comes_after_the_call_is_told_of_the_call() -> None:
    bare = silent()
    seen = bare.state.revision
    bare.say(BEN, commands.Move, move="play g2")  # a wrong card: a foul, no act
    bare.say(ANNA, commands.Move, move="uno", revision=seen)
    lost(bare, CARA, "catch 0", seen, First(seen + 2, 0, "uno"), "not_catchable")


def test_a_catch_that_comes_after_the_next_card_is_told_of_that_card() -> None:
    bare = silent()
    seen = bare.state.revision
    bare.say(BEN, commands.Move, move="play g2")  # a wrong card closes no window
    bare.say(BEN, commands.Move, move="play r1")
    lost(bare, CARA, "catch 0", seen, First(seen + 2, 1, "play r1"))
    assert len(hand_of(bare, 0)) == 1


@pytest.mark.parametrize(("person", "move"), [(BEN, "play g2"), (CARA, "uno")])
def test_a_catch_counts_as_long_as_it_is_legal(person: Person, move: str) -> None:
    bare = silent()
    seen = bare.state.revision
    assert bare.say(person, commands.Move, move=move).did.foul
    bare.say(CARA, commands.Move, move="catch 0", revision=seen)  # Cara may have said something herself meanwhile
    assert len(hand_of(bare, 0)) == 3


def test_a_catch_that_names_the_revision_before_anothers_draw_counts() -> None:
    """UNO-02: with ``catch_until`` = ``play`` a draw closes no window."""
    bare = silent()
    seen = bare.state.revision
    bare.say(BEN, commands.Move, move="draw")
    bare.say(CARA, commands.Move, move="catch 0", revision=seen)
    assert len(hand_of(bare, 0)) == 3
    lost(bare, ANNA, "uno", seen, First(seen + 2, 2, "catch 0"))
    lost(bare, BEN, "catch 0", seen, First(seen + 2, 2, "catch 0"))


def test_a_catch_of_somebody_who_had_called_is_refused_by_the_rules_and_names_nobody() -> None:
    bare = silent()
    bare.say(ANNA, commands.Move, move="uno")
    seen = bare.state.revision
    bare.say(BEN, commands.Move, move="play g2")
    error = refused(bare, CARA, "catch 0", seen)
    assert isinstance(error, MoveRefused)
    assert error.verdict.reason == "not_catchable"


def test_a_revision_to_come_is_stale() -> None:
    bare = silent()
    lost(bare, CARA, "catch 0", bare.state.revision + 1, None)


# Plays


def again_asked(last: str, pile: list[str] | None = None, **setup: Any) -> BareTable:
    """Let Anna skip Ben and be asked again with one card, about which she keeps silent."""
    bare = opened([["rS", last], ["b7", "g2", "g3"]], pile=pile, **setup)
    bare.say(ANNA, commands.Move, move="play rS")
    assert bare.asked == 0
    return bare


def test_a_call_attached_to_the_last_card_is_not_false_because_of_a_catch() -> None:
    bare = again_asked("r7")
    seen = bare.state.revision
    bare.say(BEN, commands.Move, move="catch 0")
    lost(bare, ANNA, "play r7 uno", seen, First(seen + 1, 1, "catch 0"))
    assert len(hand_of(bare, 0)) == 3
    assert bare.say(ANNA, commands.Move, move="play r7 uno").did.foul, "who has seen the catch is fined"


def test_a_play_without_a_call_answers_the_same_question_after_a_catch() -> None:
    bare = again_asked("r7")
    seen = bare.state.revision
    bare.say(BEN, commands.Move, move="catch 0")
    assert not bare.say(ANNA, commands.Move, move="play r7", revision=seen).did.foul


def test_a_card_that_was_right_is_not_wrong_because_of_a_catch() -> None:
    # WD4-02, enforced: what Anna draws for the catch has the colour in force.
    bare = again_asked("W+4", pile=["r1", "r2", *PILE], options={"wild4": "enforce"})
    seen = bare.state.revision
    bare.say(BEN, commands.Move, move="catch 0")
    lost(bare, ANNA, "play W+4 b", seen, First(seen + 1, 1, "catch 0"))
    assert bare.say(ANNA, commands.Move, move="play W+4 b").did.foul


def test_a_card_that_was_wrong_stays_wrong() -> None:
    bare = opened([["r7", "g1"], ["r1", "g2", "g3"], ["b0", "b7", "g4"]])
    seen = bare.state.revision
    bare.say(CARA, commands.Move, move="uno")  # false
    assert bare.say(ANNA, commands.Move, move="play g1", revision=seen).did.foul


def test_an_answer_to_an_earlier_question_is_stale_though_it_would_fit() -> None:
    bare = opened([["r7", "g1"], ["r1", "g2", "g3"]])
    seen = bare.state.revision
    bare.say(ANNA, commands.Move, move="draw")
    bare.say(ANNA, commands.Move, move="keep")
    lost(bare, BEN, "play r1", seen, First(seen + 1, 0, "draw"))


# Cuts


def cut_table() -> BareTable:
    """Let Anna play a card that Cara and Dora both could cut: the deck has four of each."""
    text = Path(THUNDER).read_text(encoding="utf-8")
    numbers = 'faces = ["1", "2", "3", "4", "5", "6"]\ncopies = '
    assert f"{numbers}2" in text
    hands = [["r3", "g1", "g2"], ["r1", "g2", "g3"], ["r3", "b0", "b4"], ["r3", "b1", "b2"]]
    edition = text.replace(f"{numbers}2", f"{numbers}4")
    return opened(hands, edition_file=edition, options={"cut": True})


def test_of_two_cuts_the_second_is_told_of_the_first_and_not_fined() -> None:
    bare = cut_table()
    bare.say(ANNA, commands.Move, move="play r3")
    seen = bare.state.revision
    bare.say(BEN, commands.Move, move="uno")  # false
    bare.say(CARA, commands.Move, move="play r3")
    bare.say(DORA, commands.Move, move="draw")
    bare.say(DORA, commands.Move, move="keep")
    lost(bare, DORA, "play r3", seen, First(seen + 2, 2, "play r3"))
    assert len(hand_of(bare, 3)) == 4


def test_a_cut_that_comes_after_the_next_card_is_not_fined() -> None:
    bare = cut_table()
    bare.say(ANNA, commands.Move, move="play r3")
    seen = bare.state.revision
    bare.say(BEN, commands.Move, move="play r1")
    lost(bare, DORA, "play r3", seen, First(seen + 1, 1, "play r1"))


def test_a_cut_that_comes_after_a_card_played_with_a_false_call_is_not_fined() -> None:
    """UNO-04: such a play counts, so it ends the question like any other."""
    bare = cut_table()
    bare.say(ANNA, commands.Move, move="play r3")
    seen, asked_at = bare.state.revision, bare.state.asked_at_ms
    assert bare.say(BEN, commands.Move, move="play r1 uno").did.foul
    assert (bare.state.last_answer_revision, bare.state.asked_at_ms > asked_at) == (seen + 1, True)
    lost(bare, CARA, "play r3", seen, First(seen + 1, 1, "play r1 uno"))


def test_a_wrong_card_out_of_turn_is_fined_though_others_have_claimed_since() -> None:
    bare = cut_table()
    bare.say(ANNA, commands.Move, move="play r3")
    seen = bare.state.revision
    bare.say(BEN, commands.Move, move="uno")  # false
    assert bare.say(CARA, commands.Move, move="play b4", revision=seen).did.foul


# The end of a round


@pytest.mark.parametrize(("target", "reason"), [(500, "stale"), (0, "no_match_running")])
def test_a_claim_that_comes_after_the_last_card_is_told_of_it(target: int, reason: str) -> None:
    bare = opened([["r7", "g1"], ["r1"], ["b0", "b7"]], options={"target": target})
    bare.say(ANNA, commands.Move, move="play r7")
    seen = bare.state.revision
    bare.say(BEN, commands.Move, move="play r1")
    assert bare.state.match.round_over
    error = refused(bare, CARA, "catch 0", seen)
    assert isinstance(error, Refusal)
    assert (error.reason, error.first) == (reason, First(seen + 1, 1, "play r1"))


# What is kept


def test_a_claim_older_than_the_kept_positions_is_not_fined() -> None:
    bare = silent(options={"false_uno_penalty": 1})
    seen = bare.state.revision
    bare.say(CARA, commands.Move, move="catch 0")
    for _ in range(MAX_POSITIONS):
        assert bare.say(BEN, commands.Move, move="uno").did.foul
    lost(bare, ANNA, "uno", seen, None)


def test_a_refused_claim_leaves_no_trace_and_its_id_may_be_used_again() -> None:
    bare = silent()
    seen = bare.state.revision
    bare.say(CARA, commands.Move, move="catch 0")
    with pytest.raises(Refusal):
        bare.say(ANNA, commands.Move, move="uno", revision=seen, id="x")
    assert bare.state.find_done(ANNA.guest, "x") is None
    bare.say(ANNA, commands.Move, move="uno", id="x")
    done = bare.state.find_done(ANNA.guest, "x")
    assert done is not None and done.revision == bare.state.revision


def test_a_bot_is_not_fined_for_a_lost_race() -> None:
    """A bot's word may lie in the inbox when a catch is carried out: it is heard like a person's."""

    async def play(revision: int) -> tuple[int, int]:
        workers = Workers(1)
        bare = opened([["r7", "g1"], ["r1", "g2", "g3"], ["b0", "b7", "g4"]])
        bare.say(ANNA, commands.Move, move="play r7")
        seen = bare.state.revision
        bare.say(CARA, commands.Move, move="catch 0")
        bare.enter(entries.StoodIn(seat=0, on=True))
        table = Table(bare.state, make_services(workers), ended=lambda _: None)
        batch = Batch()
        table._handle(BotMoved(0, seen + revision, "uno"), batch)
        table._task.cancel()
        workers.stop()
        return len(batch.entries), len(hand_of(bare, 0))

    assert asyncio.run(play(0)) == (0, 3)
    assert asyncio.run(play(2)) == (1, 5), "a bot that has seen the catch is fined: the test can fail"


# Many at once


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda path: path.rsplit("/", 1)[-1])
def test_no_claim_that_was_legal_at_its_revision_is_ever_fined(edition: str) -> None:
    met: Counter[str] = Counter()
    for number in range(scaled(24, least=12)):
        rng = dice("races", edition, number)
        _hammer(rng, edition, met, f"{edition} game {number} HUEFALL_SEED={SEED}")
    print(met)
    assert {"played", "lost", "fined"} <= set(met), met
    assert met["lost uno"] and met["lost catch"], met


def _hammer(rng: Random, edition: str, met: Counter[str], name: str) -> None:
    """Let all seats claim all the time, having seen the current table or that of a few moves ago."""
    state = deal_for_claims(rng, edition)
    print(name, state.setup.options, f"seats={len(state.seats)}")
    past: list[tuple[int, Game]] = []
    for step in range(250):
        match = state.match
        if match.over:
            break
        if match.round_over:
            state.apply(entries.Dealt(), step)
        game = match.game
        past = [*past[-8:], (state.revision, game.copy())]
        if rng.random() < 0.5:
            seat, move = random_move(rng, game)
            if not move.uno or rng.random() < 0.5:  # else no player would ever be caught
                state.apply(entries.Moved(seat=seat, move=str(move)), step)
            continue
        revision, seen = rng.choice(past)
        seat = rng.randrange(game.players)
        sentence = _claim(rng, seen, seat)
        was_legal = bool(seen.why(seat, sentence))
        verb = sentence.split()[0]
        is_now = sentence in {str(each) for each in game.legal(seat)}
        before = match.position()
        answer = _say(state, seat, commands.Move(id=f"c{step}", revision=revision, move=sentence), step)
        if isinstance(answer, Change):
            assert answer.did is not None
            assert not (answer.did.foul and was_legal), f"fined for a lost race: seat {seat} {sentence!r} at {revision}"
            met["fined" if answer.did.foul else "played"] += 1
            continue
        assert match.position() == before
        if isinstance(answer, MoveRefused):
            assert not was_legal, (sentence, answer)
            met["refused"] += 1
        elif was_legal and revision >= state.dealt_revision:
            assert answer.first is not None and answer.first.revision > revision, (sentence, answer)
            assert not (verb in {"uno", "catch"} and is_now), sentence
            met["lost"] += 1
            met[f"lost {verb}"] += 1


def _say(state: TableState, seat: int, command: commands.Move, at: int) -> Change | Refusal | MoveRefused:
    try:
        return [state.apply(entry, at) for entry in decide(state, PEOPLE[seat], command, CONTEXT).entries][-1]
    except (Refusal, MoveRefused) as refused:
        return refused


def deal_for_claims(rng: Random, edition: str) -> TableState:
    """Deal small hands to people, at a table where wrong cards and false calls cost something."""
    options = {**random_options(rng, edition), "hand_size": rng.choice([1, 2, 3])}
    for name in ("uno", "uno_penalty", "false_uno_penalty", "misplay_penalty"):
        options.pop(name, None)
    setup: dict[str, Any] = {"options": options, "seats": rng.choice([2, 3, 4, 6])}
    if edition in SHIPPED:
        setup["edition"] = edition
    else:
        setup["edition_file"] = Path(edition).read_text(encoding="utf-8")
    state = TableState("abcdefgh")
    state.apply(entries.Created(guest=PEOPLE[0].guest, setup=fill(TableSetup(**setup))), 0)
    for seat, person in enumerate(PEOPLE[: state.setup.seats]):
        state.apply(entries.Sat(guest=person.guest, seat=seat, name=person.name), 0)
    committed, dealt = decide(state, PEOPLE[0], commands.Start(id="start"), CONTEXT).entries
    state.apply(structs.replace(committed, seed=rng.randbytes(32).hex()), 0)  # one that can be dealt again
    state.apply(dealt, 0)
    return state


def _claim(rng: Random, seen: Game, seat: int) -> str:
    """Choose something to claim: mostly what was legal when one looked, else a call or a card by chance."""
    legal = [str(move) for move in seen.legal(seat)]
    claims = [
        move for move in legal if move.split()[0] in {"uno", "catch"} or seat != seen.asked or move.endswith(" uno")
    ]
    if claims and rng.random() < 0.9:
        return rng.choice(claims)
    cards = [f"play {card}" for card in seen.hand(seat)]
    return rng.choice(["uno", f"catch {rng.randrange(seen.players)}", *cards, *(f"{play} uno" for play in cards)])
