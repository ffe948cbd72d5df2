"""A replay proves a record or reports where it is wrong; a saved match continues as if it had never been saved."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from huefall.editions import SHIPPED
from huefall.game import Match
from huefall.record import RecordError, load_match, replay, save_match, verify, write_record

OWN_EDITION = """
format = 1
name = "tiny"
colors = ["red", "blue"]

[[card]]
faces = ["1", "2", "3", "4"]
copies = 2
points = "face"

[[card]]
face = "+9"
copies = 4
points = 20
draws = 9

[[card]]
black = "WE"
copies = 6
points = 50
escapes = true
first = "ignore"
"""


# Round trips


@pytest.mark.parametrize("edition", SHIPPED)
@pytest.mark.parametrize("extra", [{}, {"seven_zero": True, "scoring": "tally", "draw": "until_playable"}])
def test_a_record_of_every_edition_replays_exactly(
    edition: str, extra: dict[str, Any], play_on: Callable[..., Match]
) -> None:
    for seed in (1, 2, bytes(range(32))):
        match = play_on(Match(edition, 3, {"preset": "party", "target": 80, **extra}, seed=seed), Random(edition))
        record = write_record(match)
        again = replay(record)
        assert write_record(again) == record
        assert again.rounds == match.rounds
        assert again.game.position() == match.game.position()
        assert (again.over, again.winners, again.scores) == (True, match.winners, match.scores)


@pytest.mark.parametrize("players", [2, 10])
def test_a_running_match_of_any_size_replays(players: int, play_on: Callable[..., Match]) -> None:
    match = play_on(Match("jurassic", players, {"preset": "party", "footprints": "half"}, seed=6), Random(1), 120)
    again = replay(write_record(match))
    assert again.game.position() == match.game.position()
    assert [again.legal(seat) for seat in range(players)] == [match.legal(seat) for seat in range(players)]


def test_a_record_with_a_custom_edition_is_complete_in_itself(tmp_path: Path, play_on: Callable[..., Match]) -> None:
    path = tmp_path / "tiny.toml"
    path.write_text(OWN_EDITION, encoding="utf-8")
    match = play_on(Match(str(path), 2, {"hand_size": 5, "target": 100}, seed=bytes(range(32))), Random(1))
    record = write_record(match)
    path.unlink()
    assert str(tmp_path) not in record
    assert write_record(replay(record)) == write_record(load_match(record)) == record
    assert verify(record).committed


def test_a_reshuffle_during_the_deal_is_recorded(tmp_path: Path) -> None:
    path = tmp_path / "tiny.toml"
    path.write_text(OWN_EDITION, encoding="utf-8")
    matches = (Match(str(path), 2, {"hand_size": 10}, seed=seed) for seed in range(500))
    match = next(match for match in matches if match.rounds[0].reshuffle)
    record = write_record(match, with_seed=True)
    assert write_record(replay(record), with_seed=True) == record
    assert verify(record).reshuffles == 1
    deal = json.loads(record.split("\n")[2])
    assert set(deal["discards"]) == {"WE"}
    damaged = record.replace(', "discards": ' + json.dumps(deal["discards"]), "")
    with pytest.raises(RecordError, match=r"^line 3: reshuffle and discards belong together"):
        replay(damaged)
    damaged = damaged.replace(', "reshuffle": ' + json.dumps(deal["reshuffle"]), "")
    with pytest.raises(RecordError, match=r"^line 3: the deck cannot be dealt: the discards are reshuffled"):
        replay(damaged)


def test_a_record_can_be_read_from_text_bytes_lines_or_a_path(tmp_path: Path, text: str) -> None:
    path = tmp_path / "match.jsonl"
    path.write_text(text, encoding="utf-8")
    with path.open(encoding="utf-8") as file:
        for source in (text, text.encode(), text.replace("\n", "\r\n"), text.splitlines(), file, path):
            assert write_record(replay(source)) == text


# Going on


@pytest.mark.parametrize("seed", [9, bytes(range(32))], ids=["number", "secret"])
@pytest.mark.parametrize("moves", [0, 1, 57, 250])
def test_a_saved_and_loaded_match_continues_as_if_never_saved(
    seed: int | bytes, moves: int, tmp_path: Path, play_on: Callable[..., Match]
) -> None:
    match = play_on(Match("avengers", 2, {"preset": "party", "target": 500}, seed=seed), Random(3), moves)
    path = tmp_path / "match.jsonl"
    save_match(match, path)
    again = load_match(path)
    rounds = again.round
    assert again.game.state.tobytes() == match.game.state.tobytes()
    play_on(match, Random(4))
    play_on(again, Random(4))
    assert again.round > rounds  # so that chance has decided something since
    assert write_record(again) == write_record(match)


def test_a_loaded_match_can_take_moves_back(tmp_path: Path, play_on: Callable[..., Match]) -> None:
    match = play_on(Match("classic", 2, seed=8), Random(3), 20)
    save_match(match, tmp_path / "match.jsonl")
    again = load_match(tmp_path / "match.jsonl")
    for _ in range(20):
        again.undo()
    assert write_record(again) == write_record(Match("classic", 2, seed=8))


def test_a_match_between_rounds_can_be_saved(play_on: Callable[..., Match]) -> None:
    match = Match("classic", 2, {"target": 1000}, seed=9)
    while not match.round_over:
        play_on(match, Random(3), 1)
    again = load_match(write_record(match, with_seed=True))
    match.next_round()
    again.next_round()
    assert again.rounds == match.rounds


def test_a_running_match_cannot_continue_without_its_seed(play_on: Callable[..., Match]) -> None:
    match = play_on(Match("classic", 2), Random(3), 20)
    with pytest.raises(RecordError, match="no seed to go on with"):
        load_match(write_record(match))


def test_a_match_that_is_over_loads_without_its_seed(text: str, finished: Match) -> None:
    silent = text.replace(f', "seed": "{finished.seed.hex()}"', "")
    assert load_match(silent).winners == finished.winners


def test_a_byte_order_mark_before_a_record_is_no_part_of_it(tmp_path: Path, text: str) -> None:
    file = tmp_path / "marked.jsonl"
    file.write_text(text, encoding="utf-8-sig")
    marked = f"\ufeff{text}"
    for source in (file, file.read_bytes(), marked, marked.splitlines(keepends=True)):
        assert write_record(replay(source)) == text
    with pytest.raises(RecordError, match="line 2: not JSON"):  # nowhere else
        replay(text.replace("\n", "\n\ufeff", 1))


def test_a_record_that_breaks_off_is_accepted_only_as_unfinished(text: str) -> None:
    part = text[: text.index("\n", len(text) // 2) + 1]
    with pytest.raises(RecordError, match="it breaks off"):
        replay(part)
    match = replay(part, unfinished=True)
    assert not match.over
    assert write_record(match).startswith(part)


def test_a_last_line_that_breaks_off_is_left_out_of_an_unfinished_record(text: str) -> None:
    whole = text[: text.index("\n", len(text) // 2) + 1]
    following = text[len(whole) : text.index("\n", len(whole))]
    for cut in (1, len(following) // 2, len(following) - 1):
        torn = whole + following[:cut]
        assert write_record(replay(torn, unfinished=True)) == write_record(replay(whole, unfinished=True))
        assert replay(torn.splitlines(keepends=True), unfinished=True).rounds == replay(whole, unfinished=True).rounds
        with pytest.raises(RecordError, match="not JSON"):
            replay(torn)
        with pytest.raises(RecordError, match="not JSON"):  # a line with its end was written whole
            replay(f"{torn}\n", unfinished=True)
    assert (
        replay(whole.encode() + '{"move": "張'.encode()[:-1], unfinished=True).rounds
        == replay(whole, unfinished=True).rounds
    )


def test_a_last_line_that_lacks_only_its_end_counts(text: str, finished: Match) -> None:
    assert replay(text.removesuffix("\n"), unfinished=True).winners == finished.winners


@pytest.mark.parametrize("data", [b"", b"hello", b"hello\n", b"[1]", b'{"a": 1}\n', b"\x89PNG\r\n"])
@pytest.mark.parametrize("unfinished", [False, True])
def test_the_error_for_another_kind_of_file_says_what_a_record_is(data: bytes, unfinished: bool) -> None:
    with pytest.raises(RecordError, match="expected one as 'huefall play --record FILE' writes it"):
        replay(data, unfinished=unfinished)


# Damage


def edited(kind: str, at: int = 0, **changes: Any) -> Callable[[list[str]], list[str]]:
    """Change fields of a line of that kind, or leave them out where the new value is ``...``."""

    def edit(lines: list[str]) -> list[str]:
        number = [index for index, line in enumerate(lines) if kind in json.loads(line)][at]
        fields = {**json.loads(lines[number]), **changes}
        lines[number] = json.dumps({name: value for name, value in fields.items() if value is not ...})
        return lines

    return edit


def first_with(lines: list[str], field: str) -> int:
    return next(number for number, line in enumerate(lines) if field in json.loads(line) and "move" in json.loads(line))


def change_at(lines: list[str], number: int, **changes: Any) -> list[str]:
    lines[number] = json.dumps({**json.loads(lines[number]), **changes})
    return lines


def drop_first(kind: str) -> Callable[[list[str]], list[str]]:
    def drop(lines: list[str]) -> list[str]:
        del lines[next(number for number, line in enumerate(lines) if kind in json.loads(line))]
        return lines

    return drop


def swap_decks(lines: list[str]) -> list[str]:
    one, other = [number for number, line in enumerate(lines) if "round" in json.loads(line)][:2]
    decks = json.loads(lines[one])["deck"], json.loads(lines[other])["deck"]
    return change_at(change_at(lines, one, deck=decks[1]), other, deck=decks[0])


def forget_foul(lines: list[str]) -> list[str]:
    number = first_with(lines, "foul")
    lines[number] = lines[number].replace(', "foul": true', "")
    return lines


def forget_reshuffle(lines: list[str]) -> list[str]:
    number = first_with(lines, "reshuffle")
    fields = json.loads(lines[number])
    lines[number] = json.dumps({name: fields[name] for name in fields if name not in ("reshuffle", "discards")})
    return lines


def shorten_reshuffle(lines: list[str]) -> list[str]:
    number = first_with(lines, "reshuffle")
    return change_at(lines, number, reshuffle=json.loads(lines[number])["reshuffle"][1:])


def turn_discards(lines: list[str]) -> list[str]:
    number = first_with(lines, "reshuffle")
    return change_at(lines, number, discards=json.loads(lines[number])["discards"][::-1])


def replace_in(number: int, old: str, new: str) -> Callable[[list[str]], list[str]]:
    def change(lines: list[str]) -> list[str]:
        assert old in lines[number]
        lines[number] = lines[number].replace(old, new, 1)
        return lines

    return change


def inserted(number: int, line: str) -> Callable[[list[str]], list[str]]:
    return lambda lines: [*lines[:number], line, *lines[number:]]


DECK = ["r7"] * 108
DAMAGE: dict[str, tuple[Callable[[list[str]], list[str]], str]] = {
    "nothing left": (lambda _: [], "the record: it is empty"),
    "no header": (lambda lines: lines[1:], "line 1: the header was expected"),
    "only a header": (lambda lines: lines[:1], "line 1: it breaks off"),
    "no deal": (lambda lines: lines[:2], "line 2: it breaks off"),
    "cut off after a deal": (lambda lines: lines[:3], "line 3: it breaks off"),
    "cut off after a move": (lambda lines: lines[:20], "line 20: it breaks off"),
    "cut off before the end": (lambda lines: lines[:-1], r"line \d+: it breaks off"),
    "cut off in a line": (lambda lines: [*lines[:9], lines[9][:-4]], "line 10: not JSON"),
    "a second end": (lambda lines: [*lines, lines[-1]], r"line \d+: the record has ended"),
    "no dealer draw": (drop_first("dealer_draw"), "line 2: a 'dealer_draw' line was expected, got a 'round' line"),
    "no first deal": (drop_first("deck"), "line 1: the header was expected"),
    "no second deal": (edited("round", 1, round=3), "round is 3, but 2 when played again"),
    "no first move": (drop_first("move"), r"line \d+"),
    "no result": (drop_first("result"), "a 'result' line was expected, got a 'round' line"),
    "a result too early": (
        inserted(5, '{"result": 1, "winner": 0, "points": [0, 0, 0], "scores": [0, 0, 0], "moves": 2}'),
        "line 6: a 'move' or 'paused' line was expected",
    ),
    "a second header": (lambda lines: [lines[0], *lines], "line 2: a 'dealer_draw' line was expected"),
    "decks swapped": (swap_decks, r"line \d+, move \d+ of round 1"),
    "a deck too short": (edited("round", deck=["r7"]), "line 3: a deck of 1 cards: classic has 108"),
    "a deck of one card": (edited("round", deck=DECK), "line 3: too many cards: 108 of r7"),
    "a draw of one card": (edited("dealer_draw", dealer_draw=DECK), "line 2: too many cards"),
    "a draw too short": (edited("dealer_draw", dealer_draw=[]), "line 2: the dealer draw has 0 cards, but more"),
    "an unknown card": (edited("round", deck=["q7"]), "line 3: deck: unknown card 'q7'"),
    "another dealer": (edited("dealer_draw", dealer=9), "line 2: dealer is 9, but"),
    "another dealer dealing": (edited("round", 1, dealer=9), "dealer is 9, but"),
    "an illegal move": (edited("move", 3, move="0 play q9"), "line 7, move 4 of round 1: seat 0 cannot 'play q9'"),
    "nonsense for a move": (edited("move", 3, move="draw"), "line 7, move 4 of round 1: a seat and a sentence"),
    "an empty move": (edited("move", 3, move=""), "line 7, move 4 of round 1: a seat and a sentence"),
    "a seat that does not exist": (edited("move", 3, move="9 draw"), "line 7, move 4 of round 1: seat 9 cannot 'draw'"),
    "a move that is no text": (edited("move", 3, move=7), "line 7: move must be a seat and a sentence"),
    "a foul not marked": (forget_foul, r"line \d+, move \d+ of round \d+ \(.*\): it is a foul"),
    "a foul invented": (edited("move", 0, foul=True), r"line 4, move 1 of round 1 \(.*\): it is called a foul"),
    "a foul denied": (edited("move", 0, foul=False), "line 4: foul must be true, or left out"),
    "a reshuffle left out": (forget_reshuffle, r"line \d+, move .*no order is given"),
    "a reshuffle too short": (shorten_reshuffle, r"line \d+, move .*does not have the cards"),
    "discards in another order": (turn_discards, r"line \d+, move .*the discards are not those"),
    "a reshuffle invented": (edited("move", 0, reshuffle=["r7"], discards=["r7"]), "line 4, move 1 .*nothing is resh"),
    "a reshuffle of too much": (edited("move", 0, reshuffle=["r7"] * 999, discards=[]), "line 4, move 1 .*too many"),
    "other points": (edited("result", points=[1, 2, 3]), r"line \d+: points is \[1, 2, 3\], but"),
    "other scores": (edited("result", scores=[1, 2, 3]), r"line \d+: scores is"),
    "another winner of the round": (edited("result", winner=None), r"line \d+: winner is None, but"),
    "another number of moves": (edited("result", moves=1), r"line \d+: moves is 1, but"),
    "another winner": (edited("match", match=[0, 1]), r"line \d+: match is \[0, 1\], but"),
    "other final scores": (edited("match", scores=[0]), r"line \d+: scores is \[0\], but"),
    "other rounds": (edited("match", rounds=0), r"line \d+: rounds is 0, but"),
    "another seed in the header": (edited("format", seed="0" * 64), r"line \d+: the seed is another one"),
    "a paused match that is over": (
        lambda lines: [*lines[:-1], '{"paused": 2, "scores": [0, 0, 0], "moves": 3}'],
        "a 'match' line was expected, got a 'paused' line",
    ),
    "an unknown field": (edited("move", 2, color="r"), "line 6: unknown field 'color' in a 'move' line"),
    "an unknown line": (inserted(4, '{"remark": "hello"}'), "line 5: exactly one of the fields format, .* got none"),
    "two lines in one": (inserted(4, '{"move": "0 draw", "round": 2}'), "line 5: exactly one of the fields .*and"),
    "a field missing": (edited("round", dealer=...), "line 3: the field 'dealer' of a 'round' line is missing"),
    "a field twice": (inserted(4, '{"move": "0 draw", "move": "0 draw"}'), "line 5: a field appears twice"),
    "no object": (inserted(4, "[1, 2]"), "line 5: a JSON object was expected"),
    "no JSON": (inserted(4, "move: 0 draw"), "line 5: not JSON"),
    "an empty line": (inserted(4, ""), "line 5: not JSON"),
    "not a number": (inserted(4, '{"round": NaN}'), "line 5: NaN is not JSON"),
    "a number without end": (inserted(4, '{"round": 1' + "0" * 9999 + "}"), "line 5: not JSON"),
    "brackets without end": (inserted(4, "[" * 100_000), "line 5: not JSON"),
    "half a character": (edited("format", notes={"name": "\ud800"}), "line 1: notes must be an object of texts"),
    "another format": (edited("format", format="pgn"), 'line 1: format must be "huefall-record"'),
    "a later version": (edited("format", version=3), "line 1: version must be 1 or 2, got 3"),
    "an unknown edition": (edited("format", edition="/etc/passwd"), "line 1: unknown edition '/etc/passwd'"),
    "a broken edition": (edited("format", edition={"name": "x", "file": "x"}), "line 1: edition file: not valid TOML"),
    "half an edition": (edited("format", edition={"name": "x"}), "line 1: edition must be"),
    "the name of another edition": (
        edited("format", edition={"name": "classic", "file": OWN_EDITION}),
        "'classic' ships",
    ),
    "another name of an edition": (edited("format", edition={"name": "x", "file": OWN_EDITION}), "file says 'tiny'"),
    "another edition": (edited("format", edition="buzz"), "line 1: deck must be the cards of buzz"),
    "another deck": (edited("format", deck=DECK), "line 1: deck must be the cards of classic"),
    "an unknown option": (edited("format", options={"nonsense": 1}), "line 1: unknown option 'nonsense'"),
    "other options": (edited("format", options={}), r"line \d+"),
    "options spelled out": (edited("format", options={"target": 500}), "line 1: options must be just what differs"),
    "too many players": (edited("format", players=11), "line 1: players must be 2 to 10"),
    "another number of players": (edited("format", players=4), r"line \d+"),
    "a number for a switch": (edited("format", players=True), "line 1: players must be a whole number"),
    "a bad commitment": (edited("format", commitment="abc"), "line 1: commitment must be 64 hex digits or null"),
    "another seed": (edited("match", seed="0" * 64), "line 1: the commitment does not fit"),
    "a number for a secret seed": (edited("match", seed=7), "line 1: there is a commitment, but the seed is a number"),
    "another commitment": (edited("format", commitment="0" * 64), "line 1: the commitment does not fit"),
    "a bad seed": (edited("match", seed="abc"), r"line \d+: seed must be 64 hex digits or a whole number"),
    "a number with a secret seed": (edited("match", number=1), r"line \d+: number belongs to a seed"),
    "a tab instead of a space": (replace_in(3, '"move": "', '"move": "\\t'), "line 4, move 1 of round 1: a seat"),
}


def damaged_by(name: str, text: str) -> str:
    damaged = "".join(line + "\n" for line in DAMAGE[name][0](text.splitlines()))
    assert damaged != text
    return damaged


@pytest.mark.parametrize("name", DAMAGE)
def test_damage_is_reported_in_one_sentence(name: str, text: str) -> None:
    with pytest.raises(RecordError, match=DAMAGE[name][1]) as caught:
        replay(damaged_by(name, text))
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 500


@pytest.mark.parametrize(
    "name", ["cut off after a move", "an illegal move", "a foul invented", "decks swapped", "other points"]
)
@pytest.mark.parametrize("read", [load_match, verify])
def test_the_seed_reveals_damage_as_well(name: str, read: Callable[..., object], text: str) -> None:
    with pytest.raises(RecordError, match=r"^line \d+"):
        read(damaged_by(name, text))


def test_a_changed_byte_is_detected_or_harmless(text: str) -> None:
    # Any other error than RecordError, and any changed result that passes unnoticed, fails here.
    chance = Random(1)
    data = text.encode()
    results = [line for line in text.splitlines() if "result" in line or "match" in line]
    for _ in range(60):
        at = chance.randrange(len(data))
        damaged = data[:at] + bytes([chance.randrange(256)]) + data[at + 1 :]
        try:
            again = write_record(replay(damaged))
        except RecordError:
            continue
        assert [line for line in again.splitlines() if "result" in line or "match" in line] == results


def test_a_missing_or_binary_file_is_reported(tmp_path: Path, text: str) -> None:
    with pytest.raises(RecordError, match=r"^line 2: not UTF-8 text"):
        replay(text.encode().replace(b"dealer_draw", b"dealer\xff"))
    with pytest.raises(RecordError, match="cannot be read"):
        replay(tmp_path / "nothing.jsonl")
    with pytest.raises(RecordError, match="cannot be read"):
        replay(tmp_path)
    with pytest.raises(RecordError, match="to read a file, pass a Path"):
        replay("match.jsonl")
