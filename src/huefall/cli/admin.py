"""``huefall admin``: commands for the administrator of a server, on its machine. Tested in
tests/server/test_restart.py and tests/cli/test_copy.py.
"""

from __future__ import annotations

import argparse
import json
import os
from typing import TYPE_CHECKING, Any

from huefall.cli.arguments import check_server_parts

if TYPE_CHECKING:
    from huefall.cli.arguments import Commands
    from huefall.server.settings import Settings

#: Damaged streams that are listed; the others are counted.
MAX_LISTED = 50


def add(commands: Commands) -> None:
    parser = commands.add_parser(
        "admin",
        help="list and close the tables of a running server, list its nodes, copy its data",
        description="List and close the tables of the server that runs on this machine, or of the service it is a node of; "
        "copy its data to another store.",
    )
    parser.add_argument("--data", metavar="DIR", help="the server's data directory (default: as for serve)")
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    listing = actions.add_parser("tables", help="list all tables", description="List all tables.")
    listing.add_argument("--json", action="store_true", help="as JSON, for programs")
    closing = actions.add_parser("close", help="close tables for good", description="Close tables for good.")
    closing.add_argument("codes", nargs="+", metavar="CODE", help="the table's code, as in its link")
    nodes = actions.add_parser(
        "nodes", help="list the nodes of the service", description="List the nodes of the service."
    )
    nodes.add_argument("--json", action="store_true", help="as JSON, for programs")
    draining = actions.add_parser(
        "drain",
        help="let a node hand over its tables to the others",
        description="Let a node hand over its tables to the others, and take no more until it is started again.",
    )
    draining.add_argument("node", type=int, metavar="NODE", help="the node's number, as in the list of nodes")
    copying = actions.add_parser(
        "copy",
        help="copy all data to another store",
        description="Copy all data from a file to PostgreSQL or back, and verify that both are identical. "
        "The source may be in use, and is copied as it is at one moment; the target must be empty and not in use.",
    )
    copying.add_argument(
        "--to", required=True, metavar="STORE", help="postgresql://… or a file that does not exist yet"
    )
    copying.add_argument(
        "--from", dest="source", metavar="STORE", help="postgresql://… or a file (default: the data of the server)"
    )
    parser.set_defaults(run=run)


def run(parsed: argparse.Namespace) -> int:
    check_server_parts()
    from huefall.server.ops.admin import AdminClient, find_server
    from huefall.server.settings import read_settings

    settings = read_settings({"data": parsed.data} if parsed.data else {}, os.environ)
    if parsed.action == "copy":
        return _copy(parsed, settings)
    client = AdminClient(*find_server(settings.data))
    if parsed.action == "close":
        for code in parsed.codes:
            client.close(code)
            print(f"{code} is closed")
        return 0
    if parsed.action == "drain":
        client.drain(parsed.node)
        print(f"node {parsed.node} hands over its tables: huefall admin nodes shows how many are left")
        return 0
    if parsed.action == "nodes":
        nodes = client.nodes()
        print(json.dumps(nodes, indent=2, ensure_ascii=False) if parsed.json else _write_nodes(nodes))
        return 0
    tables = client.tables()
    print(json.dumps(tables, indent=2, ensure_ascii=False) if parsed.json else _write(tables))
    return 0


def _write_nodes(nodes: list[dict[str, Any]]) -> str:
    head = f"{'node':>6}  {'version':8}  {'tables':>6}  {'sockets':>7}  {'seen':>6}  name"
    return "\n".join([head, *map(_write_node, nodes)])


def _write_node(node: dict[str, Any]) -> str:
    notes = [*(["draining"] if node["draining"] else []), *(["this one"] if node["this"] else [])]
    note = f" ({', '.join(notes)})" if notes else ""
    return (
        f"{node['id']:>6}  {node['version']:8}  {node['tables']:>6}  {node['connections']:>7}  {node['seen']:>4.1f} s  "
        f"{node['name']}{note}"
    )


def _copy(parsed: argparse.Namespace, settings: Settings) -> int:
    import asyncio

    from huefall.server.store.database import DATABASE_NAME
    from huefall.server.store.transfer import copy_store, name_place

    source = parsed.source or settings.store or str(settings.data / DATABASE_NAME)
    copied = asyncio.run(copy_store(source, parsed.to))
    for problem in copied.problems[:MAX_LISTED]:
        print(problem)
    if copied.problems:
        print(f"{name_place(source)} is damaged in {len(copied.problems)} streams, and was copied as it is")
    print(
        f"{name_place(source)} is copied to {name_place(parsed.to)}: "
        f"{copied.entries} entries in {copied.streams} streams, identical in both"
    )
    return int(bool(copied.problems))


def _write(tables: list[dict[str, Any]]) -> str:
    if not tables:
        return "no tables"
    head = f"{'code':8}  {'status':10}  {'edition':10}  {'bots':>4}  {'sockets':>7}  {'number':>6}  {'idle':>7}  people"
    return "\n".join([head, *map(_write_table, tables)])


def _write_table(table: dict[str, Any]) -> str:
    return (
        f"{table['code']:8}  {table['status']:10}  {table['edition'][:10]:10}  {table['bots']:>4}  "
        f"{table['connections']:>7}  {table['revision']:>6}  {table['idle']:>5} s  {', '.join(table['persons'])}"
    )
