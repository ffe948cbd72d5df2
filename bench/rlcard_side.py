"""RLCard's side of the benchmark. It runs in its own environment, without Huefall, and prints one JSON object."""

from __future__ import annotations

import importlib
import json
import time

CPU_SECONDS = 2.0
WARM_UP_GAMES = 20


def main() -> None:
    rlcard = importlib.import_module("rlcard")
    agents = importlib.import_module("rlcard.agents")
    environment = rlcard.make("uno", config={"seed": 1})
    environment.set_agents([agents.RandomAgent(num_actions=environment.num_actions) for _ in range(2)])
    for _ in range(WARM_UP_GAMES):
        environment.run(is_training=False)
    games = 0
    begin = time.process_time()
    while time.process_time() - begin < CPU_SECONDS:
        environment.run(is_training=False)
        games += 1
    print(json.dumps({"games": games, "cpu_seconds": time.process_time() - begin}))


if __name__ == "__main__":
    main()
