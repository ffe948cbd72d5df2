"""``Refusal``: the *no* of a table, of a finished match or of the guest registry to a command or a request."""

from __future__ import annotations

from huefall.protocol.messages import First
from huefall.protocol.tables import SetupTrouble
from huefall.vocabulary.errors import HuefallError


class Refusal(HuefallError):
    """A command that is not carried out: ``reason`` is a code for programs, ``text`` a sentence for people."""

    def __init__(
        self,
        reason: str,
        text: str,
        *,
        rule: str | None = None,
        first: First | None = None,
        trouble: SetupTrouble | None = None,
    ) -> None:
        super().__init__(text)
        self.reason = reason
        self.text = text
        self.rule = rule
        self.first = first
        self.trouble = trouble
