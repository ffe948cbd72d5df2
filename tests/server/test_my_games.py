"""A guest's games, statistics and export, and the deletion of everything about a guest, over the network."""

from __future__ import annotations

from tests.server.player import ask, new_guest, new_table
from tests.server.server_process import ServerProcess

ME = "/api/guests/me"


def test_a_table_with_a_seat_is_listed_and_seen_by_nobody_else(server: ServerProcess) -> None:
    anna, ben = new_guest(server.url, "Anna"), new_guest(server.url, "Ben")
    code = new_table(server.url, anna, seats=3, options={"target": 200})
    status, games = ask(server.url, f"{ME}/games", token=anna)
    assert status == 200 and games["finished"] == [] and games["next"] is None
    (game,) = games["running"]
    assert (game["table"], game["match"], game["status"], game["seat"]) == (code, 0, "open", 0)
    assert (game["host"], game["turn"], game["target"], game["round"]) == (True, False, 200, 0)
    assert [player["kind"] for player in game["players"]] == ["person", "empty", "empty"]
    assert ask(server.url, f"{ME}/games", token=ben)[1]["running"] == []
    assert ask(server.url, f"{ME}/games")[0] == 401
