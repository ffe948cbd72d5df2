"""A guest plays on several devices: over real sockets, with codes that are replayed, guessed and interrupted."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from tests.server.player import Player, ask, new_guest
from tests.server.server_process import ServerProcess, running_server

MINE = "/api/guests/me/devices"


def new_link(url: str, token: str, **body: Any) -> str:
    status, made = ask(url, f"{MINE}/code", body, token)
    assert status == 201, made
    return str(made["link"])


def new_code(url: str, token: str) -> str:
    return urlsplit(new_link(url, token)).fragment


def add_device(url: str, token: str) -> str:
    status, guest = ask(url, "/api/devices", {"code": new_code(url, token)})
    assert status == 201, guest
    return str(guest["token"])


def reason(answer: tuple[int, Any]) -> tuple[int, str]:
    return answer[0], answer[1]["error"]["reason"]


def test_a_link_brings_the_guest_to_another_device(server: ServerProcess) -> None:
    token = new_guest(server.url, "Anna")
    _, me = ask(server.url, "/api/guests/me", token=token)
    status, made = ask(server.url, f"{MINE}/code", {}, token)
    assert status == 201 and made["seconds"] == 600 and made["qr"].lstrip().startswith("<?xml")
    link = urlsplit(made["link"])
    assert f"{link.scheme}://{link.netloc}" == server.url and (link.path, link.query) == ("/device", "")
    code = link.fragment
    assert ask(server.url, "/api/devices/look", {"code": code}) == (200, me)
    status, guest = ask(server.url, "/api/devices", {"code": code})
    assert status == 201 and guest["guest"] == me["guest"] and guest["token"] not in (token, code)
    for each in (token, guest["token"]):
        assert ask(server.url, "/api/guests/me", token=each) == (200, me)
    assert reason(ask(server.url, "/api/devices", {"code": code})) == (404, "no_such_code")
    assert reason(ask(server.url, "/api/devices/look", {"code": code})) == (404, "no_such_code")
    assert reason(ask(server.url, "/api/guests/me", token=code)) == (401, "no_such_guest")


def test_a_link_may_name_the_table_to_open_and_nothing_else(server: ServerProcess) -> None:
    token = new_guest(server.url)
    assert new_link(server.url, token, table="abcd2345").endswith("/abcd2345")
    for table in ("https://evil.example", "//evil.example", "abcd2345/..", ""):
        assert reason(ask(server.url, f"{MINE}/code", {"table": table}, token)) == (400, "bad_request")


def test_devices_are_listed_by_kind_and_day_without_any_text_of_the_client(server: ServerProcess) -> None:
    token = new_guest(server.url)
    add_device(server.url, token)
    status, listed = ask(server.url, MINE, token=token)
    assert status == 200
    assert [(each["device"], each["this"]) for each in listed["devices"]] == [(1, True), (2, False)]
    for each in listed["devices"]:
        assert (each["kind"], each["browser"]) == ("unknown", "unknown"), "Python is no browser"
        assert len(each["added"]) == len(each["active"]) == len("2026-01-31")


def test_a_device_cannot_revoke_itself_or_what_is_not_there(server: ServerProcess) -> None:
    token = new_guest(server.url)
    assert reason(ask(server.url, f"{MINE}/1", token=token, method="DELETE")) == (422, "this_device")
    for device in ("2", "0", "999999", "1e3", "-1", "x"):
        answer = ask(server.url, f"{MINE}/{device}", token=token, method="DELETE")
        assert reason(answer) == (404, "no_such_device"), device
    assert ask(server.url, MINE, token=token, method="DELETE")[0] == 204, "there may be no other device"


def test_both_devices_play_the_same_seat_and_a_revoked_one_is_out_at_once(server: ServerProcess) -> None:
    async def play() -> None:
        _, made = ask(server.url, "/api/play", {"seats": 2, "options": {"target": 0}})
        first, code = made["token"], made["code"]
        second = await asyncio.to_thread(add_device, server.url, first)
        async with (
            Player(server.socket_url, code, first) as here,
            Player(server.socket_url, code, second) as there,
        ):
            await here.until(lambda: here.asked)
            await there.until(lambda: there.asked and there.revision == here.revision)
            assert there.you == here.you and there.view == here.view
            before = here.revision
            assert (await there.move(there.view["legal"][0]))["type"] == "done"
            await here.until(lambda: here.revision > before)

            status, _ = await asyncio.to_thread(ask, server.url, f"{MINE}/2", None, first, "DELETE")
            assert status == 204
            await there.until(lambda: there.closed is not None)
            assert there.received[-1]["type"] == "bye" and there.received[-1]["reason"] == "device_revoked"
            assert there.received[-1]["again"] is False
            assert here.closed is None
            status, _ = await asyncio.to_thread(ask, server.url, "/api/guests/me", None, second)
            assert status == 401
        async with Player(server.socket_url, code, second) as back:
            await back.until(lambda: back.closed is not None)
            assert back.received[-1]["reason"] == "no_such_guest"

    asyncio.run(play())


def test_signing_out_all_others_ends_their_sockets(server: ServerProcess) -> None:
    async def play() -> None:
        _, made = ask(server.url, "/api/play", {"seats": 2})
        tokens = [await asyncio.to_thread(add_device, server.url, made["token"]) for _ in range(2)]
        async with (
            Player(server.socket_url, made["code"], tokens[0]) as one,
            Player(server.socket_url, made["code"], tokens[1]) as two,
        ):
            await asyncio.to_thread(ask, server.url, MINE, None, made["token"], "DELETE")
            for player in (one, two):
                await player.until(lambda player=player: player.closed is not None)
                assert player.received[-1]["reason"] == "device_revoked"

    asyncio.run(play())


def test_of_many_who_use_a_code_at_the_same_time_one_gets_a_token(server: ServerProcess) -> None:
    token = new_guest(server.url)
    code = new_code(server.url, token)
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: ask(server.url, "/api/devices", {"code": code}), range(16)))
    assert sorted(status for status, _ in answers) == [201] + [404] * 15
    assert len(ask(server.url, MINE, token=token)[1]["devices"]) == 2


@pytest.mark.process
def test_codes_cannot_be_guessed_quickly_nor_requested_without_end(tmp_path: Path) -> None:
    with running_server(tmp_path, device_codes_per_address=3) as server:
        token = new_guest(server.url)
        made = [ask(server.url, f"{MINE}/code", {}, token) for _ in range(4)]
        assert [status for status, _ in made] == [201, 201, 201, 429]
        assert made[-1][1]["error"]["reason"] == "too_many_codes"
        guess = f"{token.partition('.')[0]}.{'A' * 43}"
        tried = [ask(server.url, path, {"code": guess}) for path in ("/api/devices", "/api/devices/look") * 2]
        assert [status for status, _ in tried] == [404, 404, 404, 429]


@pytest.mark.process
def test_a_kill_loses_no_code_and_no_revocation_that_was_acknowledged(tmp_path: Path) -> None:
    with running_server(tmp_path) as server:
        token = new_guest(server.url)
        used, unwanted = new_code(server.url, token), add_device(server.url, token)
        code = new_code(server.url, token)
        status, guest = ask(server.url, "/api/devices", {"code": code})
        assert status == 201
        assert ask(server.url, f"{MINE}/2", token=token, method="DELETE")[0] == 204
        open_code = new_code(server.url, token)
        server.kill()
    with running_server(tmp_path) as server:
        assert ask(server.url, "/api/guests/me", token=guest["token"])[0] == 200
        assert ask(server.url, "/api/guests/me", token=unwanted)[0] == 401
        for void in (used, code):
            assert reason(ask(server.url, "/api/devices", {"code": void})) == (404, "no_such_code")
        assert ask(server.url, "/api/devices", {"code": open_code})[0] == 201


@pytest.mark.process
@pytest.mark.one_node("searches the SQLite file")
def test_no_secret_is_in_the_log_the_metrics_or_the_files(tmp_path: Path) -> None:
    with running_server(tmp_path, log_level="debug") as server:
        token = new_guest(server.url)
        code = new_code(server.url, token)
        ask(server.url, "/api/devices/look", {"code": code})
        _, guest = ask(server.url, "/api/devices", {"code": code})
        ask(server.url, "/api/devices", {"code": code})
        ask(server.url, "/api/devices", {"code": code, "extra": 1})
        metrics = json.dumps(ask(server.url, "/metrics")[1].decode())
    texts = [json.dumps(server.log), metrics, *_contents(tmp_path)]
    for secret in (each.partition(".")[2] for each in (token, code, guest["token"])):
        assert all(secret not in text for text in texts)


def _contents(directory: Path) -> Sequence[str]:
    return [path.read_bytes().decode("latin-1") for path in directory.rglob("*") if path.is_file()]
