"""The process that reviews: its progress, its review, and what happens when it fails."""

from __future__ import annotations

import asyncio
import io
import sys
from random import Random
from typing import Any

import msgspec
import pytest

from huefall.bots import make_bot
from huefall.bots.table_loop import next_move
from huefall.game import Match, Outcome
from huefall.record import write_record
from huefall.review import Review
from huefall.server.reviews.process import write_review
from huefall.server.reviews.worker import ReviewFailedError, review_in_process


def _run(script: str, seen: list[float] | None = None) -> bytes:
    progress = ([] if seen is None else seen).append
    return asyncio.run(review_in_process("the record", progress, command=(sys.executable, "-c", script)))


@pytest.mark.process
def test_progress_is_followed_and_the_review_returned() -> None:
    seen: list[float] = []
    script = "import sys; r = sys.stdin.read(); print(0.5, 7, 'odd', '', 1.0, f'review {len(r)}', r, sep='\\n', end='')"
    assert _run(script, seen) == b"the record"
    assert seen == [0.5, 1.0]


@pytest.mark.process
@pytest.mark.parametrize(
    ("script", "said"),
    [
        ("import sys; sys.exit('out of ideas')", "out of ideas"),
        ("print(0.5)", "no error output"),
        ("print('review 100'); print('short')", "no error output"),
        ("import sys; sys.stdin.close(); sys.exit(3)", "ended with code 3"),
    ],
)
def test_a_process_that_fails_is_reported_with_the_end_of_its_errors(script: str, said: str) -> None:
    with pytest.raises(ReviewFailedError, match=said):
        _run(script)


@pytest.mark.process
def test_cancelling_ends_the_process() -> None:
    async def go() -> None:
        begun = asyncio.Event()
        script = "import time; print(0.1, flush=True); time.sleep(600)"
        command = (sys.executable, "-c", script)
        task = asyncio.create_task(review_in_process("", lambda _: begun.set(), command=command))
        await begun.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(go())


def test_a_record_is_played_once_reviewed_and_written_with_its_length(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match("classic", 2, {"target": 0}, seed=3)
    rng = Random(3)
    bots = [make_bot("easy", match.variant.edition)] * 2
    while not match.over:
        match.play(*next_move(match.game, bots, rng))
    out, played, play, record = io.BytesIO(), [], Match.play, write_record(match)

    def count(again: Match, seat: int, sentence: Any, **more: Any) -> Outcome:
        played.append(str(sentence))
        return play(again, seat, sentence, **more)

    monkeypatch.setattr(Match, "play", count)
    write_review(record, out, rollouts=4, threads=1)
    assert played == [move.sentence for dealt in match.rounds for move in dealt.moves]
    *progress, head, body = out.getvalue().split(b"\n")
    assert [float(line) for line in progress] == sorted(float(line) for line in progress)
    assert float(progress[-1]) == 1
    assert head == b"review %d" % len(body)
    assert msgspec.json.decode(body, type=Review).winners == tuple(match.winners)
