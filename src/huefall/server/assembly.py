"""Creates and connects all parts of a server; no other module does."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any

import structlog
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.routing import WebSocketRoute
from starlette.types import ASGIApp

from huefall.protocol.routes import SOCKET_PATH
from huefall.protocol.tables import TableSetup
from huefall.server.guard.address import Proxies
from huefall.server.guard.body import BodyLimit
from huefall.server.guard.connections import Connections
from huefall.server.guard.gate import Gate
from huefall.server.guard.headers import SecurityHeaders, with_cors
from huefall.server.guard.origins import Origins
from huefall.server.guard.rates import KeyedRate
from huefall.server.guests.registry import GuestRegistry
from huefall.server.history.backfill import Backfill
from huefall.server.history.deletion import Deletions
from huefall.server.history.games import GuestHistory
from huefall.server.http.api import Api
from huefall.server.http.context import RequestContext
from huefall.server.http.errors import (
    ApiError,
    answer_api_error,
    answer_http_exception,
    answer_refusal,
    answer_store_unavailable,
    answer_unexpected,
    answer_unreadable,
)
from huefall.server.http.pages import Pages
from huefall.server.http.table_socket import TableSockets
from huefall.server.matches.archive import MatchArchive
from huefall.server.nodes.calls import NodeCalls
from huefall.server.nodes.draining import Draining
from huefall.server.nodes.forwarding import Forwarding
from huefall.server.nodes.questions import Questions
from huefall.server.nodes.relayed_tables import RelayedTables
from huefall.server.nodes.revocations import Revocations
from huefall.server.nodes.server import NodeServer, node_addresses
from huefall.server.ops.admin import read_admin_token
from huefall.server.ops.clock import Clock
from huefall.server.ops.engine import Engine
from huefall.server.ops.garbage import exempt_loaded_objects
from huefall.server.ops.metrics import Metrics, RequestCount
from huefall.server.ops.workers import Workers
from huefall.server.ownership import Ownership, SoleNode
from huefall.server.refusal import Refusal
from huefall.server.retention.sweep import Sweep
from huefall.server.reviews.queue import ReviewQueue
from huefall.server.reviews.worker import review_in_process
from huefall.server.settings import Settings
from huefall.server.store import Store, StoreFailed, StoreHealth, StoreUnavailable, UnreadableStream
from huefall.server.store.streams import BACKFILL
from huefall.server.tables.bot_pool import BotPool
from huefall.server.tables.hint_worker import HintWorker
from huefall.server.tables.look_alikes import load_prototypes
from huefall.server.tables.registry import TableRegistry
from huefall.server.tables.services import Services
from huefall.server.tables.setup import fill_setup
from huefall.server.transport.compression import Compression
from huefall.server.transport.live_connections import LiveConnections

log = structlog.get_logger("huefall.server")

#: Files of the page are this much cheaper than other requests: a table shows some sixty cards, to everyone at an address.
FILES_PER_REQUEST = 20


#: What is answered when a request cannot be carried out.
EXCEPTION_HANDLERS: dict[Any, Any] = {
    ApiError: answer_api_error,
    Refusal: answer_refusal,
    StoreUnavailable: answer_store_unavailable,
    UnreadableStream: answer_unreadable,
    HTTPException: answer_http_exception,
    Exception: answer_unexpected,
}


@dataclass(frozen=True, slots=True)
class Server:
    """The parts of a running server."""

    settings: Settings
    store: Store
    engine: Engine
    bot_pool: BotPool
    record_pool: Workers
    hint_worker: HintWorker
    reviews: ReviewQueue
    metrics: Metrics
    guests: GuestRegistry
    tables: TableRegistry
    deletions: Deletions
    sweep: Sweep
    ownership: Ownership
    node_server: NodeServer
    calls: NodeCalls
    connections: Connections
    draining: Draining
    app: ASGIApp


def build(settings: Settings, store: Store, ownership: Ownership | None = None) -> Server:
    """Create a server over an open store. Its background work runs during the lifespan of its app.

    ``ownership`` is for a server that is one of several nodes.
    """
    metrics = Metrics()
    _watch_store(metrics, store.health)
    ownership = ownership or SoleNode()
    node_server = NodeServer(node_addresses(settings)[0], settings.node_port, ownership)
    calls = NodeCalls(node_server, ownership)
    _watch_nodes(metrics, ownership, node_server)
    engine = Engine()
    bot_pool = BotPool.of_threads(settings.thinkers, metrics)
    record_pool = Workers(1)  # its own, so that reading old records does not delay bots
    hint_worker = HintWorker(settings.hint_ms)
    proxies = Proxies(settings.trusted_proxies)
    connections = Connections(
        settings.max_connections, settings.connections_per_address, settings.connections_per_guest
    )

    def fill_in(setup: TableSetup) -> TableSetup:
        return fill_setup(setup, settings.move_seconds, settings.bot_pause_ms, settings.least_bot_pause_ms)

    live_connections = LiveConnections()
    guests = GuestRegistry(store)
    grace_ms = settings.seat_grace_seconds * 1000
    services = Services(store, engine, bot_pool, metrics, fill_in, hint_worker, grace_ms, ownership=ownership)
    tables = TableRegistry(services, settings)
    questions = Questions(calls, tables, live_connections)
    forwarding = Forwarding(calls)
    draining = Draining(ownership, calls, tables)
    sockets = TableSockets(
        tables,
        guests,
        engine,
        record_pool,
        connections,
        proxies,
        metrics,
        settings.messages_per_second,
        live_connections,
        node_server,
    )
    RelayedTables(node_server, tables.find, lambda: tables.stopping, engine, live_connections)
    context = RequestContext(
        tables=tables,
        guests=guests,
        record_pool=record_pool,
        metrics=metrics,
        proxies=proxies,
        fill_setup=fill_in,
        new_guests=KeyedRate.hourly(settings.guests_per_address),
        new_tables=KeyedRate.hourly(settings.tables_per_address),
        new_reviews=KeyedRate.hourly(settings.reviews_per_address),
        new_device_codes=KeyedRate.hourly(settings.device_codes_per_address),
        device_code_tries=KeyedRate.hourly(settings.device_codes_per_address),
        public_url=settings.public_url,
    )
    matches = MatchArchive(store, record_pool)
    review = partial(review_in_process, rollouts=settings.review_rollouts, threads=settings.review_threads)
    reviews = ReviewQueue(store, matches, engine, record_pool, review, ownership)
    deletions = Deletions(
        store,
        guests,
        tables,
        matches,
        reviews.repository,
        live_connections,
        ownership,
        questions.take_table,
    )
    api = Api(
        context=context,
        tables=tables,
        matches=matches,
        reviews=reviews,
        engine=engine,
        metrics=metrics,
        connections=connections,
        history=GuestHistory(store, record_pool),
        deletions=deletions,
        questions=questions,
        revocations=Revocations(ownership, live_connections, guests),
        forwarding=forwarding,
        draining=draining,
        store_health=store.health,
        admin_token=read_admin_token(settings.data),
    )
    origins = Origins(settings.origins, settings.public_url)
    pages = Pages(public_url=settings.public_url, proxies=proxies)
    server: Server

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        async with _background_work(server):
            yield

    app = Starlette(
        # At any other path a client is told, by its socket, that there is no such table: a refused handshake looks to a page
        # like a server that is away, and it would try again for ever.
        routes=[
            WebSocketRoute(SOCKET_PATH, sockets.receive),
            WebSocketRoute("/ws/{code:path}", sockets.receive),
            *api.routes(),
            *pages.routes(),
        ],
        middleware=[
            Middleware(RequestCount, metrics=metrics),
            Middleware(
                Gate,
                proxies=proxies,
                origins=origins,
                requests=KeyedRate(settings.requests_per_second),
                files=KeyedRate(settings.requests_per_second * FILES_PER_REQUEST),
                on_rejection=metrics.count_limited,
            ),
            Middleware(BodyLimit, max_bytes=settings.body_bytes),
            Middleware(Compression),
        ],
        exception_handlers=EXCEPTION_HANDLERS,
        lifespan=lifespan,
    )
    # The node that a client has reached has enforced all limits.
    forwarding.serve(Starlette(routes=api.routes(), exception_handlers=EXCEPTION_HANDLERS))
    app.router.redirect_slashes = False  # a redirect would repeat the Host header, which a client can forge
    # Outermost, because the responses to unexpected exceptions are made outside of the middleware.
    secured = SecurityHeaders(with_cors(app, settings.origins), proxies=proxies)
    server = Server(
        settings,
        store,
        engine,
        bot_pool,
        record_pool,
        hint_worker,
        reviews,
        metrics,
        guests,
        tables,
        deletions,
        Sweep(settings, store, tables, guests, live_connections, Clock(), ownership, questions.guests_elsewhere),
        ownership,
        node_server,
        calls,
        connections,
        draining,
        secured,
    )
    return server


def _watch_store(metrics: Metrics, health: StoreHealth) -> None:
    metrics.watch("huefall_store_full", "1 while the disk is full.", lambda: float(health.is_full))
    metrics.watch("huefall_store_away", "1 while the database cannot be reached.", lambda: float(health.is_away))
    metrics.watch(
        "huefall_store_failed",
        "1 when nothing can be stored until the server is started again.",
        lambda: float(health.failed is not None),
    )
    metrics.watch("huefall_damaged_streams", "Stored data that cannot be read.", lambda: float(len(health.damaged)))


def _watch_nodes(metrics: Metrics, ownership: Ownership, node_server: NodeServer) -> None:
    metrics.watch("huefall_nodes", "Nodes of the service that live.", lambda: 1.0 + len(ownership.peers))
    metrics.watch("huefall_node_links", "Other nodes to which there is a link.", lambda: float(len(node_server)))


@asynccontextmanager
async def _background_work(server: Server) -> AsyncIterator[None]:
    """Start the server's background work, and at the end stop it in order: reviews and tables first, the store last."""
    if server.ownership.is_shared:
        server.node_server.bind()
        await server.ownership.start(
            server.node_server.port, lambda: server.tables.in_memory, lambda: len(server.connections)
        )
        await server.node_server.start()
    server.engine.start()
    server.reviews.start()
    tasks = [asyncio.create_task(_open_tables(server)), asyncio.create_task(server.sweep.run())]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await server.deletions.stop()
        await server.reviews.stop()
        await server.tables.stop()
        await server.node_server.stop()
        await server.calls.stop()
        await server.ownership.stop()
        await server.engine.stop()
        server.bot_pool.stop()
        server.record_pool.stop()
        server.hint_worker.stop()
        await server.store.close()
        log.info("stopped", event_id="stopped")


