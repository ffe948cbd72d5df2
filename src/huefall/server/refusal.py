"""``Refusal``: the *no* of a table, the match archive or the review queue to a command or a request.

Tested in tests/server/tables/decisions/test_dispatch.py.
"""

from __future__ import annotations

from huefall.editions import SetupProblem
from huefall.protocol.messages import First
from huefall.vocabulary.errors import HuefallError


class Refusal(HuefallError):
    """A command is not executed: ``reason`` is a code for programs, ``text`` a sentence for people."""

    def __init__(
        self,
        reason: str,
        text: str,
        *,
        rule: str | None = None,
        first: First | None = None,
        problem: SetupProblem | None = None,
        retry_after: int | None = None,
    ) -> None:
        super().__init__(text)
        self.reason = reason
        self.text = text
        self.rule = rule
        self.first = first
        self.problem = problem
        self.retry_after = retry_after  # in seconds
