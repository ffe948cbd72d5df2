"""Tables in the terminal."""

from huefall.terminal.plain_table import PlainTable

__all__ = ["PlainTable"]
