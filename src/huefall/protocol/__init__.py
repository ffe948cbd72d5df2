"""The messages of the wire: what a client may say, what the server answers, and the bodies of the HTTP API.

Everything is a msgspec Struct; decoding one checks it. ``docs/protocol.md`` tells the same in words, and
``huefall.protocol.schema`` writes it as JSON Schema, OpenAPI and TypeScript.
"""

from huefall.protocol.commands import Command, decode_command
from huefall.protocol.fields import VERSION

__all__ = ["VERSION", "Command", "decode_command"]
