"""The one error a user's mistake raises. Its text is a sentence that says what was expected, what came, and what to
do.

Tested in tests/cli/test_commands.py.
"""

from __future__ import annotations


class HuefallError(ValueError):
    """A mistake of the caller's: a bad option, card, move, position, record or file. Never a defect of the program."""
