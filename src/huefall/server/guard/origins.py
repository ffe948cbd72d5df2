"""Which sites' pages may use the server. A browser names in ``Origin`` the site of the page that opens a socket or sends a
form; the page of another site must not act for a guest. Programs send no ``Origin`` and are admitted.
"""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import urlsplit

import structlog
from starlette.types import Scope

from huefall.server.guard.address import Client
from huefall.server.guard.rejection import Rejection

log = structlog.get_logger("huefall.guard")

ANY = "*"

#: The log names this many sites whose pages were refused, each once: a stranger must not be able to fill it.
MAX_LOGGED = 10

_PORTS = {"http": 80, "https": 443}


def read_origin(text: str) -> str:
    """Return an origin as browsers write it; ValueError if it is malformed.

    >>> read_origin("HTTPS://Example.org:443"), read_origin("*")
    ('https://example.org', '*')
    """
    if text == ANY:
        return text
    parts = urlsplit(text)
    if parts.path.strip("/") or parts.query or parts.fragment:
        raise ValueError(f"the address of a site ends with its host: {text!r}")
    return _canonical(text)


def read_url(text: str) -> str:
    """Return the URL of a site, without a slash at its end; ValueError if it is malformed, or has a path.

    The page asks for ``/static`` and ``/api`` at the root of its host, so the server cannot live below a path.
    """
    if text == ANY:
        raise ValueError("the address of a site names one host")
    return read_origin(text) if text else ""


def _canonical(text: str) -> str:
    parts = urlsplit(text)
    if parts.scheme not in _PORTS or not parts.hostname or "@" in parts.netloc or not text.isascii() or " " in text:
        raise ValueError(f"not the address of a site: {text!r}")
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    port = "" if parts.port in {None, _PORTS[parts.scheme]} else f":{parts.port}"
    return f"{parts.scheme}://{host}{port}"


class Origins:
    """The origins that may use the server: its own and the configured ones."""

    def __init__(self, configured: Iterable[str] = (), public_url: str = "") -> None:
        self._allowed = {read_origin(origin) for origin in configured}
        if public_url:
            self._allowed.add(_canonical(public_url))
        self._logged: set[str] = set()

    def reject(self, scope: Scope, client: Client) -> Rejection | None:
        """Return why a request may not come from its page, or None if it may."""
        origins = [value.decode("latin-1") for key, value in scope["headers"] if key == b"origin"]
        if not origins or ANY in self._allowed or all(self._allows(origin, client) for origin in origins):
            return None
        self._log(origins[0][:200], client)
        return Rejection(
            403,
            "forbidden",
            f"expected a page of this server, got one of {origins[0][:200]!r}; "
            "the server's admin can allow it with the setting origins, or name the server's address in public_url",
        )

    def _log(self, origin: str, client: Client) -> None:
        """Tell the host, who sees only a page that can do nothing."""
        if origin not in self._logged and len(self._logged) < MAX_LOGGED:
            self._logged.add(origin)
            log.warning(
                "a page of another address was refused; if it is this server's own page behind a proxy, set public_url to "
                "its address, and let the proxy pass the Host header on; if another site may use this server, name it "
                "in origins",
                event_id="origin_refused",
                origin=origin,
                host=client.host,
            )

    def _allows(self, origin: str, client: Client) -> bool:
        try:
            origin = read_origin(origin)
            # A proxy that is not configured hides whether the browser came by https: only the host counts, with the
            # default port of the origin's scheme.
            own = _canonical(f"{origin.partition(':')[0]}://{client.host}") if client.host else ""
        except ValueError:
            return False
        if origin in self._allowed:
            return True
        # Over https a page of the same host by http is another site: an attacker on the network could serve it.
        return origin == own and not (client.secure and origin.startswith("http:"))
