"""One process start of the benchmark: measures everything that is compared, and prints it as JSON. ``bench/run.py`` runs it."""

from __future__ import annotations

import json
import sys
from pathlib import Path

sys.path[0] = str(
    Path(__file__).resolve().parents[1]
)  # it runs as a script, and its folder must not hide installed modules

from bench import batch, limit, memory, table, thinking  # noqa: E402  # after the path is set
from bench.measure import Start  # noqa: E402

#: How often each rate is measured within a start.
TURNS = 3


def main() -> None:
    start = Start()
    memory.measure(start)  # first, while the process has done nothing else
    batch.warm_up()
    for _ in range(TURNS):
        for players in batch.PLAYERS:
            # Next to each other: another program that slows the machine down for a while slows both.
            limit.measure(start, players)
            batch.measure(start, players)
        batch.measure_growth(start)
        table.measure(start)
    thinking.measure(start)
    print(json.dumps(start.as_lists()))


if __name__ == "__main__":
    main()
