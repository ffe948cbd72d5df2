"""The hash of an entry covers the entry and the hash before it: a changed, missing or moved entry breaks the chain.

The chain of a stream begins with the stream's name, so entries that end up in another stream are found, too. It is a
checksum against disks and mistakes, not a signature: who can write the file can write new hashes. Tested in
tests/server/store/test_damage.py.
"""

from __future__ import annotations

from hashlib import blake2b

HASH_BYTES = 16

#: What entries mean; stored with each. Up to 0.7.0: 1. Raise it when an older program could not read new entries rightly:
#: it then refuses those streams with a sentence instead of playing on with what it knows.
ENTRY_VERSION = 2


def begin_chain(stream: str) -> bytes:
    """Return what the first entry of a stream follows."""
    return blake2b(stream.encode(), digest_size=HASH_BYTES).digest()


def hash_snapshot(stream: str, number: int, program: str, data: bytes) -> bytes:
    """Return the hash of a snapshot."""
    return blake2b(f"{stream} {number} {program} ".encode() + data, digest_size=HASH_BYTES).digest()


def hash_entry(previous: bytes, number: int, at: int, version: int, data: bytes) -> bytes:
    """Return the hash of an entry that follows the entry with the hash ``previous``."""
    return blake2b(b"%b%d %d %d " % (previous, number, at, version) + data, digest_size=HASH_BYTES).digest()
