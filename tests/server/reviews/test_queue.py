"""The queue of reviews over a store in memory, with matches and a reviewer that do what the test wants."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any

import pytest
from structlog.testing import capture_logs

from huefall.server.ops.workers import Workers
from huefall.server.ownership import SoleNode
from huefall.server.refusal import Refusal
from huefall.server.reviews import queue as queue_module
from huefall.server.reviews.queue import ReviewQueue
from huefall.server.reviews.repository import Reviewed, ReviewRepository
from huefall.server.reviews.worker import ReviewFailedError
from huefall.server.store import MemoryStore, StoredEntry, StoreError
from huefall.server.store.streams import streams_about_tables


class Archive:
    """Matches whose record is their name; those of number 9 began from a position, those of 8 are gone.

    A match at one of the ``broken`` tables cannot be replayed; the first ``busy`` records are refused because the server is busy.
    """

    def __init__(self) -> None:
        self.broken: set[str] = set()
        self.gone: set[str] = set()
        self.busy = 0
        self.players = ["Anna", "bot (easy)"]
        self.guests_by_seat: tuple[str | None, ...] = ("g-anna", None)

    async def summary(self, code: str, number: int) -> Any:
        self._play_again(code)
        if code in self.gone:
            raise Refusal("no_such_match", "it is gone")
        return SimpleNamespace(review=None if number == 9 else "somewhere", players=self.players)

    async def guests(self, *_: object) -> tuple[str | None, ...]:
        return self.guests_by_seat

    async def record(self, code: str, number: int) -> str:
        self._play_again(code)
        if self.busy:
            self.busy -= 1
            raise Refusal("server_busy", "too many records are being asked for")
        if number == 8:
            raise Refusal("no_such_match", "it is gone")
        return f"{code} {number}"

    def _play_again(self, code: str) -> None:
        if code in self.broken:
            raise ValueError("move 3 is not legal")


class ForgetfulStore(MemoryStore):
    """A store that fails to keep as many outcomes of reviews as ``fails`` says."""

    fails = 0

    async def append(self, entries: Sequence[StoredEntry]) -> None:
        if self.fails and entries[0].stream.startswith("review:"):
            self.fails -= 1
            raise StoreError("there is no room left")
        await super().append(entries)


class Engine:
    """An engine that is ready."""

    async def wait_ready(self) -> None:
        """Be ready."""


class Reviewer:
    """A reviewer that waits for the test's permission, and fails for the matches the test names."""

    def __init__(self) -> None:
        self.made: list[str] = []
        self.fails = 0
        self.also: dict[str, Any] = {}  # in every review
        self.may_go_on = asyncio.Event()
        self.may_go_on.set()
        self.began = asyncio.Event()

    async def __call__(self, record: str, progress: Callable[[float], None]) -> bytes:
        progress(0.25)
        self.began.set()
        await self.may_go_on.wait()
        if self.fails:
            self.fails -= 1
            raise ReviewFailedError("it was too hard")
        self.made.append(record)
        return json.dumps({"of": record, **self.also}).encode()


class QueueSetup:
    """A queue and the parts it uses."""

    def __init__(self, store: MemoryStore | None = None) -> None:
        self.store = store or MemoryStore()
        self.review = Reviewer()
        self.workers = Workers(1)
        self.archive = Archive()
        self.queue = ReviewQueue(
            self.store, self.archive, Engine(), self.workers, self.review, SoleNode(), lambda: True
        )
        self.admitted = 0

    async def ask(self, code: str, number: int = 1) -> None:
        await self.queue.ask(code, number, self._admit)

    def _admit(self) -> None:
        self.admitted += 1

    async def look(self, code: str, number: int = 1) -> Any:
        return json.loads(await self.queue.look(code, number, packed=False))

    async def until(self, code: str, state: str) -> Any:
        async with asyncio.timeout(300):
            while (found := await self.look(code))["state"] != state:  # noqa: ASYNC110  # asked at each turn of the loop
                await asyncio.sleep(0)
        return found

    async def stop(self) -> None:
        await self.queue.stop()
        self.workers.stop()


def test_a_review_is_asked_for_made_once_and_kept() -> None:
    async def go() -> None:
        setup = QueueSetup()
        setup.queue.start()
        assert await setup.look("aaaa") == {"state": "none", "progress": 0.0, "ahead": 0, "review": None}
        await setup.ask("aaaa")
        done = await setup.until("aaaa", "done")
        assert done == {"state": "done", "progress": 1.0, "ahead": 0, "review": {"of": "aaaa 1"}}
        await setup.ask("aaaa")
        assert (setup.review.made, setup.admitted) == (["aaaa 1"], 1)
        await setup.stop()

        again = QueueSetup(setup.store)
        again.queue.start()
        await again.ask("aaaa")
        assert (await again.look("aaaa"))["review"] == {"of": "aaaa 1"}
        assert not again.review.made
        await again.stop()

    asyncio.run(go())


