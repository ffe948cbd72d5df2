"""A match is dealt when every person has contributed to its seed, or has had the time to: nobody can choose it, or block it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from tests.server.contributor import Contributor
from tests.server.local_server import ANNA, BEN, Client, LocalServer, play_out

from huefall.game.shared_seed import seal_of
from huefall.protocol import commands
from huefall.record import find_breaks, verify, write_record
from huefall.server.guests.person import Person
from huefall.server.matches.archive import MatchArchive
from huefall.server.ops.workers import Workers
from huefall.server.refusal import Refusal
from huefall.server.store import MemoryStore, StoredEntry, StoreError
from huefall.server.store.streams import table_stream
from huefall.server.tables import entries
from huefall.server.tables.inbox import Close, CommandReceived, ContributionsDue, GuestDeleted
from huefall.server.tables.state import TableState
from huefall.server.tables.table import Table

#: Longer than any test: the tests themselves say when the time is up.
NEVER = 100_000.0


class Contributing:
    """A client that seals and tells a contribution when the test wants it to."""

    def __init__(self, table: Table, person: Person) -> None:
        self.client = Client(table, person)
        self.person = person
        self.contributor = Contributor(person.guest)

    @property
    def table(self) -> dict[str, Any]:
        return next(message["table"] for message in reversed(self.client.received) if message.get("table"))

    @property
    def contribution(self) -> str:
        return self.contributor.contribution_to(self.table["upcoming"]["commitment"])

    async def seal(self) -> Any:
        await self.client.until(lambda: self.client.received and self.table["upcoming"])
        commitment = self.table["upcoming"]["commitment"]
        return await self.client.say(commands.Seal, commitment=commitment, seal=seal_of(self.contribution, commitment))

    async def tell(self) -> Any:
        upcoming = self.table["upcoming"]
        return await self.client.say(
            commands.Contribute, commitment=upcoming["commitment"], contribution=self.contribution
        )

    def start(self, command: str = "start-1") -> None:
        self.client.table.post(CommandReceived(self.client.connection, commands.Start(id=command)))

    async def is_told(self, what: str) -> Any:
        """Wait for an update of a kind."""
        return await self.client.until(
            lambda: next((message for message in self.client.received if message.get("what") == what), None)
        )

    def reply_to(self, command: str) -> Any:
        return next((message for message in self.client.received if message.get("id") == command), None)


async def two_at_a_table(local: LocalServer, **setup: Any) -> tuple[Table, Contributing, Contributing]:
    table = await local.table(ANNA, BEN, **setup)
    return table, *await both_at(table)


async def both_at(table: Table) -> tuple[Contributing, Contributing]:
    anna, ben = Contributing(table, ANNA), Contributing(table, BEN)
    await anna.client.until(lambda: anna.client.received and ben.client.received)
    return anna, ben


async def find(local: LocalServer, code: str) -> Any:
    """Load a table again."""
    return await local.registry.find(code)


def due(table: Table, *, told: bool) -> None:
    """Let the two seconds be over."""
    table.post(ContributionsDue(table.state.upcoming.commitment, told))


async def stored_entries(local: LocalServer, code: str) -> list[entries.TableEntry]:
    return [entries.decode_entry(each.data) for each in await local.store.read(table_stream(code))]


def check_secret(server_seed: str, *players: Contributing) -> None:
    for player in players:
        assert server_seed not in json.dumps(player.client.received), "the server's part of the seed was told"


def test_a_match_is_mixed_from_what_everybody_has_sealed_and_told() -> None:
    async def play() -> None:
        local = LocalServer(contribution_seconds=NEVER)
        table, anna, ben = await two_at_a_table(local, options={"target": 0})
        assert (await anna.seal())["type"] == "done" and (await ben.seal())["type"] == "done"
        contributions = (anna.contribution, ben.contribution)
        server_seed = table.state.upcoming.server_seed.hex()
        anna.start()
        sealed = await ben.is_told("sealed")
        assert sealed["table"]["status"] == "starting"
        assert sealed["table"]["upcoming"]["seals"] == [
            seal_of(each, table.state.upcoming.commitment) for each in contributions
        ]
        assert (await ben.tell())["type"] == "done"
        assert anna.table["match"] == 0 and anna.reply_to("start-1") is None
        check_secret(contributions[1], anna)
        assert (await anna.tell())["type"] == "done"
        await ben.is_told("dealt")
        assert anna.reply_to("start-1")["type"] == "done"
        assert table.state.match.shared_seed.contributions == contributions
        assert anna.table["upcoming"] is None
        assert anna.table["commitment"] == sealed["table"]["upcoming"]["commitment"]
        await play_out(table, [anna.client, ben.client])
        check_secret(server_seed, anna, ben)
        await local.close()

    asyncio.run(play())


def test_a_start_waits_for_seals_and_the_table_goes_on_meanwhile() -> None:
    async def play() -> None:
        local = LocalServer(contribution_seconds=NEVER)
        table, anna, ben = await two_at_a_table(local)
        await anna.seal()
        anna.start()
        assert (await ben.client.say(commands.Pace, bot_pause_ms=500))["reason"] == "not_host"
        assert (await anna.client.say(commands.Pace, bot_pause_ms=500))["type"] == "done"
        assert (await anna.client.say(commands.Start))["reason"] == "starting"
        assert not table.state.is_sealed
        await ben.seal()
        assert table.state.is_sealed
        await local.close()

    asyncio.run(play())


def test_who_sends_nothing_in_time_contributes_nothing() -> None:
    async def play() -> None:
        local = LocalServer(contribution_seconds=NEVER)
        table, anna, ben = await two_at_a_table(local)
        await anna.seal()
        anna.start()
        await anna.client.say(commands.Ping)
        due(table, told=False)
        await anna.is_told("sealed")
        assert table.state.upcoming.seals[1] == ""
        contribution = anna.contribution
        await anna.tell()  # nobody else is waited for
        assert table.state.match.shared_seed.contributions == (contribution, "")
        assert table.state.match.shared_seed.withheld == []
        assert ben.table["status"] == "playing"
        await local.close()

    asyncio.run(play())


def test_a_sealed_contribution_that_is_not_told_in_time_is_named_in_the_record() -> None:
    async def play() -> None:
        local = LocalServer(contribution_seconds=NEVER)
        table, anna, ben = await two_at_a_table(local)
        await anna.seal()
        await ben.seal()
        anna.start()
        await anna.is_told("sealed")
        late = {"commitment": ben.table["upcoming"]["commitment"], "contribution": ben.contribution}
        await anna.tell()
        due(table, told=True)
        await anna.is_told("dealt")
        assert table.state.match.shared_seed.withheld == [1]
        assert (await ben.client.say(commands.Contribute, **late))["reason"] == "stale"
        await local.close()

    asyncio.run(play())


def test_nobody_at_the_table_contributes_for_bots_and_people_who_are_away() -> None:
    async def play() -> None:
        local = LocalServer(contribution_seconds=NEVER)
        table = await local.table(ANNA, BEN, bots=1)
        anna = Contributing(table, ANNA)
        await anna.seal()
        anna.start()
        await anna.is_told("sealed")
        await anna.tell()
        assert [bool(each) for each in table.state.match.shared_seed.contributions] == [True, False, False]
        await local.close()

    asyncio.run(play())


def test_a_match_that_is_wanted_with_its_table_waits_for_the_first_person() -> None:
    async def play() -> None:
        local = LocalServer(contribution_seconds=NEVER)
        table = await local.table(ANNA, bots=1, start=True)
        anna = Contributing(table, ANNA)
        assert (await anna.seal())["type"] == "done"
        await anna.is_told("sealed")
        await anna.tell()
        assert table.state.match.shared_seed.contributions[0]
        await local.close()

    asyncio.run(play())


def test_wrong_and_untimely_contributions_are_refused() -> None:
    async def play() -> None:
        local = LocalServer(contribution_seconds=NEVER)
        table, anna, ben = await two_at_a_table(local)
        await anna.seal()
        commitment, other = anna.table["upcoming"]["commitment"], "0" * 64
        say = anna.client.say
        assert (await say(commands.Seal, commitment=other, seal=other))["reason"] == "stale"
        assert (await anna.tell())["reason"] == "wrong_contribution", "nothing is told before the seals are fixed"
        watcher = Client(table, Person("g-cara", "Cara"))
        assert (await watcher.say(commands.Seal, commitment=commitment, seal=other))["reason"] == "not_seated"
        anna.start()
        await ben.seal()
        assert table.state.is_sealed
        assert (await say(commands.Seal, commitment=commitment, seal=other))["reason"] == "starting"
        wrong = await say(commands.Contribute, commitment=commitment, contribution="0" * 32)
        assert wrong["reason"] == "wrong_contribution"
        assert (await say(commands.Contribute, commitment=other, contribution="0" * 32))["reason"] == "stale"
        assert [(await anna.tell())["type"] for _ in range(2)] == ["done", "done"]
        revision = table.state.revision
        await ben.tell()
        assert table.state.revision == revision + 2, "contributions that come twice leave nothing behind"
        await local.close()

    asyncio.run(play())


@pytest.mark.parametrize(
    "message",
    [
        {"type": "seal", "commitment": "0" * 64, "seal": "0" * 63},
        {"type": "seal", "commitment": "0" * 64, "seal": "A" * 64},
        {"type": "seal", "commitment": None, "seal": "0" * 64},
        {"type": "contribute", "commitment": "0" * 64, "contribution": ""},
        {"type": "contribute", "commitment": "0" * 64, "contribution": "0" * 31 + "g"},
        {"type": "contribute", "commitment": "0" * 64, "contribution": "0" * 34},
    ],
)
def test_a_malformed_contribution_is_no_command(message: dict[str, Any]) -> None:
    with pytest.raises(msgspec.ValidationError):
        commands.decode_command(json.dumps({"id": "1", **message}))


def test_the_last_seal_before_the_start_counts_and_only_while_its_sender_is_there() -> None:
    async def play() -> None:
        local = LocalServer(contribution_seconds=NEVER)
        table, anna, ben = await two_at_a_table(local)
        phone = Contributing(table, ANNA)
        phone.contributor = Contributor("another device")
        await anna.seal()
        await phone.seal()
        await ben.seal()
        phone.client.leave()
        anna.start()
        await anna.is_told("sealed")
        commitment = table.state.upcoming.commitment
        assert table.state.upcoming.seals[0] == seal_of(anna.contribution, commitment)
        await local.close()

    asyncio.run(play())


def test_who_plays_and_what_is_fixed_once_the_contributions_are_sealed() -> None:
    async def play() -> None:
        local = LocalServer(contribution_seconds=NEVER)
        table, anna, ben = await two_at_a_table(local)
        await anna.seal()
        await ben.seal()
        anna.start()
        await anna.is_told("sealed")
        for kind, fields in (
            (commands.Leave, {}),
            (commands.Swap, {"a": 0, "b": 1}),
            (commands.Kick, {"seat": 1}),
            (commands.Configure, {"setup": table.state.setup}),
        ):
            assert (await anna.client.say(kind, **fields))["reason"] == "starting"
        # Nobody can be kept from deleting everything about themselves: a bot plays the match for them.
        table.post(GuestDeleted(BEN.guest))
        await anna.client.until(lambda: anna.client.wire.closed)
        again = await local.registry.find(table.state.code)
        anna = Contributing(again, ANNA)
        await anna.client.until(lambda: anna.client.received)
        await anna.tell()
        due(again, told=True)
        await anna.is_told("dealt")
        assert [seat.left for seat in again.state.seats] == [False, True]
        await local.close()

    asyncio.run(play())


def test_a_start_that_is_sent_again_is_answered_where_it_came_from_last() -> None:
    async def play() -> None:
        local = LocalServer(contribution_seconds=NEVER)
        table, anna, ben = await two_at_a_table(local)
        await ben.seal()
        anna.start()
        await ben.client.say(commands.Ping)
        anna.client.leave()
        back = Contributing(table, ANNA)
        back.start()
        await back.seal()
        await back.tell()
        back.start()
        await ben.tell()
        await back.is_told("dealt")
        assert (back.reply_to("start-1")["type"], anna.reply_to("start-1")) == ("done", None)
        await local.close()

    asyncio.run(play())


def test_a_restart_while_contributions_are_told_draws_nothing_again() -> None:
    async def play() -> None:
        local = LocalServer(contribution_seconds=NEVER)
        table, anna, ben = await two_at_a_table(local)
        await anna.seal()
        await ben.seal()
        anna.start()
        shown = (await ben.is_told("sealed"))["table"]["upcoming"]
        await anna.tell()
        await local.registry.stop()
        again = LocalServer(local.store, contribution_seconds=NEVER)
        found = await find(again, table.state.code)
        anna, ben = await both_at(found)
        assert anna.table["upcoming"] == shown
        contributions = (anna.contribution, ben.contribution)
        await anna.tell()
        await ben.tell()
        await ben.is_told("dealt")
        assert found.state.match.commitment == shown["commitment"]
        assert found.state.match.shared_seed.contributions == contributions
        assert (await again.store.read(table_stream(table.state.code))) and anna.reply_to("start-1") is None
        anna.start()  # the client has not had its answer yet
        await anna.client.until(lambda: anna.reply_to("start-1"))
        assert anna.reply_to("start-1")["type"] == "done"
        await again.close()

    asyncio.run(play())


# Crashes


class MortalStore(MemoryStore):
    """A store whose process is killed before it writes an entry of some kind."""

    fatal: type[entries.TableEntry] | None = None

    async def append(self, stored: Sequence[StoredEntry]) -> None:
        kinds = [type(entries.decode_entry(each.data)) for each in stored if each.stream.startswith("table:")]
        if self.fatal in kinds:
            raise StoreError("killed")
        await super().append(stored)


@pytest.mark.parametrize("fatal", [entries.Sealed, entries.Mixed, entries.Dealt, entries.Moved, entries.SeedDrawn])
def test_a_kill_before_any_write_draws_no_second_seed(fatal: type[entries.TableEntry]) -> None:
    async def play() -> None:
        store = MortalStore()
        local = LocalServer(store, contribution_seconds=NEVER)
        table, anna, ben = await two_at_a_table(local, options={"target": 0})
        shown = {1: anna.table["upcoming"]["commitment"]}
        store.fatal = fatal
        kills = 0
        while True:
            state = table.state
            if anna.client.wire.closed:  # killed: everybody comes back to the table as it is stored
                store.fatal = None
                kills += 1
                table = await find(local, state.code)
                anna, ben = await both_at(table)
            elif 1 in state.finished:
                break
            elif state.match is not None:
                await _move(table, anna, ben)
            elif state.is_sealed:
                await _gently(anna.tell(), anna)
                await _gently(ben.tell(), anna)
            else:
                await _gently(anna.seal(), anna)
                await _gently(ben.seal(), anna)
                await start_and_wait(anna)
        await anna.client.until(lambda: anna.table["upcoming"])
        shown[2] = anna.table["upcoming"]["commitment"]
        stored = await stored_entries(local, table.state.code)
        assert (kills, sum(isinstance(entry, entries.SeedDrawn) for entry in stored)) == (1, 2)
        again = TableState(table.state.code)
        for entry in stored:
            again.apply(entry, 0)
        assert {1: again.match.commitment, 2: again.upcoming.commitment} == shown
        assert again.upcoming.previous == shown[1]
        assert all(again.match.shared_seed.contributions)
        await local.close()

    asyncio.run(play())


async def start_and_wait(host: Contributing) -> None:
    """Start, and wait until the seals are fixed or the connection has ended."""
    host.start()
    await host.client.until(lambda: host.client.table.state.is_sealed or host.client.wire.closed)


async def _gently(answer: Any, player: Contributing) -> None:
    """Wait for an answer, or for the end of the connection."""
    waiting = asyncio.create_task(answer)
    await player.client.until(lambda: waiting.done() or player.client.wire.closed)
    waiting.cancel()


async def _move(table: Table, anna: Contributing, ben: Contributing) -> None:
    match: Any = table.state.match
    legal = [str(move) for move in match.legal() if not move.is_claim]
    move = next((each for each in legal if each.startswith("play ")), legal[0])
    mover = (anna, ben)[match.asked]
    await _gently(mover.client.say(commands.Move, revision=table.state.revision, move=move), anna)


# Several matches, and tables that are closed


def test_every_commitment_names_the_one_before_it() -> None:
    async def play() -> None:
        local = LocalServer()
        table, clients = await local.started(ANNA, BEN, options={"target": 0})
        records = []
        for number in (1, 2, 3):
            await play_out(table, clients)
            shown = table.state.show()
            assert (shown.upcoming.match, shown.upcoming.previous) == (number + 1, shown.commitment)
            records.append(shown.commitment)
            assert (await clients[0].say(commands.Start))["type"] == "done"
        archive = MatchArchive(local.store, Workers(1))
        proofs = [verify(await archive.record(table.state.code, number)) for number in (1, 2, 3)]
        assert [proof.commitment for proof in proofs] == records
        assert find_breaks(proofs) == []
        (missing,) = find_breaks([proofs[0], proofs[2]])
        assert f"match 2 is missing; the commitment of match 2 is {records[1]}" in missing
        await local.close()

    asyncio.run(play())


def test_a_closed_table_reveals_its_seeds_and_the_match_that_was_running() -> None:
    async def play() -> None:
        local = LocalServer()
        table, (anna, ben) = await local.started(ANNA, BEN)
        code, server_seed = table.state.code, table.state.match.shared_seed.server_seed.hex()
        archive = MatchArchive(local.store, Workers(1))
        with pytest.raises(Refusal, match="not over"):
            await archive.record(code, 1)
        assert server_seed not in json.dumps(anna.received)
        table.post(Close("idle"))
        await anna.until(lambda: anna.wire.closed)
        closed = next(message for message in ben.received if message.get("what") == "closed")
        (revealed,) = closed["table"]["revealed"]
        assert revealed == {"match": 1, "commitment": closed["table"]["commitment"], "server_seed": server_seed}
        record = await archive.record(code, 1)
        proof = verify(record, commitment=revealed["commitment"])
        assert (proof.over, proof.shared_seed.server_seed.hex()) == (False, server_seed)
        assert (await archive.proof(code, 1)).server_seed == server_seed
        with pytest.raises(Refusal, match="not over"):
            await archive.summary(code, 1)
        await local.close()

    asyncio.run(play())


def test_a_closed_table_reveals_the_seed_of_the_match_that_never_began() -> None:
    async def play() -> None:
        local = LocalServer()
        table = await local.table(ANNA, BEN)
        anna = Client(table, ANNA)
        upcoming = table.state.upcoming
        table.post(Close("test"))
        await anna.until(lambda: anna.wire.closed)
        assert table.state.show().revealed == [upcoming.reveal()]
        await local.close()

    asyncio.run(play())


def test_a_table_of_an_older_version_gets_a_commitment_when_it_is_used() -> None:
    async def play() -> None:
        local = LocalServer()
        table, clients = await local.started(ANNA, BEN, options={"target": 0})
        stored = await stored_entries(local, table.state.code)
        old = [entry for entry in stored if not isinstance(entry, entries.SeedDrawn | entries.Mixed)]
        old.insert(-1, entries.Committed(guest=ANNA.guest, seed="07" * 32, rules_version=2))
        await local.registry.stop()
        code = "abcdefgh"
        encoded = [entries.encode_entry(entry) for entry in old]
        await local.store.append([StoredEntry(table_stream(code), n, 0, data) for n, data in enumerate(encoded, 1)])
        again = LocalServer(local.store)
        found = await find(again, code)
        clients = [Client(found, person) for person in (ANNA, BEN)]
        await clients[1].until(lambda: clients[0].received and clients[1].received)
        assert found.state.show().upcoming is None and found.state.match.shared_seed is None
        await play_out(found, clients)
        first = found.state.match.commitment
        await clients[0].until(lambda: found.state.upcoming)
        assert (found.state.upcoming.match, found.state.upcoming.previous) == (2, first)
        assert (await clients[0].say(commands.Start))["type"] == "done"
        assert verify(write_record_of(found)).shared_seed.previous == first
        await again.close()

    asyncio.run(play())


def write_record_of(table: Any) -> str:
    """Write the record of a match whose moves are not kept, from its beginning."""
    table.state.match.keeps_moves = True
    return write_record(table.state.match, with_seed=True)
