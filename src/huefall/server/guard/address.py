"""Who is asking: the client's address, the host it asked for and whether it came by https. Behind a reverse proxy all
three stand in headers, and those are believed only from proxies that are named in the settings.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

from starlette.types import Scope

Address = IPv4Address | IPv6Address

#: Who cannot be told from others: a socket of the file system, a test.
UNKNOWN = "unknown"

#: Whoever holds one address of IPv6 usually holds the 2^64 beside it.
COUNTED_BITS = 64

_KEY = "huefall.client"
_HOST = re.compile(r"[A-Za-z0-9._-]{1,253}(:\d{1,5})?|\[[0-9A-Fa-f:.]{2,45}\](:\d{1,5})?")


@dataclass(frozen=True, slots=True)
class Client:
    """The one who asks, as far as can be known."""

    address: str  # "203.0.113.7", "2001:db8:1:2::/64": what limits are counted by
    host: str  # "cards.example.org:8000"; empty if the request had none that makes sense
    secure: bool  # came by https

    @property
    def url(self) -> str:
        """Where the client found the server: ``https://cards.example.org``."""
        return f"{'https' if self.secure else 'http'}://{self.host}"


def read_network(text: str) -> str:
    """Check an address or a network, and spell it one way; ValueError if it is none.

    >>> read_network("10.1.2.3/8"), read_network("127.0.0.1")
    ('10.0.0.0/8', '127.0.0.1/32')
    """
    return str(ip_network(text, strict=False))


class Proxies:
    """The reverse proxies that are believed."""

    def __init__(self, trusted: Iterable[str] = ()) -> None:
        self._networks = [ip_network(network, strict=False) for network in trusted]

    def client(self, scope: Scope) -> Client:
        """Tell who is asking. The answer is kept in the scope, so that it costs its parsing once."""
        found = scope.get(_KEY)
        if not isinstance(found, Client):
            found = scope[_KEY] = self._find(scope)
        return found

    def _find(self, scope: Scope) -> Client:
        peer = _parse((scope.get("client") or ("", 0))[0])
        secure = scope.get("scheme") in {"https", "wss"}
        host = _values(scope, b"host")
        if peer is not None and self._trusts(peer):
            peer = self._right_most_untrusted(peer, _values(scope, b"x-forwarded-for"))
            # The first is what the browser asked the outermost proxy.
            protocol = _values(scope, b"x-forwarded-proto")[:1]
            secure = protocol[0].lower() in {"https", "wss"} if protocol else secure
            host = _values(scope, b"x-forwarded-host") or host
        asked = host[0] if host else ""
        # Links are made of it, so nothing but a host may come through.
        return Client(_counted_as(peer), asked.lower() if _HOST.fullmatch(asked) else "", secure)

    def _right_most_untrusted(self, peer: Address, chain: list[str]) -> Address:
        """Go back through the proxies; each added on the right whom it heard. What stands left of the first one that is
        not ours, anybody may have made up.
        """
        for text in reversed(chain):
            heard = _parse(text)
            if heard is None:
                break
            peer = heard
            if not self._trusts(peer):
                break
        return peer

    def _trusts(self, address: Address) -> bool:
        return any(address in network for network in self._networks)


def _values(scope: Scope, name: bytes) -> list[str]:
    """List the values of a header that may be given several times or with commas."""
    found = (value.decode("latin-1") for key, value in scope.get("headers", ()) if key == name)
    return [part.strip() for value in found for part in value.split(",") if part.strip()]


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
        # A zone says which of this machine's networks it came by, not who it is.
        return address.ipv4_mapped or IPv6Address(int(address))
    return address


def _counted_as(address: Address | None) -> str:
    if address is None:
        return UNKNOWN
    if isinstance(address, IPv6Address):
        return str(ip_network((address, COUNTED_BITS), strict=False))
    return str(address)
