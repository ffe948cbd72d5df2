"""``huefall admin``: commands for the administrator of a running server, on its machine. Tested in
tests/server/test_restart.py.
"""

from __future__ import annotations

import argparse
import json
import os
from typing import TYPE_CHECKING, Any

from huefall.cli.arguments import check_server_parts

if TYPE_CHECKING:
    from huefall.cli.arguments import Commands


def add(commands: Commands) -> None:
    parser = commands.add_parser(
        "admin",
        help="list and close the tables of a running server, and its nodes",
        description="List and close the tables of the server that runs on this machine, or of the service it is a node of.",
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
    parser.set_defaults(run=run)


def run(parsed: argparse.Namespace) -> int:
    check_server_parts()
    from huefall.server.ops.admin import AdminClient, find_server
    from huefall.server.settings import read_settings

    settings = read_settings({"data": parsed.data} if parsed.data else {}, os.environ)
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
