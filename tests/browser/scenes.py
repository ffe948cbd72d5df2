"""The tables of the browser tests and of the pictures, each set up for the one thing that is to be seen there."""

from __future__ import annotations

from typing import Any

from tests.browser.tables import ONE_ROUND, Scene
from tests.random_play import PRINTED_BTS

ALONE = ("Anna",)
TWO = ("Anna", "Ben")
#: The third player never comes. No test waits for her, and there is no clock: while she is asked, the others can claim.
THREE = ("Anna", "Ben", "Cleo")


def at(hands: list[list[str]], top: str, options: dict[str, Any] | None = None, **more: Any) -> Scene:
    """Set a table up at a position in which the first seat is asked."""
    of_scene = {name: more.pop(name) for name in ("edition", "persons", "bots", "moves") if name in more}
    position = {"hands": hands, "top": top, "turn": 0, **more}
    return Scene(options={**ONE_ROUND, **(options or {})}, position=position, **of_scene)


#: A hand that is hard to show: every colour, numbers of all widths, black cards.
MANY = [
    *("r0", "r1", "r3", "r5", "r7", "rS", "y2", "y4", "y6", "y9", "yR", "g1", "g1", "g3", "g8"),
    *("g+2", "gS", "b2", "b5", "b6", "b9", "bR", "b+2", "W", "W+4"),
]
SOME = ["r2", "r9", "y4", "yS", "g7", "b3", "b+2", "W"]
OTHERS = [["y1", "y2", "y3", "y5", "b1"], ["g2", "g4", "g5", "b4"], ["r4", "r6", "b7", "b8", "y7", "y8"]]

CATCH = at([["r1", "b9"], ["y3", "y4", "g5"]], "r5")
BLUFF = at([["W+4", "r3", "b9"], ["y3", "y4", "g5"]], "r5")
HONEST = at([["W+4", "g3", "b9"], ["y3", "y4", "g5"]], "r5")
# Counter-clockwise Cleo comes after Anna: Ben can only cut.
CUT = at([["r5", "b9", "b8"], ["r5", "y4", "g5"], ["g1", "g2"]], "r1", {"cut": True}, persons=THREE, direction=-1)
STACK = at([["r+2", "W+4", "b9", "b8"], ["y+2", "y4", "g5"]], "r1", {"stacking": "cumulative"})
SWAP = at([["r7", "b9", "b8"], ["y4", "g5"], ["g1"]], "r1", {"seven_zero": True}, persons=THREE)
EQUAL = at([["r4", "y4", "g4", "b9", "b8"], ["y3", "g5"]], "r1", {"same_symbol": True})
HYPERSPEED = at([["WH", "g3", "g4", "b8"], ["y3", "r5", "r6"], ["b1", "b2"]], "r1", edition="buzz", persons=THREE)
RUN = at([["rS*", "b9", "b8"], ["WE", "y4", "g5"]], "r1", edition="jurassic")
DANCE = at([["WD", "b9", "b8"], ["r4", "g4", "g5"]], "r1", {"dance_judge": "vote"}, edition="bts")
GAUNTLET = at([["WG", "g3", "b9", "b8"], ["g4", "g5", "r2"]], "r1", edition="avengers")
LAID = at([["WG", "g3", "b9", "b8"], ["g4", "b7", "r2"]], "r1", edition="avengers")
CROWDED = at([MANY, ["r9", "y3", "y8", "b1"]], "r2", persons=ALONE, bots=1)
#: In the middle of a turn: the hand must be the same after an interruption.
STEADY = at([["r3", "r8", "y2", "g4", "b6"], ["y3", "y4", "g5", "b1"]], "r5")
FINISHED = Scene(is_shared=True, persons=TWO, further=-1, seed=7)
#: Two rounds, dealt: with a shuffle that can be checked.
MATCH = Scene(is_shared=True, persons=TWO, further=-1, seed=11, options={"hand_size": 3, "target": 60})
#: A match of four with enough steps for a review.
LONG = Scene(is_shared=True, persons=("Ann", "Lin", "Chen"), bots=1, further=-1, seed=5, options={"target": 120})
#: A match of as many as there can be, with long names.
TEN_REVIEWED = Scene(
    is_shared=True,
    persons=("Alexandra the Great", "蘇菲亞·陳大小姐", "Ben"),
    bots=7,
    further=-1,
    seed=4,
    options={"hand_size": 3, "target": 0},
)
OPEN = Scene(persons=ALONE, bots=1, free=2, is_dealt=False, options={"cut": True, "stacking": "cumulative"})
WATCHED = at([["r3", "r8", "y2", "g4", "b6"], ["y3", "y4", "g5", "b1"], ["g9", "g8"]], "r5", persons=THREE)
#: As many as there can be, with long names and points.
TEN = Scene(
    persons=("Alexandra the Great", "蘇菲亞·陳大小姐", "Ben"),
    bots=7,
    options={"cut": True, "stacking": "cumulative", "seven_zero": True, "hand_size": 5},
    position={
        "hands": [
            ["r0", "r3", "y7", "bS", "W"],
            *[[f"{color}{number}", f"{color}{number}"] for color in "ygb" for number in (1, 2, 3)],
        ],
        "top": "r5",
        "turn": 0,
        "scores": [120, 85, 0, 240, 5, 60, 77, 33, 480, 9],
    },
)
#: The match has no winner yet when this round is over.
ROUND = at([["r3"], ["y3", "W"]], "r5", {"target": 500}, called=[0])
LAST = at([["r3"], ["y3", "W"]], "r5", called=[0])
#: A deck of five colours, brought along: yellow has no numbers, purple no action cards.
FIVE_COLORS = at(
    [["r2", "yS", "yR", "y+2", "g7", "b3", "p1", "p9", "p9", "W", "WD"], ["p2", "p3", "b1"], ["g2", "g4"]],
    "r8",
    persons=ALONE,
    bots=2,
    edition=PRINTED_BTS,
)

#: A round that is under way, for the pictures: all have played, and it is Anna's turn.
EVENING = at(
    [["r9", "r2", "y4", "yS", "g7", "b3", "b+2", "W"], ["y9", "y1", "b1", "g6"], ["y6", "g2", "g4"], OTHERS[2]],
    "r8",
    {"target": 500},
    persons=ALONE,
    bots=3,
    moves=("0 play r9", "1 play y9", "2 play y6", "3 play y7"),
    scores=[120, 85, 40, 160],
)

#: One table of each edition, with a hand that has its card.
EDITIONS = {
    "classic": at([SOME, *OTHERS], "r8", persons=ALONE, bots=3),
    "buzz": at([["WH", *SOME], *OTHERS], "r8", persons=ALONE, bots=3, edition="buzz", boost="r"),
    "jurassic": at([["WE", "r2", "r9", "g7", "b3", "b+2*"], *OTHERS], "r8", persons=ALONE, bots=3, edition="jurassic"),
    "bts": at([["WD", "r2", "p9", "g7", "b3"], ["p1", "p2"], ["g2", "g4"]], "r8", persons=ALONE, bots=2, edition="bts"),
    "avengers": at(
        [["WG", "r2", "p9", "g7", "b3"], ["p1", "p2"], ["g2", "g4"]], "r8", persons=ALONE, bots=2, edition="avengers"
    ),
}
