"""``python -m tools.cluster``: PostgreSQL, several nodes and a balancer on this machine, until Ctrl-C (`make cluster`).

Tested in tests/cluster/test_cluster.py.
"""

from __future__ import annotations

import argparse
import asyncio
import shutil
import signal
import sys
import tempfile
import webbrowser
from collections.abc import Sequence
from pathlib import Path

from tools.cluster.balancer import Balancer
from tools.cluster.local_postgres import LocalPostgres, PostgresMissingError
from tools.cluster.node_process import ClusterError, NodeProcess
from tools.cluster.programs import install_programs

DATABASE = "huefall"
MAX_NODES = 16

#: Each of them ends the cluster in order: Ctrl-C, a supervisor, a terminal that is closed.
STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a cluster until a signal stops it; return the exit code."""
    parsed = _parse(arguments)
    for number in STOP_SIGNALS:
        signal.signal(number, signal.default_int_handler)
    folder = parsed.data or Path(tempfile.mkdtemp(prefix="huefall-cluster-"))
    postgres: LocalPostgres | None = None
    try:
        install_programs()
        postgres = LocalPostgres((folder / "postgres").resolve())
        if not postgres.query(f"SELECT 1 FROM pg_database WHERE datname = '{DATABASE}'"):  # noqa: S608  # a constant
            postgres.create_database(DATABASE)
        asyncio.run(_run(parsed, folder, postgres))
    except KeyboardInterrupt:
        return 0
    except (ClusterError, PostgresMissingError) as error:
        print(f"make cluster: {error}", file=sys.stderr)
        return 1
    finally:
        for number in STOP_SIGNALS:  # a second Ctrl-C must not leave anything behind
            signal.signal(number, signal.SIG_IGN)
        if postgres is not None:
            postgres.stop()
        if parsed.data is None:
            shutil.rmtree(folder, ignore_errors=True)
    return 0


def _parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m tools.cluster",
        description="Run PostgreSQL, several nodes and a balancer on this machine, and open the page. Ctrl-C stops all.",
        allow_abbrev=False,
    )
    parser.add_argument("--nodes", type=_read_nodes, default=3, metavar="N", help="number of nodes (default: 3)")
    parser.add_argument("--port", type=int, default=8000, help="port of the balancer; 0 takes any free one")
    parser.add_argument(
        "--data", type=Path, metavar="DIR", help="keep all data in this directory (default: a temporary one)"
    )
    parser.add_argument("--no-browser", action="store_true", help="do not open the page")
    return parser.parse_args(arguments)


def _read_nodes(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= MAX_NODES:
        raise argparse.ArgumentTypeError(f"expected a number of nodes from 1 to {MAX_NODES}, got {text!r}")
    return int(text)


async def _run(parsed: argparse.Namespace, folder: Path, postgres: LocalPostgres) -> None:
    """Run nodes and balancer until a signal comes or no node is left."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in STOP_SIGNALS:
        loop.add_signal_handler(number, stop.set)
    stopping = asyncio.create_task(stop.wait())
    store = postgres.url(DATABASE)
    nodes = [NodeProcess(f"node {number}", folder / f"node-{number}", store) for number in range(1, parsed.nodes + 1)]
    serving = asyncio.create_task(_serve(nodes, parsed, postgres))
    try:
        await asyncio.wait([stopping, serving], return_when=asyncio.FIRST_COMPLETED)
        print("stopping: nodes first, then PostgreSQL", flush=True)
    finally:
        stopping.cancel()
        serving.cancel()
        (outcome,) = await asyncio.gather(serving, return_exceptions=True)
        await asyncio.gather(*(node.stop() for node in nodes))
    if isinstance(outcome, Exception):
        raise outcome


async def _serve(nodes: Sequence[NodeProcess], parsed: argparse.Namespace, postgres: LocalPostgres) -> None:
    for node in nodes:
        await node.start()
    for node in nodes:
        await node.wait_listening()
    balancer = Balancer([node.port for node in nodes])
    try:
        await balancer.start(parsed.port)
    except OSError as error:
        reason = error.strerror or error
        raise ClusterError(f"cannot listen on port {parsed.port} ({reason}): choose another with --port") from None
    try:
        print(_summarise(balancer, nodes, postgres), flush=True)
        if not parsed.no_browser:
            await asyncio.to_thread(webbrowser.open, balancer.url)
        await asyncio.gather(*(node.ended.wait() for node in nodes))
        raise ClusterError("no node is left")
    finally:
        await balancer.stop()


def _summarise(balancer: Balancer, nodes: Sequence[NodeProcess], postgres: LocalPostgres) -> str:
    lines = [f"Huefall, one service of {len(nodes)} nodes: {balancer.url}"]
    lines += [f"  {node.name}: {node.url}, pid {node.pid}" for node in nodes]
    lines.append(f"  database: {postgres.url(DATABASE)}, pid {postgres.pid}")
    lines.append("Kill a node (kill -9 PID), and play goes on. Ctrl-C stops everything.")
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
