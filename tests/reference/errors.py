"""The two ways of saying no: a start that cannot be, and a move that is refused."""


class ReferenceError(ValueError):
    """A position, deal, option or edition that cannot be; the message names the culprit (OPT-01)."""


class Refused(Exception):
    """A sentence that is refused: nothing changes and nothing is paid (FOUL-02)."""
