"""Misbehaving bots, one for every kind of fault; loaded by file and name, so that other processes can load them, too."""

# ruff: noqa: ARG002  # a bot has a bot's signature

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Mapping
from random import Random
from types import FrameType
from typing import Any, ClassVar

from huefall.bots.default_answer import default_answer
from huefall.bots.guard import NoAnswer
from huefall.game import Game

View = Mapping[str, Any]


class Good:
    """Plays the default: the base of all others, and a bot that passes."""

    level = "good"

    def choose(self, view: View, rng: Random) -> Any:
        return default_answer(view)

    def claim(self, view: View, rng: Random) -> Any:
        return None


class Raiser(Good):
    level = "raiser"

    def choose(self, view: View, rng: Random) -> Any:
        raise ValueError("no idea")


class ClaimRaiser(Good):
    level = "claim raiser"

    def claim(self, view: View, rng: Random) -> Any:
        raise KeyError("claim")


class Quitter(Good):
    level = "quitter"

    def choose(self, view: View, rng: Random) -> Any:
        sys.exit(3)


class Wordless(Exception):
    """Cannot be written."""

    def __str__(self) -> str:
        raise ValueError("no words")

    __repr__ = __str__


class Speechless(Good):
    """Raises what cannot be written."""

    level = "speechless"

    def choose(self, view: View, rng: Random) -> Any:
        raise Wordless


class Leaver(Good):
    """Raises something that is not an ``Exception``."""

    level = "leaver"

    def choose(self, view: View, rng: Random) -> Any:
        raise GeneratorExit("left")


