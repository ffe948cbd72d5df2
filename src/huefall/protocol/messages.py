"""What the server says on a table's socket.

``events`` and ``view`` are written by ``huefall.view`` for the one who is told; here they are only passed on.
"""

from __future__ import annotations

from typing import Any

from msgspec import Raw, Struct

from huefall.protocol.fields import Emote, MessageId, PlayedBy, Revision, Seat
from huefall.protocol.reviews import ChanceShown, ReasonShown
from huefall.protocol.tables import Clock, SetupTrouble, TableShown


class _ServerMessage(Struct, frozen=True, tag_field="type"):
    """What every message has in common."""


class You(Struct, frozen=True):
    """Who the one who is told is at this table."""

    #: None watches without a token.
    guest: str | None
    name: str | None
    seat: Seat | None
    host: bool


class Did(Struct, frozen=True, omit_defaults=True):
    """The move that led to an update."""

    seat: Seat
    move: str
    by: PlayedBy = "person"
    #: It was carried out only as a foul or false call.
    foul: bool = False


class Update(_ServerMessage, frozen=True, tag="update", omit_defaults=True):
    """Something happened. ``view`` is the whole truth after it; ``events`` tell how it came about."""

    revision: Revision
    #: What: ``moved``, ``dealt``, ``committed``, or a change at the table such as ``sat``.
    what: str
    did: Did | None = None
    events: list[Any] | Raw = []
    view: dict[str, Any] | Raw | None = None
    #: Comes with ``view``: the card that lies on the top card, laid with it (AVG-01). It does not match; ``view.color`` does.
    laid: str | None = None
    #: The table, if anything about it has changed.
    table: TableShown | None = None
    #: Who you are, if that has changed.
    you: You | None = None
    clock: Clock | None = None


class Welcome(_ServerMessage, frozen=True, tag="welcome"):
    """The answer to ``hello`` and ``resync``: how things stand, and what was missed."""

    version: int
    revision: Revision
    you: You
    table: TableShown
    #: Nothing before the first deal.
    view: dict[str, Any] | Raw | None
    clock: Clock | None
    #: What came after ``since``, without views. Nothing if that is too long ago: then take the view alone.
    missed: list[Update]
    #: Whether ``missed`` has all that came after ``since``.
    complete: bool
    #: Who is here, by seat, and how many watch.
    here: list[bool]
    spectators: int
    #: The current round so far, from its deal, without views; of a very long one the latest part. For the log of a client
    #: that knows nothing of it: empty if ``missed`` is complete.
    log: list[Update] = []
    #: The card that lies on the top card, laid with it (AVG-01). It does not match; ``view.color`` does.
    laid: str | None = None


class Done(_ServerMessage, frozen=True, tag="done"):
    """A command was carried out, or has been before (same id); it is stored for good."""

    id: MessageId
    #: The revision it led to.
    revision: Revision


class First(Struct, frozen=True):
    """Who was first where two wanted the same."""

    revision: Revision
    seat: Seat
    move: str


class Refused(_ServerMessage, frozen=True, tag="refused", omit_defaults=True):
    """A command was not carried out; nothing has changed."""

    #: None: the message could not be read so far.
    id: MessageId | None
    #: A word for programs, see docs/protocol.md.
    reason: str
    #: A sentence for people.
    text: str
    revision: Revision | None = None
    rule: str | None = None
    first: First | None = None
    #: With ``bad_setup``, if it is one of the ways people can choose wrongly.
    trouble: SetupTrouble | None = None


class Because(_ServerMessage, frozen=True, tag="because"):
    """The answer to ``why``."""

    id: MessageId
    #: ``accepted``, ``foul`` or ``refused``.
    status: str
    reason: str
    rule: str | None


class HintMove(Struct, frozen=True):
    """A move one can make, and what the search thinks of it."""

    sentence: str
    chance: ChanceShown
    #: Of the first move: why it is better than the second. Of the others: why the first is better than they are.
    reason: ReasonShown | None


class Hints(_ServerMessage, frozen=True, tag="hints"):
    """The answer to ``hint``: one's moves, best first, judged by what one can know. For the one who asked alone."""

    id: MessageId
    #: As the command named it.
    revision: Revision
    moves: list[HintMove]


class Presence(_ServerMessage, frozen=True, tag="presence"):
    """Who is here, by seat, and how many watch. Not numbered, not kept."""

    here: list[bool]
    spectators: int


class Emoted(_ServerMessage, frozen=True, tag="emoted"):
    """Somebody showed an emote. Not numbered, not kept."""

    seat: Seat
    emote: Emote


class Preparing(_ServerMessage, frozen=True, tag="preparing"):
    """The rules are being compiled, once per machine; the match begins when that is done."""

    #: From 0 to 1.
    progress: float


class Bye(_ServerMessage, frozen=True, tag="bye"):
    """The last message: why the server closes the connection, and whether to come back."""

    reason: str
    text: str
    again: bool


Message = Update | Welcome | Done | Refused | Because | Hints | Presence | Emoted | Preparing | Bye
