"""Nodes that share the queue of reviews: each review is computed once, and goes on elsewhere if its node is gone."""

from __future__ import annotations

import asyncio

import pytest
from tests.server.ownership.local_nodes import LocalNode, LocalService
from tests.server.reviews.test_queue import Archive, Engine, QueueSetup, Reviewer

from huefall.server.ops.workers import Workers
from huefall.server.ownership import SoleNode
from huefall.server.refusal import Refusal
from huefall.server.reviews.queue import ReviewQueue
from huefall.server.reviews.sharing import ReviewSharing
from huefall.server.store import MemoryStore

KEY = ("aaaa", 1)


class SharedQueue(QueueSetup):
    """The queue of one of several nodes."""

    def __init__(self, store: MemoryStore, node: LocalNode) -> None:
        super().__init__(store)
        self.node = node
        self.review = Reviewer()
        self.workers = Workers(1)
        self.archive = Archive()
        self.queue = ReviewQueue(store, self.archive, Engine(), self.workers, self.review, node, lambda: True)


def two_queues() -> tuple[SharedQueue, SharedQueue]:
    store, service = MemoryStore(), LocalService()
    return SharedQueue(store, service.join()), SharedQueue(store, service.join())


def test_each_review_is_computed_by_one_node_and_shown_by_both() -> None:
    async def go() -> None:
        first, second = two_queues()
        first.queue.start()
        second.queue.start()
        codes = [f"aaa{letter}" for letter in "abcdef"]
        for code in codes:
            await first.ask(code)
        for code in codes:
            assert (await second.until(code, "done"))["review"] == {"of": f"{code} 1"}
        assert sorted(first.review.made + second.review.made) == [f"{code} 1" for code in codes]
        await first.stop()
        await second.stop()

    asyncio.run(go())


def test_progress_is_the_same_at_every_node() -> None:
    async def go() -> None:
        first, second = two_queues()
        first.review.may_go_on.clear()
        first.queue.start()
        await first.ask("aaaa")
        await first.review.began.wait()
        assert await second.until("aaaa", "working") == await first.look("aaaa")
        first.review.may_go_on.set()
        await second.until("aaaa", "done")
        await first.stop()
        await second.stop()

    asyncio.run(go())


def test_a_node_that_dies_leaves_its_review_to_another_one() -> None:
    async def go() -> None:
        first, second = two_queues()
        first.review.may_go_on.clear()
        first.queue.start()
        await first.ask("aaaa")
        await first.review.began.wait()
        second.queue.start()
        first.queue._task.cancel()  # without any clean-up of its own, as far as the others can see
        first.node.die()
        assert (await second.until("aaaa", "done"))["review"] == {"of": "aaaa 1"}
        await first.stop()
        await second.stop()

    asyncio.run(go())


def test_one_address_has_one_place_in_the_queue_of_all_nodes() -> None:
    async def go() -> None:
        first, second = two_queues()
        await first.queue.ask("aaaa", 1, lambda: None, "192.0.2.1")
        with pytest.raises(Refusal, match="another match, requested from your address"):
            await second.queue.ask("bbbb", 1, lambda: None, "192.0.2.1")
        await second.queue.ask("bbbb", 1, lambda: None, "192.0.2.2")
        await first.stop()
        await second.stop()

    asyncio.run(go())


def test_addresses_are_told_and_kept_only_as_hashes() -> None:
    async def go() -> None:
        service = LocalService()
        here, there = service.join(), service.join()
        told: list[str] = []
        there.on_told("review_asked", told.append)
        sharing = ReviewSharing(here, lambda: None)
        await sharing.announce(KEY, "192.0.2.1")
        assert len(told) == 1 and "192.0.2" not in told[0]
        assert sharing.waits("192.0.2.1") and not sharing.waits("192.0.2.2")
        sharing.forget(KEY)
        assert not sharing.waits("192.0.2.1")

    asyncio.run(go())


def test_a_server_that_is_alone_claims_everything_and_tells_nobody() -> None:
    async def go() -> None:
        sharing = ReviewSharing(SoleNode(), lambda: None)
        assert await sharing.claim(KEY)
        sharing.tell_progress(KEY, 0.5)
        assert not sharing._telling
        assert sharing.progress_elsewhere(KEY) is None

    asyncio.run(go())
