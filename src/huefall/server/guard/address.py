"""The client of a request: its address, the host it asked for, and whether it came by https. Behind a reverse proxy all
three come from headers, which are trusted only from the proxies named in the settings.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

import structlog
from starlette.types import Scope

log = structlog.get_logger("huefall.guard")

Address = IPv4Address | IPv6Address

#: A client without an address: on a Unix socket, or in a test.
UNKNOWN = "unknown"

#: Limits count IPv6 addresses by network: one client usually has all 2^64 addresses of a /64.
IPV6_PREFIX_BITS = 64

#: Headers by which a reverse proxy tells what the browser asked it for.
FORWARDED = frozenset({b"x-forwarded-for", b"x-forwarded-proto", b"x-forwarded-host"})

_KEY = "huefall.client"
_HOST = re.compile(r"[A-Za-z0-9._-]{1,253}(:\d{1,5})?|\[[0-9A-Fa-f:.]{2,45}\](:\d{1,5})?")


@dataclass(frozen=True, slots=True)
class Client:
    """The client of a request, as far as it can be known."""

    address: str  # "203.0.113.7", "2001:db8:1:2::/64": the key of limits
    host: str  # "cards.example.org:8000"; empty if missing or malformed
    secure: bool  # came by https

    @property
    def url(self) -> str:
        """The server as the client addressed it: ``https://cards.example.org``."""
        return f"{'https' if self.secure else 'http'}://{self.host}"


def read_network(text: str) -> str:
    """Return an address or network in its canonical form; ValueError if it is neither.

    >>> read_network("10.1.2.3/8"), read_network("127.0.0.1")
    ('10.0.0.0/8', '127.0.0.1/32')
    """
    return str(ip_network(text, strict=False))


class Proxies:
    """The trusted reverse proxies."""

    def __init__(self, trusted: Iterable[str] = ()) -> None:
        self._networks = [ip_network(network, strict=False) for network in trusted]
        self._has_warned = False

    def client(self, scope: Scope) -> Client:
        """Return the client of a request. It is kept in the scope, so that headers are parsed once."""
        client = scope.get(_KEY)
        if not isinstance(client, Client):
            client = scope[_KEY] = self._find_client(scope)
        return client

    def _find_client(self, scope: Scope) -> Client:
        peer = _parse((scope.get("client") or ("", 0))[0])
        secure = scope.get("scheme") in {"https", "wss"}
        host = _header_values(scope, b"host")
        if peer is not None and self._trusts(peer):
            peer = self._right_most_untrusted(peer, _header_values(scope, b"x-forwarded-for"))
            # The first value is what the browser asked the outermost proxy for.
            protocol = _header_values(scope, b"x-forwarded-proto")[:1]
            secure = protocol[0].lower() in {"https", "wss"} if protocol else secure
            host = _header_values(scope, b"x-forwarded-host") or host
        elif not self._has_warned and any(name in FORWARDED for name, _ in scope.get("headers", ())):
            self._warn(peer)
        requested = host[0] if host else ""
        # Links are made of it, so only a well-formed host may pass.
        return Client(_limit_key(peer), requested.lower() if _HOST.fullmatch(requested) else "", secure)

    def _warn(self, peer: Address | None) -> None:
        """Tell the host once: behind a proxy that is not trusted, all visitors share the limits of one address."""
        self._has_warned = True
        # A proxy's own address is in a private network nearly always; that of a visitor must not be in a log.
        shown = str(peer) if peer is not None and peer.is_private else "not shown, because it may be a visitor's"
        log.warning(
            "X-Forwarded headers came from an address that is not trusted, and were ignored; if it is your reverse proxy, "
            "name it in trusted_proxies, or all visitors share the limits of one address",
            event_id="proxy_not_trusted",
            address=shown,
        )

    def _right_most_untrusted(self, peer: Address, chain: list[str]) -> Address:
        """Walk back through the chain of proxies: each appended its peer on the right. Everything left of the first
        untrusted address may be forged.
        """
        for text in reversed(chain):
            address = _parse(text)
            if address is None:
                break
            peer = address
            if not self._trusts(peer):
                break
        return peer

    def _trusts(self, address: Address) -> bool:
        return any(address in network for network in self._networks)


def _header_values(scope: Scope, name: bytes) -> list[str]:
    """List the values of a header that may be repeated or separated by commas."""
    values = (value.decode("latin-1") for key, value in scope.get("headers", ()) if key == name)
    return [part.strip() for value in values for part in value.split(",") if part.strip()]


def _parse(text: str) -> Address | None:
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        address = ip_address(text)
    except ValueError:
        return None
    if isinstance(address, IPv6Address):
        # A zone names an interface of this machine, not the client.
        return address.ipv4_mapped or IPv6Address(int(address))
    return address


def _limit_key(address: Address | None) -> str:
    if address is None:
        return UNKNOWN
    if isinstance(address, IPv6Address):
        return str(ip_network((address, IPV6_PREFIX_BITS), strict=False))
    return str(address)
