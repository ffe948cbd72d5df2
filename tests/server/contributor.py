"""What a client of the tests contributes to the seed of a match, as docs/fairness.md asks of every client."""

from __future__ import annotations

import hashlib
from typing import Any

from huefall.game.shared_seed import CONTRIBUTION_BYTES, seal_of


class Contributor:
    """Answers one guest's messages on one connection. A client that comes back contributes the same bytes again."""

    def __init__(self, secret: str) -> None:
        """``secret`` belongs to the guest; all contributions follow from it."""
        self._secret = secret
        self._sent: set[tuple[str, str]] = set()

    def contribution_to(self, commitment: str) -> str:
        return hashlib.sha256(f"{self._secret} {commitment}".encode()).hexdigest()[: 2 * CONTRIBUTION_BYTES]

    def answer(self, table: dict[str, Any], seat: int | None) -> dict[str, Any] | None:
        """Return the command to send now, or None."""
        upcoming = table.get("upcoming")
        if upcoming is None or seat is None:
            return None
        commitment = upcoming["commitment"]
        contribution = self.contribution_to(commitment)
        seal = seal_of(contribution, commitment)
        if upcoming["seals"] is None:
            command = {"type": "seal", "commitment": commitment, "seal": seal}
        elif upcoming["seals"][seat] == seal:
            command = {"type": "contribute", "commitment": commitment, "contribution": contribution}
        else:
            return None
        if (command["type"], commitment) in self._sent:
            return None
        self._sent.add((command["type"], commitment))
        return {**command, "id": f"{command['type']}-{commitment[:8]}"}
