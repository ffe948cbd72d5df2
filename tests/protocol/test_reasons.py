from __future__ import annotations

import re
from pathlib import Path

import huefall
from huefall.protocol.reasons import HTTP_REASONS, SOCKET_REASONS, move_reasons
from huefall.protocol.routes import GENERAL_ERRORS, ROUTES
from huefall.vocabulary import refusals, rule_ids

SERVER = Path(huefall.__file__).parent / "server"
GIVEN = re.compile(r"(?:Refusal|Faulty|Unreadable|end|_turn_away|_say_goodbye)\((?:socket, |\d+, )?\"([a-z_]+)\"")


def test_every_reason_is_a_word_with_one_sentence() -> None:
    for reason, text in {**SOCKET_REASONS, **HTTP_REASONS}.items():
        assert re.fullmatch(r"[a-z]+(_[a-z]+)*", reason)
        assert text[0].isupper() and text.endswith(".") and "|" not in text, reason


def test_every_reason_of_the_rules_has_its_rule_and_its_sentence() -> None:
    told = move_reasons()
    assert list(told) == list(refusals.NAMES[1:])
    assert all(rule in rule_ids.NAMES and text and "{" not in text for rule, text in told.values())


def test_a_reason_means_the_same_wherever_it_is_given() -> None:
    # In both lists, because table and engine mean the same by them.
    assert SOCKET_REASONS.keys() & move_reasons().keys() == {"no_such_seat", "not_asked"}


def test_every_route_gives_only_reasons_that_are_listed() -> None:
    given = {reason for _, reason in (*GENERAL_ERRORS, *(error for route in ROUTES for error in route.errors))}
    assert given == HTTP_REASONS.keys()


def test_the_server_gives_only_reasons_that_are_listed() -> None:
    given = {reason for path in SERVER.rglob("*.py") for reason in GIVEN.findall(path.read_text(encoding="utf-8"))}
    assert {"stale", "too_fast"} <= given
    assert given <= SOCKET_REASONS.keys() | HTTP_REASONS.keys()