async def _open_tables(server: Server) -> None:
    try:
        await _repeat_while_away(server.tables.list_open)
        await server.engine.wait_ready()
        server.metrics.engine_ready.set(1)
        await server.record_pool.ask(load_prototypes)
        exempt_loaded_objects()
    except Exception:  # no code awaits this task: unlogged, the error would be lost
        log.exception("the tables of the store could not be opened: fix the cause and restart the server")
        return
    log.info("tables are open", event_id="tables_open", tables=len(server.tables))
    await _complete_history(server)


async def _complete_history(server: Server) -> None:
    """Write what guests played at tables of older versions; then delete what guests have asked to delete."""

    async def complete() -> None:
        if await server.ownership.claim_work(BACKFILL):
            await Backfill(server.store, server.tables, server.reviews.repository, server.record_pool).run()
            await server.ownership.release_work(BACKFILL)
        await server.deletions.start()

    try:
        await _repeat_while_away(complete)
    except Exception:  # as above
        log.exception("what guests have played could not be completed: fix the cause and restart the server")


async def _repeat_while_away(step: Callable[[], Awaitable[None]]) -> None:
    """Do something that needs the database, again and again if that is away or full."""
    while True:
        try:
            return await step()
        except StoreFailed:
            raise
        except StoreUnavailable as error:
            await asyncio.sleep(error.retry_after)
