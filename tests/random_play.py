"""Random tables for tests: editions, options and moves."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

from tests.scale import SEED

from huefall.editions import OPTIONS, SHIPPED, Rules, load_edition
from huefall.game import Game, Match, MoveRefused
from huefall.vocabulary.moves import Move

ROOT = Path(__file__).parents[1]

#: A deck with every kind of effect at once, and the examples of the documentation: cards of its own, cards in some colours only.
EVERYTHING = str(ROOT / "tests" / "kernel" / "everything.toml")
THUNDER = str(ROOT / "docs" / "examples" / "thunder.toml")
PRINTED_BTS = str(ROOT / "docs" / "examples" / "bts-as-printed.toml")
EDITIONS = (*SHIPPED, THUNDER, PRINTED_BTS, EVERYTHING)

#: Values of the options that are numbers, other than the default.
NUMBERS = {
    "hand_size": (1, 2, 4),
    "target": (0, 30),
    "uno_penalty": (0, 3),
    "false_uno_penalty": (0, 1),
    "misplay_penalty": (0, 3),
}


def other_values(option: str) -> tuple[Any, ...]:
    """List values of an option that are not its default."""
    default = getattr(Rules(), option)
    if OPTIONS[option].is_switch:
        return (not default,)
    return tuple(word for word in OPTIONS[option].words if word != default) or NUMBERS[option]


def editions_with(*options: str) -> list[str]:
    """List the editions in which all these options are meaningful."""
    needs = [OPTIONS[option].needs for option in options if OPTIONS[option].needs]
    return [name for name in EDITIONS if all(load_edition(name).has(need) for need in needs)]


def random_options(rng: Random, edition: str) -> dict[str, Any]:
    """Choose about half of the options at random."""
    meant = [name for name in OPTIONS if edition in editions_with(name)]
    chosen = {name: rng.choice(other_values(name)) for name in meant if rng.random() < 0.5}
    return {**chosen, "hand_size": rng.choice([1, 2, 3, 5, 7])}


def dice(*parts: object) -> Random:
    """Return a generator for one case of a test. It does not depend on where the project is, though editions are named by path."""
    names = (str(part).rsplit("/", 1)[-1] for part in (SEED, *parts))
    return Random(" ".join(names))


def random_game(rng: Random, edition: str | None = None) -> Game:
    """Deal a round of a random edition, with random options and players."""
    name = edition or rng.choice(EDITIONS)
    options = random_options(rng, name)
    return Game.new(name, rng.choice([2, 2, 3, 4, 5, 7, 10]), options, seed=rng.getrandbits(40))


def random_move(rng: Random, game: Game) -> tuple[int, Move]:
    """Choose a legal move: mostly of the asked seat, more often a play than a draw, sometimes a claim or cut of another seat."""
    asked = game.asked
    assert asked is not None
    if rng.random() < 0.4:
        seat = rng.randrange(game.players)
        legal = game.legal(seat)
        if legal:
            return seat, rng.choice(legal)
    legal = game.legal(asked)
    plays = [move for move in legal if move.verb == "play"]
    return asked, rng.choice(plays if plays and rng.random() < 0.6 else legal)


def play_random_move(match: Match, chance: Random, card_share: float) -> None:
    """Play a claim or cut of any seat, sometimes a wrong card, otherwise a legal move: with the chance ``card_share`` a card, if one fits."""
    asked = match.asked
    assert asked is not None
    seat = chance.randrange(match.players)
    claims = match.legal(seat) if seat != asked else []
    if claims and chance.random() < 0.5:
        match.play(seat, chance.choice(claims))
        return
    if chance.random() < 0.1:
        try:
            match.play(asked, f"play {chance.choice(match.game.hand(asked))}")
        except MoveRefused:
            pass
        else:
            return
    legal = match.legal()
    plays = [move for move in legal if move.verb == "play"]
    match.play(asked, chance.choice(plays if plays and chance.random() < card_share else legal))


def play_on(
    match: Match, chance: Random, moves: int = 100_000, rounds: int | None = None, card_share: float = 0.8
) -> Match:
    """Continue a match at random, for a number of moves or rounds, at most to its end."""
    for _ in range(moves):
        if match.over or (match.round_over and match.round == rounds):
            break
        if match.round_over:
            match.next_round()
        else:
            play_random_move(match, chance, card_share)
    return match
