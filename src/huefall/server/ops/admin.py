"""Admin access: a token in the data directory, which only its owner can read, and the address of the running server.

Tested in tests/server/test_restart.py.
"""

from __future__ import annotations

import json
import os
import secrets
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.parse import quote
from urllib.request import Request, urlopen

from huefall.vocabulary.errors import HuefallError

TOKEN_FILE = "admin.token"  # noqa: S105  # a file's name
ADDRESS_FILE = "server.url"


class AdminError(HuefallError):
    """The running server cannot be reached or rejects the admin token."""


def read_admin_token(data: Path) -> str:
    """Return the admin token; on first use create it, readable only by the owner of the directory."""
    path = data / TOKEN_FILE
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        text = path.read_text(encoding="ascii").strip()
        if len(text) >= 32:
            return text
        path.unlink()  # incomplete: its writer was killed
        return read_admin_token(data)
    token = secrets.token_urlsafe(32)
    with open(handle, "w", encoding="ascii") as file:
        file.write(token)
    return token


def note_address(data: Path, url: str) -> None:
    """Write the server's address to a file, for ``huefall admin``."""
    (data / ADDRESS_FILE).write_text(url + "\n", encoding="ascii")


def find_server(data: Path) -> tuple[str, str]:
    """Return the address and the admin token of the server that uses this directory."""
    try:
        return (data / ADDRESS_FILE).read_text(encoding="ascii").strip(), read_admin_token(data)
    except OSError as error:
        raise AdminError(f"no server has been running with the data in {data} ({error.strerror})") from error


class AdminClient:
    """Client of the admin routes of a running server."""

    def __init__(self, url: str, token: str) -> None:
        self._url = url
        self._token = token

    def tables(self) -> list[dict[str, Any]]:
        tables: list[dict[str, Any]] = json.loads(self._request("GET", "/api/admin/tables"))["tables"]
        return tables

    def nodes(self) -> list[dict[str, Any]]:
        nodes: list[dict[str, Any]] = json.loads(self._request("GET", "/api/admin/nodes"))["nodes"]
        return nodes

    def drain(self, node: int) -> None:
        """Let a node hand over its tables."""
        self._request("POST", f"/api/admin/nodes/{node}/drain")

    def close(self, code: str) -> None:
        """Close a table permanently."""
        self._request("DELETE", f"/api/admin/tables/{quote(code, safe='')}")

    def _request(self, method: str, path: str) -> bytes:
        # The server itself has written this address.
        request = Request(self._url + path, method=method, headers={"Authorization": f"Bearer {self._token}"})  # noqa: S310
        try:
            with urlopen(request, timeout=10) as response:  # noqa: S310
                body: bytes = response.read()
                return body
        except HTTPError as error:
            raise AdminError(_error_text(error)) from None
        except OSError as error:
            raise AdminError(f"no server answers at {self._url}: is it running? ({error})") from None


def _error_text(error: HTTPError) -> str:
    try:
        return str(json.loads(error.read())["error"]["text"])
    except (ValueError, KeyError, TypeError):
        return f"the server answered {error.code}"
