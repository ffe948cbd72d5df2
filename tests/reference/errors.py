"""The two kinds of error: an impossible start, and a refused move."""


class ReferenceError(ValueError):
    """An impossible position, deal, option or edition; the message names the cause (OPT-01)."""


class Refused(Exception):
    """A refused sentence: the state does not change and no penalty is due (FOUL-02)."""
