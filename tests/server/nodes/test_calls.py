"""Questions from node to node."""

from __future__ import annotations

import asyncio

import pytest
from structlog.testing import capture_logs
from tests.server.nodes.local_nodes import LocalNode, local_nodes, until

from huefall.server.nodes.frames import MAX_FRAME_BYTES, LinkLost
from huefall.server.refusal import Refusal

pytestmark = pytest.mark.process


async def echo(data: bytes) -> bytes:
    return data


def test_calls_are_answered_in_both_directions_over_one_link() -> None:
    async def run() -> None:
        async with local_nodes(2) as (one, two):
            for node in (one, two):
                node.calls.register("echo", echo)
            assert await one.calls.call(two.peer, "echo", b"to two") == b"to two"
            assert await two.calls.call(one.peer, "echo", b"to one") == b"to one"
            answers = await asyncio.gather(*(two.calls.call(one.peer, "echo", b"%d" % n) for n in range(200)))
            assert answers == [b"%d" % n for n in range(200)]
            assert len(one.server) == len(two.server) == 1
            link = await one.server.link_to(two.peer)
            assert link.is_dialled and not link.exchanges

    asyncio.run(run())


def test_a_refusal_travels_with_its_reason_and_text() -> None:
    async def run() -> None:
        async def refuse(_: bytes) -> bytes:
            raise Refusal("no_free_seat", "every seat is taken", retry_after=7)

        async with local_nodes(2) as (one, two):
            two.calls.register("sit", refuse)
            with pytest.raises(Refusal) as caught:
                await one.calls.call(two.peer, "sit")
            refusal = caught.value
            assert (refusal.reason, refusal.text, refusal.retry_after) == ("no_free_seat", "every seat is taken", 7)
            with pytest.raises(Refusal) as caught:
                await one.calls.call(two.peer, "not there")
            assert caught.value.reason == "not_supported"

    asyncio.run(run())


def test_a_handler_that_fails_is_logged_and_the_link_goes_on() -> None:
    async def run() -> None:
        async def fail(_: bytes) -> bytes:
            raise ZeroDivisionError("nobody expected this")

        async with local_nodes(2) as (one, two):
            two.calls.register("fail", fail)
            two.calls.register("echo", echo)
            with pytest.raises(Refusal) as caught:
                await one.calls.call(two.peer, "fail")
            assert caught.value.reason == "internal"
            assert "ZeroDivision" not in caught.value.text
            assert await one.calls.call(two.peer, "echo", b"still here") == b"still here"

    with capture_logs() as logs:
        asyncio.run(run())
    (failed,) = [line for line in logs if line["log_level"] == "error"]
    assert failed["call"] == "fail" and failed["exc_info"]


def test_long_data_arrives_whole_and_more_than_the_limit_is_refused() -> None:
    async def run() -> None:
        async def answer_too_much(_: bytes) -> bytes:
            return bytes(MAX_FRAME_BYTES + 1)

        async with local_nodes(2) as (one, two):
            two.calls.register("echo", echo)
            two.calls.register("too much", answer_too_much)
            data = bytes(range(256)) * (12 << 12)  # 12 MB: more than a link may have unsent
            short = asyncio.create_task(one.calls.call(two.peer, "echo", b"short", 300))
            assert await one.calls.call(two.peer, "echo", data, 300) == data
            assert await short == b"short"
            for name, asked in (("echo", bytes(MAX_FRAME_BYTES + 1)), ("too much", b"")):
                with pytest.raises(Refusal) as caught:
                    await one.calls.call(two.peer, name, asked, 300)
                assert caught.value.reason == "too_large"
            assert len(one.server) == 1

    asyncio.run(run())


def test_a_node_that_does_not_answer_in_time_is_left_out() -> None:
    async def run() -> None:
        never = asyncio.Event()

        async def wait(_: bytes) -> bytes:
            await never.wait()
            return b""

        async with local_nodes(4) as (one, two, three, four):
            two.calls.register("who", echo)
            three.calls.register("who", wait)
            await four.stop()  # and is still among the peers
            assert await one.calls.call_all("who", b"?", 0.2) == [b"?"]
            with pytest.raises(LinkLost):
                await one.calls.call(three.peer, "who", b"", 0.01)
            with pytest.raises(LinkLost):
                await one.calls.call(four.peer, "who")
            never.set()

    asyncio.run(run())


def test_a_call_ends_with_its_link() -> None:
    async def run() -> None:
        begun = asyncio.Event()

        async def wait(_: bytes) -> bytes:
            begun.set()
            await asyncio.Event().wait()
            return b""

        async with local_nodes(2) as (one, two):
            two.calls.register("wait", wait)
            call = asyncio.create_task(one.calls.call(two.peer, "wait", b"", 300))
            await begun.wait()
            (await two.server.link_to(one.peer)).lose("for the test")
            with pytest.raises(LinkLost):
                await call
            assert len(two.server) == 0
            await until(lambda: len(one.server) == 0)
            two.calls.register("echo", echo)
            assert await one.calls.call(two.peer, "echo", b"again") == b"again"

    asyncio.run(run())


def test_a_node_does_not_call_itself() -> None:
    async def run() -> None:
        async with local_nodes(1) as (one,):
            with pytest.raises(LinkLost):
                await one.calls.call(one.peer, "echo")

    asyncio.run(run())


def test_a_node_that_has_stopped_calls_nobody() -> None:
    async def run() -> None:
        async with local_nodes(1) as (one,):
            stopped = LocalNode(9)
            await stopped.start()
            await stopped.stop()
            with pytest.raises(LinkLost):
                await stopped.calls.call(one.peer, "echo")

    asyncio.run(run())
