"""Comparing a table with what a scenario's check says of it.

Tested in tests/scenario.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from huefall.game import Game
from huefall.notation.position import FIELDS
from huefall.scenario.start import ScenarioError
from huefall.view import view_for
from huefall.vocabulary import verbs


def differences(game: Game, check: object) -> list[str]:
    """List where the table is not as the check says."""
    if not isinstance(check, dict):
        raise ScenarioError(f"a check is an object, got {check!r}")
    position = game.position()
    return [
        difference
        for field, expected in check.items()
        for difference in _compare_field(game, position, field, expected)
    ]


def _compare_field(game: Game, position: Mapping[str, Any], field: str, expected: Any) -> Iterable[str]:
    if field in PER_SEAT:
        for seat, wanted in _by_seat(game, field, expected).items():
            where = f"{field}[{seat}]"
            if field != "view":
                _texts(where, wanted)
            elif not isinstance(wanted, dict):
                raise ScenarioError(f"check {where} must be an object, got {wanted!r}")
            yield from PER_SEAT[field](game, where, _seat(game, seat), wanted)
    elif field in DERIVED:
        yield from compare(field, expected, DERIVED[field](position))
    elif field in FIELDS:
        yield from compare(field, expected, position[field])
    else:
        raise ScenarioError(f"unknown field {field!r} in a check")


def _by_seat(game: Game, field: str, expected: object) -> dict[str, Any]:
    """Read what is expected of single seats; hands can be listed as a position does, with null for any hand."""
    if field == "hands" and isinstance(expected, list):
        if len(expected) != game.players:
            raise ScenarioError(f"check 'hands' must have one per seat, {game.players}, got {len(expected)}")
        return {str(seat): hand for seat, hand in enumerate(expected) if hand is not None}
    if not isinstance(expected, dict):
        raise ScenarioError(f"check {field!r} must be an object by seat, got {expected!r}")
    return expected


def _texts(where: str, expected: object) -> list[str]:
    if not isinstance(expected, list) or not all(isinstance(text, str) for text in expected):
        raise ScenarioError(f"check {where} must be a list of texts, got {expected!r}")
    return expected


def compare(where: str, expected: Any, found: Any) -> Iterable[str]:
    """Compare values; inside objects only the keys listed count, and a missing one is null."""
    if isinstance(expected, dict) and isinstance(found, dict | list):
        for key, wanted in expected.items():
            yield from compare(f"{where}.{key}", wanted, _item(found, key))
    elif expected != found:
        yield f"{where}: expected {expected!r}, got {found!r}"


def _item(found: Mapping[str, Any] | list[Any], key: str) -> Any:
    if isinstance(found, list):
        return found[int(key)] if _is_place(key, len(found)) else None
    return found.get(key)


def _is_place(key: str, count: int) -> bool:
    """Whether a key is the number of one of ``count`` items, in the digits 0 to 9."""
    return key.isascii() and key.isdecimal() and len(key) <= 3 and int(key) < count


def _compare_set(where: str, expected: Iterable[str], found: Iterable[str]) -> Iterable[str]:
    missing, extra = sorted(set(expected) - set(found)), sorted(set(found) - set(expected))
    if missing:
        yield f"{where}: missing {', '.join(missing)}"
    if extra:
        yield f"{where}: not expected {', '.join(extra)}"


def _hand(game: Game, where: str, seat: int, expected: list[str]) -> Iterable[str]:
    if sorted(expected) != sorted(game.hand(seat)):
        yield f"{where}: expected {sorted(expected)}, got {sorted(game.hand(seat))}"


def _playable(game: Game, where: str, seat: int, expected: list[str]) -> Iterable[str]:
    return _compare_set(where, expected, {move.cards[0] for move in game.legal(seat) if move.verb == "play"})


def _legal(game: Game, where: str, seat: int, expected: list[str]) -> Iterable[str]:
    return _compare_set(where, expected, {str(move) for move in game.legal(seat)})


def _answers(game: Game, where: str, seat: int, expected: list[str]) -> Iterable[str]:
    for verb in expected:
        if verb not in verbs.NAMES:
            raise ScenarioError(f"unknown kind of move {verb!r} in {where}")
    return _compare_set(where, expected, {move.verb for move in game.legal(seat)})


def _view(game: Game, where: str, seat: int, expected: Mapping[str, Any]) -> Iterable[str]:
    view = view_for(game, seat)
    for field, wanted in expected.items():
        found = view.get(field)
        if field == "hands" and isinstance(wanted, dict):
            for other, cards in wanted.items():
                seen = view["hands"][_seat(game, other)]
                if _sorted(f"{where}.hands[{other}]", cards) != (None if seen is None else sorted(seen)):
                    yield f"{where}.hands[{other}]: expected {cards}, got {seen}"
        elif field == "shown" and isinstance(wanted, dict) and found is not None:
            hand = _sorted(f"{where}.shown.hand", wanted.get("hand", found["hand"]))
            if wanted.get("seat", found["seat"]) != found["seat"] or hand != sorted(found["hand"]):
                yield f"{where}.shown: expected {wanted}, got {found}"
        elif field == "legal" and isinstance(wanted, list):
            yield from _compare_set(f"{where}.legal", _texts(f"{where}.legal", wanted), view.get("legal", []))
        else:
            yield from compare(f"{where}.{field}", wanted, found)


def _sorted(where: str, cards: object) -> list[str] | None:
    return None if cards is None else sorted(_texts(where, cards))


def _seat(game: Game, text: str) -> int:
    if not _is_place(text, game.players):
        raise ScenarioError(f"no seat {text!r} at a table of {game.players}")
    return int(text)


PER_SEAT: Mapping[str, Callable[[Game, str, int, Any], Iterable[str]]] = {
    "hands": _hand,
    "playable": _playable,
    "legal": _legal,
    "answers": _answers,
    "view": _view,
}

DERIVED: Mapping[str, Callable[[Mapping[str, Any]], Any]] = {
    "sizes": lambda position: [len(hand) for hand in position["hands"]],
    "top": lambda position: position["discard"][-1] if position["discard"] else None,
    "pile_size": lambda position: len(position["pile"]),
}
