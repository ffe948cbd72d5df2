from __future__ import annotations

import re

import msgspec
import pytest

from huefall.protocol.fields import Code, Token
from huefall.server.ops.tokens import (
    ALPHABET,
    hash_secret,
    is_code,
    matches,
    new_code,
    new_guest_id,
    new_token,
    split_token,
)


def test_a_token_comes_apart_into_guest_and_secret() -> None:
    guest = new_guest_id()
    token = new_token(guest)
    assert re.fullmatch(r"g[a-z2-9]{12}\.[A-Za-z0-9_-]{43}", token)
    found = split_token(token)
    assert found is not None and found[0] == guest and token == f"{guest}.{found[1]}"
    assert msgspec.convert(token, Token) == token


def test_no_two_tokens_are_alike() -> None:
    guest = new_guest_id()
    assert len({new_token(guest) for _ in range(1000)}) == 1000
    assert len({new_guest_id() for _ in range(1000)}) == 1000


GOOD = "gabcdefghjkmn." + "A" * 43


@pytest.mark.parametrize(
    "text",
    [
        "",
        ".",
        GOOD[1:],
        GOOD[:-1],
        f"{GOOD}A",
        f"{GOOD}\n",
        f" {GOOD}",
        GOOD.replace(".", ":"),
        GOOD.replace("A", "+"),
        GOOD.replace("A", "é"),
        GOOD.replace("b", "1"),
        GOOD.replace("b", "B"),
        f"g.{GOOD}",
        "g" * 100_000,
    ],
)
def test_what_has_not_the_form_of_a_token_is_none(text: str) -> None:
    assert split_token(GOOD) is not None
    assert split_token(text) is None


def test_only_the_secret_matches_its_hash() -> None:
    # SHA-256 of "abc", from FIPS 180-2.
    stored = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    assert hash_secret("abc") == stored
    assert matches("abc", stored)
    assert not matches("abd", stored) and not matches("abc", stored.upper()) and not matches("abc", "")
    assert not matches("é", stored) and not matches("abc", "é")


def test_codes_have_no_look_alikes() -> None:
    codes = [new_code() for _ in range(1000)]
    assert len(set(codes)) == 1000
    assert all(is_code(code) and not set(code) & set("01oilOIL") and code == code.lower() for code in codes)
    assert set("".join(codes)) == set(ALPHABET)
    assert all(msgspec.convert(code, Code) == code for code in codes)


@pytest.mark.parametrize(
    "text", ["", "abcd234", "abcd23456", "abcd234o", "abcd234l", "ABCD2345", "abcd2345\n", "abcd23 5"]
)
def test_what_has_not_the_form_of_a_code_is_none(text: str) -> None:
    assert is_code("abcd2345")
    assert not is_code(text)
