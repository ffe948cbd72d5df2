"""What is stored about tables in the end, held against what clients were told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from tests.server.cluster.returning_player import ReturningPlayer

from huefall.server.store.postgres import PostgresStore
from huefall.server.store.streams import table_stream
from huefall.server.tables import entries
from huefall.server.tables.state import TableState


async def check_acknowledged(database_url: str, players: Iterable[ReturningPlayer]) -> None:
    """Fail if something that was acknowledged is not stored as it was, or is stored twice, or cards are missing."""
    store = await PostgresStore.open(database_url)
    try:
        for code in {player.code for player in players}:
            saved = await store.read(table_stream(code))
            assert [entry.number for entry in saved] == list(range(1, len(saved) + 1))
            state = TableState(code)
            times: Counter[str] = Counter()
            revisions: dict[str, int] = {}
            for entry in saved:
                said = entries.decode_entry(entry.data)
                if said.id is not None:
                    times[said.id] += 1
                    revisions[said.id] = entry.number
                state.apply(said, entry.at)
            assert max(times.values()) == 1, "carried out twice"
            for player in players:
                if player.code == code:
                    lost = {key for key, revision in player.acknowledged.items() if revisions.get(key) != revision}
                    assert not lost, f"acknowledged and lost: {lost}"
            position = state.match.position() if state.match is not None else {}
            cards = [*position["pile"], *position["discard"], *(card for hand in position["hands"] for card in hand)]
            assert sorted(cards) == sorted(state.match.variant.write_cards(state.match.variant.deck()))
    finally:
        await store.close()
