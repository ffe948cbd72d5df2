"""RLCard's side of the bench; runs in its own environment and knows nothing of ours. Prints one JSON object."""

from __future__ import annotations

import importlib
import json
import time

SECONDS = 2.0
WARM_UP_GAMES = 20


def main() -> None:
    """Play whole games with random agents for a while."""
    rlcard = importlib.import_module("rlcard")
    agents = importlib.import_module("rlcard.agents")
    environment = rlcard.make("uno", config={"seed": 1})
    environment.set_agents([agents.RandomAgent(num_actions=environment.num_actions) for _ in range(2)])
    for _ in range(WARM_UP_GAMES):
        environment.run(is_training=False)
    games = 0
    begin = time.process_time()
    while time.process_time() - begin < SECONDS:
        environment.run(is_training=False)
        games += 1
    print(json.dumps({"games": games, "cpu_seconds": time.process_time() - begin}))


if __name__ == "__main__":
    main()