def test_one_is_made_at_a_time_and_the_others_wait_in_their_order() -> None:
    async def go() -> None:
        setup = QueueSetup()
        setup.queue.start()
        setup.review.may_go_on.clear()
        for code in ("aaaa", "bbbb", "cccc", "bbbb"):
            await setup.ask(code)
        working = await setup.until("aaaa", "working")
        assert (working["ahead"], working["review"]) == (0, None)
        await setup.review.began.wait()
        assert (await setup.look("aaaa"))["progress"] == 0.25
        assert [(await setup.look(code))["ahead"] for code in ("bbbb", "cccc")] == [1, 2]
        assert (await setup.look("cccc"))["state"] == "waiting"
        setup.review.may_go_on.set()
        await setup.until("cccc", "done")
        assert setup.review.made == ["aaaa 1", "bbbb 1", "cccc 1"]
        await setup.stop()

    asyncio.run(go())


def test_what_was_promised_is_made_after_a_restart_in_the_middle() -> None:
    async def go() -> None:
        setup = QueueSetup()
        setup.queue.start()
        setup.review.may_go_on.clear()
        for code in ("bbbb", "aaaa"):
            await setup.ask(code)
        await setup.until("bbbb", "working")
        await setup.stop()

        again = QueueSetup(setup.store)
        again.queue.start()
        await again.until("aaaa", "done")
        await again.until("bbbb", "done")
        assert sorted(again.review.made) == ["aaaa 1", "bbbb 1"]
        assert not await ReviewRepository(setup.store, SoleNode()).requests()
        await again.stop()

    asyncio.run(go())


def test_a_review_that_fails_says_so_and_can_be_asked_for_again() -> None:
    async def go() -> None:
        setup = QueueSetup()
        setup.queue.start()
        setup.review.fails = 1
        with capture_logs() as logs:
            await setup.ask("aaaa")
            failed = await setup.until("aaaa", "failed")
        assert failed["review"] is None
        assert [line["reason"] for line in logs if line["log_level"] == "error"] == ["it was too hard"]
        await setup.ask("aaaa")
        assert (await setup.until("aaaa", "done"))["review"] == {"of": "aaaa 1"}
        await setup.stop()

    asyncio.run(go())


def test_a_match_that_cannot_be_played_again_fails_once_and_keeps_nobody_waiting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(queue_module, "RETRY_SECONDS", 0)  # who tries again all the same is found out at once

    async def go() -> None:
        setup = QueueSetup()
        await setup.ask("aaaa")
        await setup.ask("bbbb")
        setup.archive.broken.add("aaaa")  # as after an upgrade that plays it in another way
        with capture_logs() as logs:
            setup.queue.start()
            await setup.until("bbbb", "done")
            assert (await setup.look("aaaa"))["state"] == "failed"
        errors = [(line["event"], line["reason"]) for line in logs if line["log_level"] == "error"]
        assert errors == [("a match could not be reviewed", "ValueError: move 3 is not legal")]
        assert not await ReviewRepository(setup.store, SoleNode()).requests(), (
            "a server that is started again does not begin with it again"
        )

        await setup.ask("aaaa")
        await setup.until("aaaa", "failed")
        setup.archive.broken.clear()
        await setup.ask("aaaa")
        assert (await setup.until("aaaa", "done"))["review"] == {"of": "aaaa 1"}
        await setup.stop()

    asyncio.run(go())


@pytest.mark.parametrize("reason", ["store", "busy"])
def test_what_the_store_or_a_busy_server_refuses_is_tried_again(reason: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queue_module, "RETRY_SECONDS", 0)

    async def go() -> None:
        store = ForgetfulStore()
        setup = QueueSetup(store)
        await setup.ask("aaaa")
        if reason == "store":
            store.fails = 2
        else:
            setup.archive.busy = 2
        with capture_logs() as logs:
            setup.queue.start()
            assert (await setup.until("aaaa", "done"))["review"] == {"of": "aaaa 1"}
        assert [line["event"] for line in logs if line["log_level"] == "error"] == ["a review could not be stored"] * 2
        assert not await ReviewRepository(store, SoleNode()).requests()
        await setup.stop()

    asyncio.run(go())


def test_a_match_that_is_gone_when_its_turn_comes_is_owed_no_more() -> None:
    async def go() -> None:
        setup = QueueSetup()
        setup.queue.start()
        await setup.ask("aaaa", 8)
        await setup.ask("bbbb")
        await setup.until("bbbb", "done")
        assert (await setup.look("aaaa", 8))["state"] == "none"
        assert not await ReviewRepository(setup.store, SoleNode()).requests()
        await setup.stop()

    asyncio.run(go())


def test_what_cannot_be_reviewed_is_refused_and_a_full_queue_takes_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queue_module, "MAX_WAITING", 2)

    async def go() -> None:
        setup = QueueSetup()  # nothing takes reviews from the queue
        with pytest.raises(Refusal) as from_position:
            await setup.ask("aaaa", 9)
        await setup.ask("aaaa")
        await setup.ask("bbbb")
        with pytest.raises(Refusal) as full:
            await setup.ask("cccc")
        await setup.ask("bbbb")
        assert [from_position.value.reason, full.value.reason] == ["no_review", "server_busy"]
        assert setup.admitted == 2
        await setup.stop()

    asyncio.run(go())


