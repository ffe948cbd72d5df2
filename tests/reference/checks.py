"""The `check` step of a scenario: compares a game with the expected values."""

from typing import Any

from .game import ReferenceGame

# Lists whose order has no meaning.
UNORDERED = ("called", "open", "hand", "legal")


def check_game(game: ReferenceGame | None, dealer: int | None, expected: dict[str, Any]) -> list[str]:
    """Compare every field a check names; return the differences."""
    if game is None:
        return differences({"dealer": dealer}, expected, "")
    whole: dict[str, Any] = game.position()
    whole["sizes"] = [len(hand) for hand in whole["hands"]]
    whole["top"] = whole["discard"][-1]
    whole["pile_size"] = len(whole["pile"])
    failures = []
    for name, value in expected.items():
        if name in PER_SEAT:
            for seat, wanted in value.items():
                found = PER_SEAT[name](game, int(seat))
                failures += compare(found, wanted, f"{name} of {seat}")
        else:
            failures += differences(whole, {name: value}, "")
    return failures


def sentences(game: ReferenceGame, seat: int) -> set[str]:
    """The full set of legal sentences."""
    return set(game.legal(seat))


def playable(game: ReferenceGame, seat: int) -> set[str]:
    """The cards that can begin a legal play."""
    return {words[1] for words in (sentence.split() for sentence in game.legal(seat)) if words[0] == "play"}


def answers(game: ReferenceGame, seat: int) -> set[str]:
    """The kinds of legal move."""
    return {sentence.split()[0] for sentence in game.legal(seat)}


def view(game: ReferenceGame, seat: int) -> dict[str, Any]:
    """The view of a seat."""
    return game.view(seat)


PER_SEAT = {"legal": sentences, "playable": playable, "answers": answers, "view": view}


def differences(found: dict[str, Any], expected: dict[str, Any], place: str) -> list[str]:
    """Only the keys listed are compared; a missing one counts as null."""
    failures = []
    for key, wanted in expected.items():
        value = found.get(key)
        where = f"{place}{key}"
        if key == "hands" and value is not None and wanted is not None:
            failures += compare_hands(value, wanted, where)
        elif key in UNORDERED and isinstance(value, list) and isinstance(wanted, list):
            failures += compare(sorted(value), sorted(wanted), where)
        else:
            failures += compare(value, wanted, where)
    return failures


def compare_hands(found: list[Any], expected: Any, where: str) -> list[str]:
    """Hands of the seats listed, in any order."""
    listed = enumerate(expected) if isinstance(expected, list) else ((int(key), hand) for key, hand in expected.items())
    failures = []
    for seat, wanted in listed:
        hand = found[seat]
        if hand is not None and wanted is not None:
            hand, wanted = sorted(hand), sorted(wanted)
        failures += compare(hand, wanted, f"{where} of {seat}")
    return failures


def compare(found: Any, wanted: Any, where: str) -> list[str]:
    """One value: objects by the keys listed, sets without order, the rest exactly."""
    if isinstance(found, set):
        if found == set(wanted) and len(set(wanted)) == len(wanted):
            return []
        return [f"{where} is {sorted(found)}, expected {sorted(wanted)}"]
    if isinstance(found, dict) and isinstance(wanted, dict):
        return differences(found, wanted, where + ".")
    if found == wanted and isinstance(found, bool) == isinstance(wanted, bool):
        return []
    return [f"{where} is {found!r}, expected {wanted!r}"]
