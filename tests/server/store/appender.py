"""Appends to twenty streams as fast as it can, writes a line for each append that has returned, and never ends.

Run by test_durability.py, which kills it.
"""

from __future__ import annotations

import asyncio
import os
import random
import sys

from huefall.server.store import SqliteStore, StoredEntry, ledger


def entry(stream: str, number: int) -> StoredEntry:
    """Return the entry with this number, so that a reader can check it."""
    return StoredEntry(stream, number, number, f'{{"of":"{stream}","number":{number}}}'.encode() * (1 + number % 5))


async def append_for_ever(store: SqliteStore, stream: str, chance: random.Random) -> None:
    number = len(await store.read(stream))
    while True:
        more = chance.choice([1, 1, 1, 2, 5])
        await store.append([entry(stream, number + place) for place in range(1, more + 1)])
        number += more
        os.write(1, f"{stream} {number}\n".encode())


async def main(path: str, seed: int) -> None:
    ledger.CHECKPOINT_PAGES = 30  # so that some are killed in the middle of copying the log
    os.write(1, b"opening 0\n")
    store = await SqliteStore.open(path)
    chance = random.Random(seed)
    await asyncio.gather(*(append_for_ever(store, f"table:{place}", chance) for place in range(20)))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2])))
