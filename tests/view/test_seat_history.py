"""The public record of a round, as one seat may see it."""

from __future__ import annotations

from random import Random

from huefall.bots import make_bot, next_move
from huefall.game import Game
from huefall.view import told_to


def test_only_the_receiver_of_a_hand_sees_its_cards_SEVEN_01() -> None:  # noqa: N802
    exchanges = 0
    for number in range(6):
        game = Game.new("classic", 4, {"preset": "party", "seven_zero": True}, seed=9, number=number)
        bots, rng = [make_bot("normal")] * 4, Random(number)
        while not game.over:
            known = len(told_to(game, None))
            events = game.play(*next_move(game, bots, rng)).events
            kinds = [event.kind for event in events]
            given = [at for at, kind in enumerate(kinds) if kind in {"swap", "rotate"}]
            if not given or "draw" in kinds[given[0] :]:
                continue
            exchanges += 1
            event = events[given[0]]
            for seat in range(4):
                whole, new = told_to(game, seat), told_to(game, seat, known)
                assert whole[known:] == new, f"seed 9, number {number}"
                moved = event.kind == "rotate" or seat in (event.seat, event.other)
                shown = new[given[0]].get("hand")
                assert shown == (sorted(game.hand(seat)) if moved else None), f"seed 9, number {number}, seat {seat}"
            assert "hand" not in told_to(game, None)[known + given[0]]
    assert exchanges > 10
