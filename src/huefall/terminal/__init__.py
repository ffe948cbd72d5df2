"""Tables for people in the terminal."""

from huefall.terminal.plain import PlainTable

__all__ = ["PlainTable"]