def test_an_address_and_a_table_have_one_place_in_the_queue_until_their_review_is_done() -> None:
    async def go() -> None:
        setup = QueueSetup()
        first, second = "192.0.2.1", "192.0.2.2"
        await setup.queue.ask("aaaa", 1, setup._admit, first)
        await setup.queue.ask("aaaa", 1, setup._admit, first)  # the same again is no second one
        with pytest.raises(Refusal, match="requested from your address") as same_address:
            await setup.queue.ask("bbbb", 1, setup._admit, first)
        with pytest.raises(Refusal, match="of this table") as same_table:
            await setup.queue.ask("aaaa", 2, setup._admit, second)
        assert same_address.value.reason == same_table.value.reason == "too_many_reviews"
        assert same_address.value.retry_after
        await setup.queue.ask("bbbb", 1, setup._admit, second)
        assert setup.admitted == 2
        setup.queue.start()
        setup.review.may_go_on.set()
        for code in ("aaaa", "bbbb"):
            await setup.until(code, "done")
        await setup.queue.ask("cccc", 1, setup._admit, first)
        await setup.until("cccc", "done")
        await setup.stop()

    asyncio.run(go())


def test_a_rejected_request_is_not_stored() -> None:
    def refuse() -> None:
        raise Refusal("too_many_reviews", "wait")

    async def go() -> None:
        setup = QueueSetup()
        with pytest.raises(Refusal):
            await setup.queue.ask("aaaa", 1, refuse)
        assert (await setup.look("aaaa"))["state"] == "none"
        assert not await ReviewRepository(setup.store, SoleNode()).requests()
        await setup.stop()

    asyncio.run(go())


def test_a_review_in_an_old_format_is_ignored() -> None:
    async def go() -> None:
        store = MemoryStore()
        repository = ReviewRepository(store, SoleNode())
        await repository.put(("aaaa", 1), Reviewed(0, b""))
        assert await repository.find(("aaaa", 1)) is None

    asyncio.run(go())


def test_reviews_are_forgotten_with_their_tables() -> None:
    async def go() -> None:
        store = MemoryStore()
        repository = ReviewRepository(store, SoleNode())
        await repository.add_request(("aaaa", 1))
        await repository.put(("aaaa", 12), Reviewed(1, b""))
        await repository.put(("bbbb", 1), Reviewed(1, b""))
        await store.forget(await streams_about_tables(store, {"aaaa"}))
        assert [info.stream for info in await store.streams("review")] == ["review:bbbb:1"]

    asyncio.run(go())


def summary(seat: int) -> dict[str, Any]:
    return {"seat": seat, "own": 0.25, "luck": -0.5, "accuracy": None}


def test_the_numbers_of_guests_are_stored_with_the_review() -> None:
    async def go() -> None:
        setup = QueueSetup()
        setup.review.also = {"players": ["Anna", "bot (easy)"], "summary": [summary(0), summary(1)]}
        setup.queue.start()
        await setup.ask("aaaa")
        await setup.until("aaaa", "done")
        (stored,) = await setup.store.read_all("guest-review:")
        assert stored.stream == "guest-review:g-anna:aaaa:1"
        assert json.loads(stored.data) == {"accuracy": None, "luck": -0.5, "skill": 0.25}
        await setup.stop()

    asyncio.run(go())


def test_a_name_that_was_deleted_while_the_review_was_computed_is_not_stored() -> None:
    async def go() -> None:
        setup = QueueSetup()
        setup.review.also = {"players": ["Anna", "bot (easy)"], "summary": [summary(0), summary(1)]}
        setup.review.may_go_on.clear()
        setup.queue.start()
        await setup.ask("aaaa")
        await setup.review.began.wait()
        setup.archive.players, setup.archive.guests_by_seat = ["(deleted)", "bot (easy)"], ("deleted-1", None)
        setup.review.may_go_on.set()
        shown = await setup.until("aaaa", "done")
        assert shown["review"]["players"] == ["(deleted)", "bot (easy)"]
        assert not await setup.store.streams("guest-review:")
        await setup.stop()

    asyncio.run(go())


def test_a_review_of_a_match_that_was_deleted_meanwhile_is_not_stored() -> None:
    async def go() -> None:
        setup = QueueSetup()
        setup.review.may_go_on.clear()
        setup.queue.start()
        await setup.ask("aaaa")
        await setup.review.began.wait()
        setup.archive.gone.add("aaaa")
        setup.review.may_go_on.set()
        await setup.ask("bbbb")
        await setup.until("bbbb", "done")
        assert [info.stream for info in await setup.store.streams("review")] == ["review:bbbb:1"]
        await setup.stop()

    asyncio.run(go())
