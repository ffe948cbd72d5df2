"""Setting up the start of a scenario: a position, a deal, or a draw for the dealer.

Tested in tests/scenario.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from huefall.game import Game
from huefall.game.game import new_table
from huefall.notation.position import FIELDS
from huefall.notation.variant import CardError, Variant
from huefall.vocabulary.errors import HuefallError

#: The fields of a scenario other than those of a position.
OWN_FIELDS = ("id", "what", "cites", "top", "deal", "dealer_draw", "exact", "steps", "error")

#: What a start that deals says.
DEAL_FIELDS: Mapping[str, Sequence[str]] = {"deal": ("players", "dealer", "deck"), "dealer_draw": ("players", "deck")}


class ScenarioError(HuefallError):
    """An invalid scenario; the text says what is missing."""


def set_up(scenario: Mapping[str, Any]) -> Game:
    """Make the table a scenario starts from."""
    for field in scenario:
        if field not in OWN_FIELDS and field not in FIELDS:
            raise ScenarioError(f"unknown field {field!r} in a scenario")
    if not isinstance(scenario.get("exact", False), bool):
        raise ScenarioError(f"exact must be true or false, got {scenario['exact']!r}")
    starts = [field for field in ("hands", "deal", "dealer_draw") if field in scenario]
    if len(starts) != 1:
        found = " and ".join(starts) + " are" if starts else "none is"
        raise ScenarioError(f"a scenario starts from hands, a deal or a dealer_draw; {found} there")
    if "hands" not in scenario:
        return _deal(scenario, starts[0])
    return Game.from_position(_position(scenario))


def _position(scenario: Mapping[str, Any]) -> dict[str, Any]:
    position = {field: scenario[field] for field in FIELDS if field in scenario}
    if "top" in scenario:
        if "discard" in scenario:
            raise ScenarioError("a scenario has top or discard, not both")
        position["discard"] = [scenario["top"]]
    if not scenario.get("exact"):
        variant = Variant.of(scenario.get("edition", "classic"), scenario.get("options"))
        pile = _list(scenario.get("pile", []), "pile")
        listed = [card for hand in _hands(scenario) for card in hand]
        listed += [*pile, *_list(position.get("discard", []), "discard")]
        position["pile"] = [*pile, *variant.write_cards(rest_of_deck(variant, listed))]
    return position


def read_object(content: object, where: str, keys: Sequence[str]) -> dict[str, Any]:
    """Return an object that has none but these keys."""
    if not isinstance(content, dict):
        raise ScenarioError(f"{where} must be an object, got {content!r}")
    for key in content:
        if key not in keys:
            raise ScenarioError(f"unknown field {key!r} in {where}: expected {', '.join(keys)}")
    return content


def _list(cards: object, where: str) -> list[Any]:
    if not isinstance(cards, list):
        raise ScenarioError(f"{where} must be a list of cards, got {cards!r}")
    return cards


def _hands(scenario: Mapping[str, Any]) -> Sequence[Sequence[str]]:
    hands = scenario["hands"]
    if not isinstance(hands, list) or not all(isinstance(hand, list) for hand in hands):
        raise ScenarioError(f"hands must be a list of lists of cards, got {hands!r}")
    return hands


def rest_of_deck(variant: Variant, listed: Sequence[str]) -> list[int]:
    """List the cards of the deck that are not listed; refuse more of a card than there are."""
    counts = variant.count_cards(variant.read_cards(list(listed), "cards"))
    return [number for number, kind in enumerate(variant.kinds) for _ in range(kind.copies - counts[number])]


def full_deck(variant: Variant, listed: object, exact: bool = False) -> list[int]:
    """Order a deck: the listed cards first, then the others."""
    listed = _list(listed, "deck")
    cards = variant.read_cards(listed, "deck")
    rest = rest_of_deck(variant, listed)
    return cards if exact else cards + rest


def _deal(scenario: Mapping[str, Any], kind: str) -> Game:
    variant = Variant.of(scenario.get("edition", "classic"), scenario.get("options"))
    wanted = read_object(scenario[kind], kind, DEAL_FIELDS[kind])
    players = wanted.get("players", 0)
    variant.rules.check_players(variant.edition, players)
    deck = full_deck(variant, wanted.get("deck", []), scenario.get("exact", False))
    game = new_table(variant, players)
    if kind == "dealer_draw":
        game.draw_for_dealer(deck)
        return game
    dealer = wanted.get("dealer", players - 1)
    if not isinstance(dealer, int) or isinstance(dealer, bool) or not 0 <= dealer < players:
        raise ScenarioError(f"dealer must be a seat from 0 to {players - 1}, got {dealer!r}")
    if "scores" in scenario:
        _set_scores(game, scenario["scores"])
    game.deal(deck, dealer)
    return game


def _set_scores(game: Game, scores: object) -> None:
    """Let a match go on from points that are given."""
    if not isinstance(scores, list) or len(scores) != game.players or not all(type(score) is int for score in scores):
        raise ScenarioError(f"scores must be a list of {game.players} whole numbers, got {scores!r}")
    game.record_of_state[0]["scores"][: game.players] = scores


__all__ = ["CardError", "ScenarioError", "full_deck", "read_object", "set_up"]
