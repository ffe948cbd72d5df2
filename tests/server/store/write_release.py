"""Writes the database of this release for the tests of later ones: ``python -m tests.server.store.write_release``.

Anna, who plays on two devices, Ben and a bot play a match to its end, which is reviewed, and some moves of a second one.
See releases/README.md.
"""

from __future__ import annotations

import asyncio
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path
from random import Random

from tests.server.player import Player, ask, new_guest, new_table
from tests.server.server_process import ServerProcess, running_server
from tests.server.test_devices import add_device
from tests.server.test_reviews import place, wait_for_review

from huefall import __version__

RELEASES = Path(__file__).with_name("releases")

#: Answers of Anna and Ben in the second match.
MOVES_OF_SECOND_MATCH = 6

#: Decides what Anna and Ben play.
SEED = 8


def main() -> None:
    with tempfile.TemporaryDirectory() as directory:
        data = Path(directory)
        with running_server(data) as server:
            server.wait_for("tables_open")
            record = asyncio.run(play(server))
        (RELEASES / f"{__version__}.record.jsonl").write_text(record, encoding="utf-8")
        (RELEASES / f"{__version__}.sql").write_text(dump(data / "huefall.db"), encoding="utf-8")


async def play(server: ServerProcess) -> str:
    """Play a match and the beginning of the next one; return the record of the first."""
    rng = Random(SEED)
    anna, ben = new_guest(server.url, "Anna"), new_guest(server.url, "Ben")
    second_device = add_device(server.url, anna)
    code = new_table(server.url, anna, seats=3, options={"target": 50})
    async with Player(server.socket_url, code, second_device) as first, Player(server.socket_url, code, ben) as second:
        assert (await second.say("sit"))["type"] == "done"
        assert (await first.say("add_bot", level="easy"))["type"] == "done"
        assert (await first.say("start"))["type"] == "done"
        await asyncio.gather(first.play(rng, deals=True), second.play(rng))
        assert (await first.say("start"))["type"] == "done"
        for _ in range(MOVES_OF_SECOND_MATCH):
            await first.until(lambda: first.asked or second.asked)
            asked = first if first.asked else second
            answers = [sentence for sentence in asked.view["legal"] if not sentence.startswith(("uno", "catch"))]
            assert (await asked.move(rng.choice(answers)))["type"] == "done"
    status, _ = ask(server.url, place(code), method="POST")
    assert status == 200
    await asyncio.to_thread(wait_for_review, server, code)
    status, record = ask(server.url, f"/api/tables/{code}/matches/1/record")
    assert status == 200
    return str(record, encoding="utf-8")


def dump(database: Path) -> str:
    """Write a database as SQL, with what tells that it is Huefall's."""
    with closing(sqlite3.connect(database)) as connection:
        pragmas = [
            f"PRAGMA {name} = {connection.execute(f'PRAGMA {name}').fetchone()[0]};"
            for name in ("application_id", "user_version")
        ]
        return "\n".join([*pragmas, *connection.iterdump(), ""])


if __name__ == "__main__":
    main()
