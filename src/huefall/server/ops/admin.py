"""The keeper's way in: a secret in the data directory that whoever can read it may use, and the address of the server."""

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
    """The running server cannot be reached or does not know its keeper."""


def read_admin_token(data: Path) -> str:
    """Return the keeper's secret, made when there is none yet; only the owner of the directory can read it."""
    path = data / TOKEN_FILE
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        text = path.read_text(encoding="ascii").strip()
        if len(text) >= 32:
            return text
        path.unlink()  # half a file: its writer was stopped
        return read_admin_token(data)
    token = secrets.token_urlsafe(32)
    with open(handle, "w", encoding="ascii") as file:
        file.write(token)
    return token


def note_address(data: Path, url: str) -> None:
    """Write down where the server listens, for ``huefall admin``."""
    (data / ADDRESS_FILE).write_text(url + "\n", encoding="ascii")


def find_server(data: Path) -> tuple[str, str]:
    """Return the address of the server that uses this directory, and its keeper's secret."""
    try:
        return (data / ADDRESS_FILE).read_text(encoding="ascii").strip(), read_admin_token(data)
    except OSError as error:
        raise AdminError(f"no server has been running with the data in {data} ({error.strerror})") from error


class AdminClient:
    """Asks a running server what only its keeper may."""

    def __init__(self, url: str, token: str) -> None:
        self._url = url
        self._token = token

    def tables(self) -> list[dict[str, Any]]:
        """List all tables."""
        found: list[dict[str, Any]] = json.loads(self._ask("GET", "/api/admin/tables"))["tables"]
        return found

    def close(self, code: str) -> None:
        """Close a table for good."""
        self._ask("DELETE", f"/api/admin/tables/{quote(code, safe='')}")

    def _ask(self, method: str, path: str) -> bytes:
        # The address is that of our own server, written by itself.
        request = Request(self._url + path, method=method, headers={"Authorization": f"Bearer {self._token}"})  # noqa: S310
        try:
            with urlopen(request, timeout=10) as answer:  # noqa: S310
                body: bytes = answer.read()
                return body
        except HTTPError as error:
            raise AdminError(_text_of(error)) from None
        except OSError as error:
            raise AdminError(f"no server answers at {self._url}: is it running? ({error})") from None


def _text_of(error: HTTPError) -> str:
    try:
        return str(json.loads(error.read())["error"]["text"])
    except (ValueError, KeyError, TypeError):
        return f"the server answered {error.code}"
