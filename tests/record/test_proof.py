"""The shuffle can be proved by anyone: the generator is the published one, and every order follows from the seed."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from huefall.game import Match
from huefall.kernel.chance import chacha_block
from huefall.record import Proof, RecordError, load_match, replay, verify, write_record

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "fairness.md"
SHARED_RECORD = ROOT / "web" / "src" / "fairness" / "fixtures" / "shared_seed.jsonl"

# RFC 8439, appendix A.1, the vectors with an all-zero nonce: key, counter, keystream.
RFC_VECTORS = [
    (
        "00" * 32,
        0,
        (
            "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7"
            "da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586"
        ),
    ),
    (
        "00" * 32,
        1,
        (
            "9f07e7be5551387a98ba977c732d080dcb0f29a048e3656912c6533e32ee7aed"
            "29b721769ce64e43d57133b074d839d531ed1f28510afb45ace10a1f4b794d6f"
        ),
    ),
    (
        "00" * 31 + "01",
        1,
        (
            "3aeb5224ecf849929b9d828db1ced4dd832025e8018b8160b82284f3c949aa5a"
            "8eca00bbb4a73bdad192b5c42f73f2fd4e273644c8b36125a64addeb006c13a0"
        ),
    ),
    (
        "00ff" + "00" * 30,
        2,
        (
            "72d54dfbf12ec44b362692df94137f328fea8da73990265ec1bbbea1ae9af0ca"
            "13b25aa26cb4a648cb9b9d1be65b2c0924a66c54d545ec1b7374f4872e99f096"
        ),
    ),
]


@pytest.mark.parametrize(("key", "counter", "stream"), RFC_VECTORS)
def test_the_generator_is_chacha20_of_rfc_8439(key: str, counter: int, stream: str) -> None:
    words = np.frombuffer(bytes.fromhex(key), "<u4").astype(np.int64)
    block = np.asarray(chacha_block(words, counter))
    assert block.astype("<u4").tobytes().hex() == stream


# A second, obvious implementation of docs/fairness.md, which shares no code with the engine.


def chacha20_words(key: bytes) -> Iterator[int]:
    start = [0x61707865, 0x3320646E, 0x79622D32, 0x6B206574]
    start += [int.from_bytes(key[at : at + 4], "little") for at in range(0, 32, 4)]
    counter = 0
    while True:
        first = [*start, counter, 0, 0, 0]
        block = list(first)
        for _ in range(10):
            for a, b, c, d in [
                (0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15),
                (0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14),
            ]:  # fmt: skip
                for to, by, mixed, bits in [(a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)]:
                    block[to] = (block[to] + block[by]) % 2**32
                    word = block[mixed] ^ block[to]
                    block[mixed] = (word << bits | word >> 32 - bits) % 2**32
        yield from ((word + old) % 2**32 for word, old in zip(block, first, strict=True))
        counter += 1


def shuffled(words: Iterator[int], cards: list[str], drawn: int | None = None) -> list[str]:
    """Shuffle and return the cards from the top; only as far as ``drawn`` cards, if given, and then only those."""
    cards = list(cards)
    places = range(len(cards) - 1, 0, -1) if drawn is None else range(len(cards) - 1, len(cards) - 1 - drawn, -1)
    for i in places:
        limit = i + 1
        while True:
            product = next(words) * limit
            if product % 2**32 >= 2**32 % limit:
                break
        j = product // 2**32
        cards[i], cards[j] = cards[j], cards[i]
    return cards[::-1][:drawn]  # the last place is the top of the pile


def check_by_hand(record: str) -> int:
    """Check commitment and orders as the page says; return how many shuffles there were."""
    lines = [json.loads(line) for line in record.splitlines()]
    header, seed = lines[0], {**lines[0], **lines[-1]}["seed"]
    facts = {name: header[name] for name in ("edition", "options", "players", "deck")} | {"seed": seed}
    text = json.dumps(facts, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert hashlib.sha256(f"huefall commitment 1\n{text}".encode()).hexdigest() == header["commitment"]
    words = chacha20_words(bytes.fromhex(seed))
    shuffles = 0
    for line in lines[1:]:
        if "dealer_draw" in line:
            drawn = line["dealer_draw"]
            assert shuffled(words, header["deck"], len(drawn)) == drawn
            shuffles += 1
        for before, after in [(header["deck"], line.get("deck")), (line.get("discards"), line.get("reshuffle"))]:
            if after is not None:
                assert shuffled(words, before) == after
                shuffles += 1
    return shuffles


def test_every_order_follows_from_the_seed_by_the_published_method(text: str) -> None:
    proof = verify(text)
    assert proof.reshuffles > 0
    assert check_by_hand(text) == 1 + proof.rounds + proof.reshuffles


@pytest.mark.parametrize("edition", ["jurassic", "bts", "avengers"])
def test_reshuffles_of_every_kind_of_play_follow_from_the_seed(edition: str, play_on: Callable[..., Match]) -> None:
    # Equal cards together, cuts, fouls, laid cards and footprints all come to lie on the discards in their order.
    options = {"preset": "party", "target": 0, "hand_size": 12}
    shuffles = 0
    for seed in range(4):
        match = play_on(Match(edition, 4, options, seed=bytes([seed] * 32)), Random(seed), 250)
        shuffles += check_by_hand(write_record(match, with_seed=True)) - 2
    assert shuffles > 0


@pytest.mark.process
def test_the_page_verifies_in_javascript(text: str, tmp_path: Path) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    code = re.search(r"```js\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert code is not None
    (tmp_path / "verify.mjs").write_text(
        f"{code[1]}\nimport {{ readFileSync }} from 'node:fs';\n"
        "for (const name of process.argv.slice(2)) {\n"
        "  console.log(JSON.stringify(await verify(readFileSync(name, 'utf8'))));\n}\n",
        encoding="utf-8",
    )
    shared = SHARED_RECORD.read_text(encoding="utf-8")
    shared_proof, (contribution, *_) = verify(shared), verify(shared).shared_seed.contributions
    records = {
        text: {"shuffles": 1 + (proof := verify(text)).rounds + proof.reshuffles, "contributions": []},
        change_card(text, "round", "deck"): {"error": "line 3 does not follow from the seed"},
        text.replace('"commitment": "', '"commitment": "0'): {"error": "the commitment does not fit"},
        shared: {
            "shuffles": 1 + shared_proof.rounds + shared_proof.reshuffles,
            "contributions": [contribution, "", ""],
        },
        shared.replace('"match": 2,', '"match": 3,'): {"error": "the commitment does not fit"},
        shared.replace(f'"{contribution}"', f'"{"0" * 32}"'): {
            "error": "the contribution of seat 0 does not fit its seal"
        },
        shared.replace(f'"{contribution}"', '""'): {"error": "the seed does not follow from the contributions"},
    }
    for number, record in enumerate(records):
        (tmp_path / str(number)).write_text(record, encoding="utf-8")
    names = [str(tmp_path / str(number)) for number in range(len(records))]
    printed = subprocess.run([node, tmp_path / "verify.mjs", *names], capture_output=True, text=True, check=True)
    assert [json.loads(line) for line in printed.stdout.splitlines()] == list(records.values())


# What verify says


def test_a_proof_lists_what_was_checked(text: str, finished: Match) -> None:
    moves = [move for played in finished.rounds for move in played.moves]
    reshuffles = sum(move.reshuffle is not None for move in moves)
    proof = verify(text, commitment=finished.commitment)
    assert proof == Proof(finished.commitment, finished.round, reshuffles, len(moves), over=True)
    assert proof.committed
    assert f"bound by the commitment {finished.commitment}" in str(proof)


def test_a_seed_that_is_a_number_proves_orders_but_no_commitment(play_on: Callable[..., Match]) -> None:
    record = write_record(play_on(Match("classic", 2, {"target": 0}, seed=5, number=2), Random(1)))
    proof = verify(record)
    assert not proof.committed
    assert "follow from the seed, but nothing was committed to" in str(proof)
    for changed in (record.replace('"number": 2', '"number": 3'), record.replace('"seed": 5', '"seed": 6')):
        with pytest.raises(RecordError, match=r"^line 2: the dealer draw does not follow from the seed"):
            verify(changed)


def mix(word: int) -> int:
    word = (word + 0x1E3779B9) % 2**32
    word = (word ^ word >> 16) * 0x21F0AAAD % 2**32
    word = (word ^ word >> 15) * 0x735A2D97 % 2**32
    return word ^ word >> 15


def seed_words(seed: int, number: int) -> list[int]:
    words = []
    for i in range(4):
        word = mix((seed + i * 0x3C6EF35F) % 2**32)
        for part in (seed >> 32, number % 2**32, number >> 32):
            word = mix(word ^ part)
        words.append(word)
    return words


def xoshiro_words(state: list[int]) -> Iterator[int]:
    def left(word: int, bits: int) -> int:
        return (word << bits | word >> 32 - bits) % 2**32

    while True:
        yield left(state[1] * 5 % 2**32, 7) * 9 % 2**32
        shifted = state[1] << 9 & 0xFFFFFFFF
        state[2] ^= state[0]
        state[3] ^= state[1]
        state[1] ^= state[2]
        state[0] ^= state[3]
        state[2] ^= shifted
        state[3] = left(state[3], 11)


def shuffled_by_threes(key: list[int], cards: list[str]) -> list[str]:
    """Shuffle as version 2 does, and change the key for the next shuffle; return the cards from the top."""
    key[:] = map(mix, key)
    words = xoshiro_words([key[0] | 1, *key[1:]])
    cards = list(cards)
    for top in range(len(cards), 1, -3):
        places = [max(top - i, 1) for i in range(3)]
        rest = -1
        while rest < 2**32 % (places[0] * places[1] * places[2]):
            rest, chosen = next(words), []
            for place in places:
                number, rest = divmod(rest * place, 2**32)
                chosen.append(number)
        for place, number in zip(places, chosen, strict=True):
            cards[place - 1], cards[number] = cards[number], cards[place - 1]
    return cards[::-1]


NUMBERS = pytest.mark.parametrize(("seed", "number"), [(0, 0), (7, 3), (2**63 - 1, 2**40 + 5)])


@NUMBERS
def test_shuffles_of_a_number_are_the_published_ones(seed: int, number: int, play_on: Callable[..., Match]) -> None:
    match = play_on(Match("bts", 5, {"hand_size": 15}, seed=seed, number=number), Random(2), 250)
    lines = [json.loads(line) for line in write_record(match, with_seed=True).splitlines()]
    key, shuffles = seed_words(seed, number), 0
    for line in lines[1:]:
        orders = [line.get(name) for name in ("dealer_draw", "deck", "reshuffle")]
        for before, after in zip((lines[0]["deck"], lines[0]["deck"], line.get("discards")), orders, strict=True):
            if after is not None:
                assert shuffled_by_threes(key, before)[: len(after)] == after
                shuffles += 1
    assert shuffles > 2, "no reshuffle"


@NUMBERS
def test_shuffles_of_version_1_are_the_published_ones(seed: int, number: int) -> None:
    match = Match("bts", 5, seed=seed, number=number, shuffle_version=1)
    start = seed_words(seed, number)
    words, deck = xoshiro_words([start[0] | 1, *start[1:]]), match.facts()["deck"]
    drawn = match.variant.write_cards(match.dealer_draw)
    assert shuffled(words, deck, len(drawn)) == drawn
    assert shuffled(words, deck) == match.variant.write_cards(match.rounds[0].deck)


def test_a_record_of_version_1_is_proved_played_on_and_written_as_it_is(play_on: Callable[..., Match]) -> None:
    match = play_on(Match("classic", 2, {"hand_size": 30}, seed=5, number=2, shuffle_version=1), Random(1), 120)
    text = write_record(match, with_seed=True)
    assert "shuffle_version" not in text  # as Huefall up to 0.7.0 wrote it
    again = load_match(text)
    assert write_record(again, with_seed=True) == write_record(replay(text), with_seed=True) == text
    for found in (match, again):
        play_on(found, Random(2))
    assert write_record(again) == write_record(match)
    assert verify(write_record(again)).reshuffles > verify(text).reshuffles


def test_the_version_of_the_shuffle_is_written_and_matters(play_on: Callable[..., Match]) -> None:
    text = write_record(play_on(Match("classic", 2, {"target": 0}, seed=5), Random(1)))
    assert verify(text).over
    with pytest.raises(RecordError, match=r"^line 2: the dealer draw does not follow from the seed"):
        verify(text.replace(', "shuffle_version": 2', ""))
    unknown = text.replace('"shuffle_version": 2', '"shuffle_version": 3')
    with pytest.raises(
        RecordError, match=r"^line 1: shuffle_version must be 1 or 2, got 3: a newer Huefall may know it"
    ):
        verify(unknown)
    assert replay(unknown).over  # the orders are in the record
    secret = write_record(play_on(Match("classic", 2, {"target": 0}, seed=bytes(32)), Random(1)))
    with pytest.raises(RecordError, match="shuffle_version belongs to a seed that is a number"):
        verify(secret.replace('"seed": "', '"shuffle_version": 2, "seed": "'))


def change_card(record: str, kind: str, field: str, at: int = 0) -> str:
    """Swap the last two different cards of an order: no move of the match notices."""
    lines = [json.loads(line) for line in record.splitlines()]
    fields: dict[str, Any] = [line for line in lines if kind in line and field in line][at]
    cards = fields[field]
    other = max(place for place, card in enumerate(cards) if card != cards[-1])
    cards[other], cards[-1] = cards[-1], cards[other]
    return "".join(json.dumps(line) + "\n" for line in lines)


@pytest.mark.parametrize(
    ("kind", "field", "at", "said"),
    [
        ("dealer_draw", "dealer_draw", 0, "line 2: the dealer draw does not follow from the seed: card"),
        ("round", "deck", 0, "line 3: the deck of round 1 does not follow from the seed: card"),
        ("round", "deck", 1, r"line \d+: the deck of round 2 does not follow from the seed: card"),
        ("move", "reshuffle", 0, r"line \d+, move \d+ of round \d+ \(.*\): the reshuffle does not follow from"),
    ],
)
def test_a_manipulated_order_is_detected(kind: str, field: str, at: int, said: str, text: str) -> None:
    with pytest.raises(RecordError, match=f"^{said}"):
        verify(change_card(text, kind, field, at))


def test_a_seed_other_than_the_committed_one_is_detected(text: str, finished: Match) -> None:
    with pytest.raises(RecordError, match=r"^line 1: the commitment does not fit"):
        verify(text.replace(finished.seed.hex(), "00" * 32))


def test_a_commitment_other_than_the_one_shown_is_detected(text: str, finished: Match) -> None:
    assert verify(text, commitment=finished.commitment.upper() + "\n").committed
    with pytest.raises(RecordError, match="not the abc shown before the deal"):
        verify(text, commitment="abc")


def test_nothing_is_proved_before_the_seed_is_revealed(play_on: Callable[..., Match]) -> None:
    # A seed of its own would end a round within the thirty now and then.
    match = play_on(Match("classic", 2, seed=bytes(range(32))), Random(1), 30)
    with pytest.raises(RecordError, match="nothing can be proved"):
        verify(write_record(match))
    proof = verify(write_record(match, with_seed=True))
    assert (proof.over, proof.moves) == (False, 30)
