"""Records outlive a change of the rules: each is played again by the version that was in force.

The records in ``rules_version_1`` were written by Huefall 0.4.0, with fouls, false calls, shields, stacks and exchanges
among their moves. ``digests.json`` has a hash of every position and of all legal moves on the way, as 0.4.0 had them.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from huefall import Game, Match
from huefall.editions import RULES_VERSION
from huefall.record import RecordError, load_match, replay, verify, write_record

FOLDER = Path(__file__).parent / "rules_version_1"
DIGESTS: dict[str, str] = json.loads((FOLDER / "digests.json").read_text(encoding="utf-8"))


def digest_of(match: Match) -> str:
    """Play a match again and hash every position with its legal moves."""
    again = match.begin_again()
    digest = hashlib.sha256()

    def take_down() -> None:
        position: dict[str, Any] = again.position()
        del position["options"], position["edition"]
        legal = [sorted(str(move) for move in again.legal(seat)) for seat in range(again.players)]
        digest.update(json.dumps([position, legal], sort_keys=True).encode())

    for played in match.rounds:
        again.next_round(played.deck, reshuffle=played.order)
        take_down()
        for move in played.moves:
            again.play(move.seat, move.sentence, reshuffle=move.order)
            take_down()
    return digest.hexdigest()


@pytest.mark.parametrize("name", DIGESTS)
def test_a_record_of_version_1_is_played_again_as_it_was_played(name: str) -> None:
    match = replay(FOLDER / f"{name}.jsonl")
    assert match.variant.rules.rules_version == 1
    assert digest_of(match) == DIGESTS[name]
    assert verify(FOLDER / f"{name}.jsonl").moves == sum(len(played.moves) for played in match.rounds)


def test_the_records_of_version_1_distinguish_the_versions() -> None:
    """Some of them cannot be replayed by the current rules; otherwise they would not prove anything."""
    refuted = 0
    for name in DIGESTS:
        lines = (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
        header = {**json.loads(lines[0]), "rules_version": RULES_VERSION}
        try:
            replay("".join([json.dumps(header) + "\n", *lines[1:]]))
        except RecordError:
            refuted += 1
    assert refuted >= 5


def test_a_record_states_the_version_of_its_rules() -> None:
    header = json.loads(write_record(Match("classic", 3, seed=1)).splitlines()[0])
    assert header["rules_version"] == RULES_VERSION
    assert "rules_version" not in header["options"]


def test_a_match_of_version_1_stays_one_when_it_is_saved_and_played_on() -> None:
    name = next(name for name in DIGESTS if not replay(FOLDER / f"{name}.jsonl").over)
    match = load_match(FOLDER / f"{name}.jsonl")
    match.play(match.asked or 0, match.legal()[0])
    again = load_match(write_record(match, with_seed=True))
    assert again.variant.rules.rules_version == 1
    assert again.position() == match.position()
    assert again.commitment == match.commitment


@pytest.mark.parametrize("version", [0, 3, True, "2", None])
def test_an_unknown_version_is_refused(version: object) -> None:
    lines = write_record(Match("classic", 3, seed=1)).splitlines(keepends=True)
    header = {**json.loads(lines[0]), "rules_version": version}
    with pytest.raises(RecordError, match="rules_version"):
        replay("".join([json.dumps(header) + "\n", *lines[1:]]))


def test_the_version_is_no_option_of_a_record() -> None:
    lines = write_record(Match("classic", 3, seed=1)).splitlines(keepends=True)
    header = {**json.loads(lines[0]), "options": {"rules_version": 1}}
    with pytest.raises(RecordError, match="rules_version is not an option"):
        replay("".join([json.dumps(header) + "\n", *lines[1:]]))


def test_a_position_of_version_1_keeps_its_version() -> None:
    position = replay(FOLDER / f"{next(iter(DIGESTS))}.jsonl").position()
    assert position["options"]["rules_version"] == 1
    assert Game.from_position(position).position() == position
