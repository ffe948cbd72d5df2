"""Names that look the same: the second one at a table gets a number, such as "Anna (2)".

Two names look alike if their skeletons are equal (Unicode Technical Standard 39): every character is replaced by the one that
stands for all that look like it, so that a Cyrillic "А" is a Latin one, and "rn" is "m". The characters come from the package
confusable-homoglyphs, which follows Unicode's data (decision 0019). No guest can choose such a number, because names have
no brackets.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from importlib import resources
from itertools import count

import msgspec
from msgspec import Struct

from huefall.server.guests.person import Person
from huefall.server.tables.state import TableState

#: The package's data put this mark around letters that are written from the right.
_MARK = "\u200e"


class _LookAlike(Struct):
    c: str  # one or several characters


@lru_cache(maxsize=1)
def load_prototypes() -> dict[int, str]:
    """Return for each character the one that stands for all that look like it, as ``str.translate`` wants it.

    Reads 600 kB, once. The data list the pairs in both directions: what looks like several others stands for them.
    """
    # Not through the package's own module, which also loads the scripts of all characters and takes ten times as long.
    text = resources.files("confusable_homoglyphs").joinpath("confusables.json").read_bytes()
    pairs = msgspec.json.decode(text, type=dict[str, list[_LookAlike]])
    prototypes = {}
    for written, look_alikes in pairs.items():
        letter, other = written.strip(_MARK), look_alikes[0].c
        if len(letter) != 1 or len(look_alikes) != 1:
            continue
        if len(pairs.get(other, ())) > 1 or other < letter:  # of a pair alone, either may stand for both
            prototypes[ord(letter)] = other.strip(_MARK)
    return prototypes


def skeleton(name: str) -> str:
    """Return a text that is equal for names that look the same. It is not meant for people.

    >>> skeleton("Аnna") == skeleton("Anna"), skeleton("Mia") == skeleton("Mla"), skeleton("Anna") == skeleton("anna")
    (True, False, False)
    """
    return unicodedata.normalize("NFD", unicodedata.normalize("NFD", name).translate(load_prototypes()))


def tell_apart(name: str, others: Iterable[str]) -> str:
    """Return a name that looks like none of the others: itself, or with the first number that does.

    >>> tell_apart("Anna", ["Ben"]), tell_apart("Anna", ["Аnna", "Ben"]), tell_apart("Anna", ["Anna", "Anna (2)"])
    ('Anna', 'Anna (2)', 'Anna (3)')
    """
    taken = {skeleton(other) for other in others}
    if not taken or skeleton(name) not in taken:
        return name
    return next(numbered for number in count(2) if skeleton(numbered := f"{name} ({number})") not in taken)


def name_at_table(state: TableState, person: Person) -> str:
    """Return the name under which a person sits down or waits: nobody else there has one that looks like it."""
    seated = [seat.name for seat in state.seats if seat.name is not None and seat.guest != person.guest]
    waiting = [request.name for request in state.requests if request.guest != person.guest]
    return tell_apart(person.name, [*seated, *waiting])