class Quarrel(str):
    """A text that cannot be compared or written."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        raise RuntimeError("equal to nothing")

    def __hash__(self) -> int:
        raise RuntimeError("no hash")

    def __str__(self) -> str:
        raise RuntimeError("no words")

    __repr__ = __str__


class Quarreller(Good):
    """Answers rightly, with a text of its own kind."""

    level = "quarreller"

    def choose(self, view: View, rng: Random) -> Any:
        return Quarrel(default_answer(view))


class Pretender(Good):
    """Answers with what only says that it is a text."""

    level = "pretender"

    def choose(self, view: View, rng: Random) -> Any:
        class Text:
            @property  # type: ignore[misc]
            def __class__(self) -> Any:
                raise RuntimeError("no kind")

        return Text()


class Methodless(Good):
    """Has no method when it is asked for the answer."""

    level = "methodless"

    @property
    def choose(self) -> Any:
        raise RuntimeError("no method")


class Secretive(Good):
    """Does not say its name, nor whether it listens."""

    @property
    def level(self) -> str:  # type: ignore[override]
        raise RuntimeError("no name")

    @property
    def listens(self) -> bool:
        raise RuntimeError("not listening")


class Painter(Good):
    """Has a level that would colour the terminal."""

    level = "a\x1b[31mb\nc"


class Liar(Good):
    level = "liar"

    def choose(self, view: View, rng: Random) -> Any:
        return "play r99"


class Mute(Good):
    level = "mute"

    def choose(self, view: View, rng: Random) -> Any:
        return None


class Numberer(Good):
    level = "numberer"

    def claim(self, view: View, rng: Random) -> Any:
        return 7


class Dawdler(Good):
    """Takes its time at the beginning, 20 ms of it."""

    level = "dawdler"

    def choose(self, view: View, rng: Random) -> Any:
        until = time.perf_counter() + 0.02 * (view["sizes"][view["seat"]] in {2, 7})
        while time.perf_counter() < until:
            pass
        return default_answer(view)


class Waiter(Good):
    """Does not answer until it is released."""

    level = "waiter"
    released: ClassVar[threading.Event] = threading.Event()

    def choose(self, view: View, rng: Random) -> Any:
        self.released.wait()
        return default_answer(view)


class Once(Good):
    """Never answers the one question of a run it is asked with 11 cards in hand."""

    level = "once"

    def choose(self, view: View, rng: Random) -> Any:
        while len(view["hands"][view["seat"]]) == 11:
            pass
        return default_answer(view)


class Killer(Good):
    level = "killer"

    def choose(self, view: View, rng: Random) -> Any:
        if len(view["hands"][view["seat"]]) == 11:
            os._exit(5)
        return default_answer(view)


class Forker(Good):
    """Copies its process once, waits for the copy to end, and notes which process is asked."""

    level = "forker"
    has_copied: ClassVar[bool] = False

    def choose(self, view: View, rng: Random) -> Any:
        with open(os.environ["FORKER_NOTES"], "a", encoding="utf-8") as notes:
            print(os.getpid(), file=notes)
        if not Forker.has_copied:
            Forker.has_copied = True  # before it does: a copy that plays on must not copy itself again
            copy = os.fork()
            if copy:
                os.waitpid(copy, 0)
            else:
                self.be_copy()
        return default_answer(view)

    def be_copy(self) -> None:
        """Answer as the first one does."""


class LeavingForker(Forker):
    """Its copy ends as a program ends."""

    level = "leaving forker"

    def be_copy(self) -> None:
        sys.exit()


class Abandoner(Good):
    """Ends its process and leaves a copy of it behind, which holds what was open; it notes which one, and when that has ended."""

    level = "abandoner"

    def choose(self, view: View, rng: Random) -> Any:
        copy = os.fork()
        if copy:
            self.note(str(copy))
            os._exit(5)
        signal.signal(signal.SIGALRM, self.end)
        signal.alarm(60)  # in case the test does not end it
        while True:
            signal.pause()

    def end(self, *_: object) -> None:
        self.note("ended")
        os._exit(0)

    def note(self, text: str) -> None:
        with open(os.environ["FORKER_NOTES"], "a", encoding="utf-8") as notes:
            print(text, file=notes)


class Interrupter(Good):
    """Raises what a person at the keyboard does."""

    level = "interrupter"

    def choose(self, view: View, rng: Random) -> Any:
        raise KeyboardInterrupt


class LateInterrupter(Good):
    """Does so where it is made, but for the first time."""

    level = "late interrupter"
    made: ClassVar[int] = 0

    def __init__(self) -> None:
        type(self).made += 1
        if self.made > 1 or multiprocessing.parent_process() is not None:
            raise KeyboardInterrupt


class Twin(Good):
    """Never answers, on whichever seat it is asked first; its level is not the name of its class."""

    level = "the twin"

    def choose(self, view: View, rng: Random) -> Any:
        while True:
            pass


class Sleeper(Good):
    """Never comes to be, when it is made for a game of a run: the one who enters it makes it first."""

    level = "sleeper"

    def __init__(self) -> None:
        while multiprocessing.parent_process() is not None:
            pass


class Unlucky(Good):
    """Cannot be made every third time."""

    level = "unlucky"
    made: ClassVar[int] = 0

    def __init__(self) -> None:
        type(self).made += 1
        if self.made % 3 == 0:
            raise RuntimeError("no luck")


class Printer(Good):
    level = "printer"

    def choose(self, view: View, rng: Random) -> Any:
        print("thinking aloud")
        return default_answer(view)


class Scribbler(Good):
    """Sorts its hand where it lies, and takes a card away."""

    level = "scribbler"

    def choose(self, view: View, rng: Random) -> Any:
        answer = default_answer(view)
        view["hands"][view["seat"]].clear()
        view["legal"].append("play r99")
        return answer


class Dicer(Good):
    """Takes chance from elsewhere."""

    level = "dicer"
    chance: ClassVar[Random] = Random(4)

    def choose(self, view: View, rng: Random) -> Any:
        return self.chance.choice(view["legal"])


class Counter(Good):
    """Keeps count of its questions."""

    level = "counter"

    def __init__(self) -> None:
        self.asked = 0

    def choose(self, view: View, rng: Random) -> Any:
        self.asked += 1
        return view["legal"][self.asked % len(view["legal"])]


class Peeker(Good):
    """Looks for the table in the frames above it, and decides by the next card of the pile."""

    level = "peeker"

    def choose(self, view: View, rng: Random) -> Any:
        frame: FrameType | None = sys._getframe()
        while frame is not None:
            for found in frame.f_locals.values():
                if isinstance(found, Game):
                    return view["legal"][sum(map(ord, "".join(found.position()["pile"][:1]))) % len(view["legal"])]
            frame = frame.f_back
        return view["legal"][0]


class Colluder(Good):
    """Tells its hand to others of its kind, and decides by theirs."""

    level = "colluder"
    told: ClassVar[dict[int, list[str]]] = {}

    def choose(self, view: View, rng: Random) -> Any:
        seat = view["seat"]
        self.told[seat] = list(view["hands"][seat])
        theirs = [card for other, hand in sorted(self.told.items()) if other != seat for card in hand]
        return view["legal"][sum(map(ord, "".join(theirs))) % len(view["legal"])]


class Unmakeable(Good):
    def __init__(self) -> None:
        raise RuntimeError("the weights are missing")


class Nameless:
    def choose(self, view: View, rng: Random) -> Any: ...

    def claim(self, view: View, rng: Random) -> Any: ...


class Claimless:
    level = "claimless"

    def choose(self, view: View, rng: Random) -> Any: ...


class Narrow(Good):
    def choose(self, view: View) -> Any: ...  # type: ignore[override]


class GivenUp(Good):
    """Says what a driver says that waits no longer."""

    def choose(self, view: View, rng: Random) -> Any:
        raise NoAnswer("did not answer within 3 s")


NO_BOT = 7
