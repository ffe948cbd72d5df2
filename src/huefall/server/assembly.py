"""The one place that puts the parts of a server together; nobody else makes them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial

import structlog
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.routing import WebSocketRoute
from starlette.types import ASGIApp

from huefall.protocol.routes import SOCKET_PATH
from huefall.protocol.tables import Setup
from huefall.server.guard.address import Proxies
from huefall.server.guard.body import BodyLimit
from huefall.server.guard.connections import Connections
from huefall.server.guard.gate import Gate
from huefall.server.guard.headers import SecurityHeaders, with_cors
from huefall.server.guard.origins import Origins
from huefall.server.guard.rates import KeyedRate
from huefall.server.guests.registry import GuestRegistry
from huefall.server.http.api import Api
from huefall.server.http.context import RequestContext
from huefall.server.http.errors import ApiError, answer_api_error, answer_broken, answer_http_exception, answer_refusal
from huefall.server.http.pages import Pages
from huefall.server.http.table_socket import Sockets
from huefall.server.matches.archive import MatchArchive
from huefall.server.ops.admin import read_admin_token
from huefall.server.ops.engine import Engine
from huefall.server.ops.metrics import Metrics, RequestCount
from huefall.server.ops.workers import Workers
from huefall.server.refusal import Refusal
from huefall.server.reviews.queue import ReviewQueue
from huefall.server.reviews.worker import review_in_process
from huefall.server.settings import Settings
from huefall.server.store import Store
from huefall.server.tables.hint_worker import HintWorker
from huefall.server.tables.registry import TableRegistry
from huefall.server.tables.services import Services
from huefall.server.tables.setup import fill_setup
from huefall.server.transport.compression import Compression

log = structlog.get_logger("huefall.server")

#: How often idle tables and guests are looked for.
SWEEP_SECONDS = 600.0
#: How many files of the page are as cheap as one request: a table shows some sixty cards, to all who share an address.
FILES_PER_REQUEST = 20


@dataclass(frozen=True, slots=True)
class Server:
    """The parts of a running server."""

    settings: Settings
    store: Store
    engine: Engine
    thinkers: Workers
    archivists: Workers
    adviser: HintWorker
    reviews: ReviewQueue
    metrics: Metrics
    guests: GuestRegistry
    hall: TableRegistry
    app: ASGIApp


def build(settings: Settings, store: Store) -> Server:
    """Put a server together over an open store. It starts to work with the lifespan of its app."""
    metrics = Metrics()
    engine = Engine()
    thinkers = Workers(settings.thinkers)
    archivists = Workers(1)  # who reads old records must not keep bots waiting
    adviser = HintWorker(settings.hint_ms)
    proxies = Proxies(settings.trusted_proxies)
    counts = Connections(settings.max_connections, settings.connections_per_address, settings.connections_per_guest)

    def fill(setup: Setup) -> Setup:
        return fill_setup(setup, settings.move_seconds, settings.bot_pause_ms, settings.least_bot_pause_ms)

    guests = GuestRegistry(store)
    hall = TableRegistry(Services(store, engine, thinkers, metrics, fill, adviser), settings)
    sockets = Sockets(hall, guests, engine, archivists, counts, proxies, metrics, settings.messages_per_second)
    reception = RequestContext(
        hall=hall,
        guests=guests,
        archivists=archivists,
        metrics=metrics,
        proxies=proxies,
        fill=fill,
        new_guests=KeyedRate.hourly(settings.guests_per_address),
        new_tables=KeyedRate.hourly(settings.tables_per_address),
        new_reviews=KeyedRate.hourly(settings.reviews_per_address),
        public_url=settings.public_url,
    )
    matches = MatchArchive(store, archivists)
    review = partial(review_in_process, rollouts=settings.review_rollouts, threads=settings.review_threads)
    reviews = ReviewQueue(store, matches, engine, archivists, review)
    api = Api(
        reception=reception,
        hall=hall,
        matches=matches,
        reviews=reviews,
        engine=engine,
        metrics=metrics,
        counts=counts,
        admin_token=read_admin_token(settings.data),
    )
    origins = Origins(settings.origins, settings.public_url)
    pages = Pages(public_url=settings.public_url, proxies=proxies)
    server: Server

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        async with _running(server):
            yield

    app = Starlette(
        routes=[WebSocketRoute(SOCKET_PATH, sockets.receive), *api.routes(), *pages.routes()],
        middleware=[
            Middleware(RequestCount, metrics=metrics),
            Middleware(
                Gate,
                proxies=proxies,
                origins=origins,
                requests=KeyedRate(settings.requests_per_second),
                files=KeyedRate(settings.requests_per_second * FILES_PER_REQUEST),
                on_refusal=metrics.count_limited,
            ),
            Middleware(BodyLimit, most=settings.body_bytes),
            Middleware(Compression),
        ],
        exception_handlers={
            ApiError: answer_api_error,
            Refusal: answer_refusal,
            HTTPException: answer_http_exception,
            Exception: answer_broken,
        },
        lifespan=lifespan,
    )
    app.router.redirect_slashes = False  # a redirect would repeat whatever host the client made up
    # Outside of everything, because the answer to a request that failed is made outside of the middleware, too.
    outside = SecurityHeaders(with_cors(app, settings.origins), proxies=proxies)
    server = Server(settings, store, engine, thinkers, archivists, adviser, reviews, metrics, guests, hall, outside)
    return server


@asynccontextmanager
async def _running(server: Server) -> AsyncIterator[None]:
    """Start what works by itself, and stop it in order: tables first, the store last."""
    server.engine.start()
    server.reviews.start()
    tasks = [asyncio.create_task(_wake_tables(server)), asyncio.create_task(_sweep(server))]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await server.reviews.stop()
        await server.hall.stop()
        await server.engine.stop()
        server.thinkers.stop()
        server.archivists.stop()
        server.adviser.stop()
        await server.store.close()
        log.info("stopped")


async def _wake_tables(server: Server) -> None:
    try:
        await server.engine.wait_ready()
        server.metrics.engine_ready.set(1)
        await server.hall.load_all()
    except Exception:  # nobody waits for this task: what is not written down here is never known
        log.exception("the tables of the store could not be opened: start the server again once the cause is mended")
        return
    log.info("tables are open", event_id="tables_open", tables=len(server.hall))


async def _sweep(server: Server) -> None:
    while True:
        await asyncio.sleep(SWEEP_SECONDS)
        try:
            await server.hall.close_idle()
            if server.settings.idle_guest_days:
                await server.guests.forget_idle(server.settings.idle_guest_days)
        except Exception:  # no reason to stop: the next sweep may do better
            log.exception("idle tables and guests could not be looked for")
