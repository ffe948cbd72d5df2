"""The protocol: commands of clients, messages of the server, and the bodies of the HTTP API.

Each is a msgspec Struct; decoding one validates it. ``docs/protocol.md`` explains them, and JSON Schema, OpenAPI and
TypeScript are generated from them.
"""

from huefall.protocol.commands import Command, decode_command
from huefall.protocol.fields import VERSION

__all__ = ["VERSION", "Command", "decode_command"]
