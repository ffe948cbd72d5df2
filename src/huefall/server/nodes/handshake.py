"""How two nodes prove to each other that they know the secret of the service, before anything else is read.

The dialler sends hello, the accepter a challenge, the dialler its proof, the accepter its own. A proof is an HMAC over the
role and everything both have said: fresh nonces, both node ids and both versions. So bytes that were recorded, or sent back
to where they came from, prove nothing. What follows is neither encrypted nor signed: the network between the nodes must be
private. Tested in tests/server/nodes/test_link.py.
"""

from __future__ import annotations

import asyncio
import hmac
import secrets
from collections.abc import Callable
from struct import Struct
from typing import Final, cast

from huefall.server.nodes.frames import LENGTH, FrameBuffer, FrameError

#: The newest version of the link that this program speaks; two nodes use the lower one of theirs.
LINK_VERSION = 1

HANDSHAKE_SECONDS = 3.0
MAX_HANDSHAKE_BYTES = 256

MAGIC = b"huefall-node"
NONCE_BYTES = 32
PROOF_BYTES = 32

DIALLER, ACCEPTER = b"dialler", b"accepter"

#: Magic, version, the sender's node id, the receiver's, nonce. What a newer version adds behind it is only signed.
_GREETING: Final = Struct(f">{len(MAGIC)}sHQQ{NONCE_BYTES}s")


class Greeting:
    """What a node says about itself, as it was sent."""

    __slots__ = ("data", "receiver", "sender", "version")

    def __init__(self, data: bytes) -> None:
        if len(data) < _GREETING.size:
            raise FrameError("this is not the greeting of a node")
        magic, self.version, self.sender, self.receiver, _ = _GREETING.unpack_from(data)
        if magic != MAGIC or not self.version:
            raise FrameError("this is not the greeting of a node")
        self.data = data

    @classmethod
    def of(cls, sender: int, receiver: int) -> Greeting:
        return cls(_GREETING.pack(MAGIC, LINK_VERSION, sender, receiver, secrets.token_bytes(NONCE_BYTES)))


def prove(secret: bytes, role: bytes, hello: Greeting, challenge: Greeting) -> bytes:
    """Return what only a node that knows the secret can say in this role of this handshake."""
    if not secret:
        raise FrameError("this node has no secret to prove itself with")
    said = b"".join(LENGTH.pack(len(part)) + part for part in (role, hello.data, challenge.data))
    return hmac.digest(secret, said, "sha256")


class Handshake(asyncio.Protocol):
    """One side of a handshake. At its end either ``proven`` or ``failed`` is called, once."""

    def __init__(
        self,
        secret: bytes,
        own_id: int,
        *,
        dials: int | None,
        proven: Callable[[Handshake, bytes], None],
        failed: Callable[[Handshake, str], None],
    ) -> None:
        self.peer_id = dials or 0  # known from the first greeting of a node that dials us
        self.is_dialler = dials is not None
        self.version = LINK_VERSION
        self.transport: asyncio.Transport
        self._secret = secret
        self._own_id = own_id
        self._proven, self._failed = proven, failed
        self._frames = FrameBuffer(MAX_HANDSHAKE_BYTES)
        self._hello: Greeting | None = None
        self._challenge: Greeting | None = None
        self._is_over = False
        self._timer: asyncio.TimerHandle | None = None

    @property
    def address(self) -> str:
        """Where the other side is, for the log."""
        name = self.transport.get_extra_info("peername")
        return str(name[0]) if name else "unknown"

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast("asyncio.Transport", transport)
        self._timer = asyncio.get_running_loop().call_later(HANDSHAKE_SECONDS, self.fail, "it took too long")
        if self.is_dialler:
            self._hello = Greeting.of(self._own_id, self.peer_id)
            self._send(self._hello.data)

    def data_received(self, data: bytes) -> None:
        if self._is_over:
            return
        data, start = self._frames.add(data), 0
        try:
            while not self._is_over and len(data) - start >= LENGTH.size:
                begin = start + LENGTH.size
                end = begin + self._frames.check(LENGTH.unpack_from(data, start)[0])
                if end > len(data):
                    break
                start = end
                if self._receive(data[begin:end]):
                    self._finish()
                    self._proven(self, data[start:])
                    return
            if start < len(data):
                self._frames.keep(data, start)
        except FrameError as error:
            self.fail(str(error))

    def connection_lost(self, _error: Exception | None) -> None:
        self.fail("the connection ended")

    def fail(self, why: str) -> None:
        """End the handshake without a link, unless it has ended."""
        if not self._is_over:
            self._finish()
            self.transport.abort()
            self._failed(self, why)

    def _finish(self) -> None:
        self._is_over = True
        if self._timer is not None:
            self._timer.cancel()

    def _send(self, data: bytes) -> None:
        self.transport.write(LENGTH.pack(len(data)) + data)

    def _receive(self, data: bytes) -> bool:
        """Take the next frame; return whether the other node is proven."""
        if self._hello is None:  # we accept
            self._hello = hello = Greeting(data)
            self.peer_id = hello.sender
            if hello.receiver != self._own_id or hello.sender == self._own_id:
                raise FrameError(
                    f"node {hello.sender} looks for node {hello.receiver}, and this is node {self._own_id}"
                )
            self._challenge = Greeting.of(self._own_id, hello.sender)
            self._send(self._challenge.data)
            return False
        if self._challenge is None:  # we dial
            self._challenge = challenge = Greeting(data)
            if (challenge.sender, challenge.receiver) != (self.peer_id, self._own_id):
                raise FrameError(f"node {challenge.sender} answers instead of node {self.peer_id}")
            self._send(prove(self._secret, DIALLER, self._hello, challenge))
            return False
        expected = prove(self._secret, ACCEPTER if self.is_dialler else DIALLER, self._hello, self._challenge)
        if not hmac.compare_digest(expected, data):
            raise FrameError("it does not know the secret of this service")
        if not self.is_dialler:
            self._send(prove(self._secret, ACCEPTER, self._hello, self._challenge))
        self.version = min(self._hello.version, self._challenge.version)
        return True
