"""What a record says: every line of docs/records.md, and no secret too early."""

from __future__ import annotations

import errno
import json
import stat
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from huefall.game import Match
from huefall.record import RecordError, save_match, write_record


def lines_of(record: str) -> list[dict[str, Any]]:
    assert record.endswith("\n")
    return [json.loads(line) for line in record.splitlines()]


def test_a_record_says_everything_in_order(finished: Match, text: str) -> None:
    lines = lines_of(text)
    assert lines[0]["format"] == "huefall-record"
    assert lines[0]["options"] == finished.variant.rules.changes()
    assert lines[1]["dealer_draw"] == finished.variant.write_cards(finished.dealer_draw)
    assert lines[1]["dealer"] == finished.rounds[0].dealer
    rest = iter(lines[2:])
    for number, played in enumerate(finished.rounds, 1):
        assert next(rest) == {
            "round": number,
            "dealer": played.dealer,
            "deck": finished.variant.write_cards(played.deck),
        }
        for move in played.moves:
            line = next(rest)
            assert line["move"] == f"{move.seat} {move.sentence}"
            assert line.get("foul", False) is move.foul
            assert ("reshuffle" in line) is ("discards" in line) is (move.reshuffle is not None)
        result = next(rest)
        assert (result["result"], result["winner"]) == (number, played.result.winner)
        assert result["moves"] == len(played.moves)
    assert next(rest) == {
        "match": finished.winners,
        "scores": finished.scores,
        "rounds": finished.round,
        "seed": finished.seed.hex(),
    }
    assert next(rest, None) is None


def test_the_seed_of_a_running_match_is_written_only_when_asked_for(play_on: Callable[..., Match]) -> None:
    match = play_on(Match("classic", 3, seed=bytes(range(32))), Random(1), 20)
    assert match.seed.hex() not in write_record(match)
    assert lines_of(write_record(match))[0]["commitment"] == match.commitment
    assert lines_of(write_record(match, with_seed=True))[0]["seed"] == match.seed.hex()
    assert lines_of(write_record(match))[-1] == {"paused": 1, "scores": [0, 0, 0], "moves": 20}


def test_a_numeric_seed_is_written_with_the_number_of_the_match(play_on: Callable[..., Match]) -> None:
    match = play_on(Match("classic", 2, {"target": 0}, seed=5, number=3), Random(1))
    last = lines_of(write_record(match))[-1]
    assert (last["seed"], last["number"]) == (5, 3)
    assert lines_of(write_record(match))[0]["commitment"] is None


def test_a_move_taken_back_is_not_in_the_record(play_on: Callable[..., Match]) -> None:
    match = play_on(Match("classic", 3, seed=4), Random(1), 10)
    before = write_record(match)
    match.play(match.asked, match.legal()[0])
    match.undo()
    assert write_record(match) == before


def test_only_the_owner_can_read_a_saved_running_match(tmp_path: Path, play_on: Callable[..., Match]) -> None:
    match = play_on(Match("classic", 2, {"target": 0}), Random(1), 5)
    path = tmp_path / "match.jsonl"
    save_match(match, path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert path.read_text(encoding="utf-8") == write_record(match, with_seed=True)
    play_on(match, Random(1))
    save_match(match, str(path))
    assert path.read_text(encoding="utf-8") == write_record(match)
    assert [entry.name for entry in tmp_path.iterdir()] == ["match.jsonl"]


def test_notes_are_stored_unchanged() -> None:
    notes = {"start": "2025-11-15T22:00:00Z", "seat 0": "Anna\u2028李"}
    assert lines_of(write_record(Match(seed=1, notes=notes)).replace("\u2028", "\\u2028"))[0]["notes"] == notes


def test_an_unfinished_round_has_no_result_line() -> None:
    from huefall.record.write import result_line

    match = Match(seed=1)
    with pytest.raises(ValueError, match="round 1 is not over"):
        result_line(1, match.rounds[0])


def test_a_record_that_cannot_be_moved_into_place_leaves_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_: Path, target: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied", "somewhere else")

    monkeypatch.setattr(Path, "replace", refuse)
    target = tmp_path / "match.jsonl"
    with pytest.raises(PermissionError) as caught:
        save_match(Match(seed=1), target)
    assert caught.value.filename == str(target)
    assert list(tmp_path.iterdir()) == []


def test_notes_that_are_not_text_are_refused_without_a_trace(tmp_path: Path) -> None:
    match = Match(seed=1)
    match.notes["seat 0"] = "\udcff"
    with pytest.raises(RecordError, match=r"match\.jsonl' cannot be written: the notes hold what is no text"):
        save_match(match, tmp_path / "match.jsonl")
    assert list(tmp_path.iterdir()) == []
