"""From which pages the server may be used. A browser says in ``Origin`` where the page comes from that opens a socket
or sends a form; a foreign page must not act for a guest. A program sends no ``Origin`` and is let in.
"""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.types import Scope

from huefall.server.guard.address import Client
from huefall.server.guard.rejection import Rejection

ANY = "*"

_PORTS = {"http": 80, "https": 443}


def read_origin(text: str) -> str:
    """Check an origin and spell it as browsers do; ValueError if it is none.

    >>> read_origin("HTTPS://Example.org:443"), read_origin("*")
    ('https://example.org', '*')
    """
    if text == ANY:
        return text
    parts = urlsplit(text)
    if parts.path.strip("/") or parts.query or parts.fragment:
        raise ValueError(f"an origin ends with its host: {text!r}")
    return _spell(text)


def read_url(text: str) -> str:
    """Check the address of a site, perhaps in a folder of its host, and spell it without a slash at its end."""
    if not text:
        return ""
    parts = urlsplit(text)
    if parts.query or parts.fragment:
        raise ValueError(f"the address of a site has no query: {text!r}")
    return _spell(text) + parts.path.rstrip("/")


def _spell(text: str) -> str:
    parts = urlsplit(text)
    if parts.scheme not in _PORTS or not parts.hostname or "@" in parts.netloc or not text.isascii() or " " in text:
        raise ValueError(f"no address of a site: {text!r}")
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    port = "" if parts.port in {None, _PORTS[parts.scheme]} else f":{parts.port}"
    return f"{parts.scheme}://{host}{port}"


class Origins:
    """The pages that may use the server: its own, and those of the configured origins."""

    def __init__(self, configured: Iterable[str] = (), public_url: str = "") -> None:
        self._allowed = {read_origin(origin) for origin in configured}
        if public_url:
            self._allowed.add(_spell(public_url))

    def refuse(self, scope: Scope, client: Client) -> Rejection | None:
        """Say why a request may not come from its page, or None if it may."""
        named = [value.decode("latin-1") for key, value in scope["headers"] if key == b"origin"]
        if not named or ANY in self._allowed or all(self._allows(origin, client) for origin in named):
            return None
        return Rejection(
            403,
            "forbidden",
            f"expected a page of this server, got one of {named[0][:200]!r}; "
            "the server's keeper can allow it with the setting origins, or name the server's address in public_url",
        )

    def _allows(self, origin: str, client: Client) -> bool:
        try:
            origin = read_origin(origin)
            # A proxy that is not configured hides whether the browser came by https: the host decides, with the
            # port that the origin's scheme implies.
            own = _spell(f"{origin.partition(':')[0]}://{client.host}") if client.host else ""
        except ValueError:
            return False
        if origin in self._allowed:
            return True
        # What came by https may have a rival on the same host: whoever can meddle with the network can serve http.
        return origin == own and not (client.secure and origin.startswith("http:"))
