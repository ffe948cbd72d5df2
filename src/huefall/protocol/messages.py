"""Messages: what the server sends on the socket of a table.

``huefall.view`` writes ``events`` and ``view`` for each recipient; here they are only passed on. Tested in
tests/protocol/test_schema.py and tests/server/test_examples.py.
"""

from __future__ import annotations

from typing import Any

from msgspec import Raw, Struct, field

from huefall.editions import SetupProblem
from huefall.protocol.fields import Emote, MessageId, PlayedBy, RequestStatus, Revision, Seat
from huefall.protocol.reviews import Chance, ReasonShown
from huefall.protocol.tables import Clock, TableShown
from huefall.protocol.views import Cost


class _ServerMessage(Struct, frozen=True, tag_field="type"):
    """A message of the server."""


class You(Struct, frozen=True, omit_defaults=True):
    """Who the recipient is at this table."""

    #: Null for a spectator without a token.
    guest: str | None
    name: str | None
    seat: Seat | None
    host: bool
    #: What became of your request for a seat (``take_over``) in this match.
    request: RequestStatus | None = None
    #: The seat that somebody took over from you in this match.
    lost_seat: Seat | None = None


class Did(Struct, frozen=True, omit_defaults=True):
    """The move that caused an update."""

    seat: Seat
    move: str
    by: PlayedBy = "person"
    #: It counted as a foul or a false call.
    foul: bool = False


class Update(_ServerMessage, frozen=True, tag="update", omit_defaults=True):
    """Something happened. ``view`` is the complete state after it; ``events`` explain the change."""

    revision: Revision
    #: ``moved``, ``dealt``, ``committed``, or a change at the table such as ``sat``.
    what: str
    did: Did | None = None
    events: list[Any] | Raw = []
    view: dict[str, Any] | Raw | None = None
    #: Only with ``view``: the card laid on the top card in the same move (AVG-01). To match is ``view.color``, not this card.
    laid: str | None = None
    #: The table, if it has changed.
    table: TableShown | None = None
    #: Who you are, if that has changed.
    you: You | None = None
    clock: Clock | None = None
    #: Only with ``view``, for the asked seat: what its answers to the pending question cost.
    costs: list[Cost] = []


class Welcome(_ServerMessage, frozen=True, tag="welcome"):
    """The reply to ``hello`` and ``resync``: the current state, and the updates the client has missed."""

    version: int
    revision: Revision
    you: You
    table: TableShown
    #: Null before the first deal.
    view: dict[str, Any] | Raw | None
    clock: Clock | None
    #: The updates after ``since``, without views. Empty if ``since`` is too old: then use the view alone.
    missed: list[Update]
    #: Whether ``missed`` has all updates after ``since``.
    complete: bool
    #: Who is connected, by seat.
    here: list[bool]
    spectators: int
    #: The current round from its deal, without views; only the last part of a very long one. For the log of a new client:
    #: empty if ``missed`` is complete.
    log: list[Update] = []
    #: The card laid on the top card in the same move (AVG-01). To match is ``view.color``, not this card.
    laid: str | None = None
    #: The seats that can be taken over now (``take_over``).
    joinable: list[Seat] = []
    #: For the asked seat: what its answers to the pending question cost.
    costs: list[Cost] = []


class Done(_ServerMessage, frozen=True, tag="done"):
    """A command was executed, now or earlier (same id), and is stored durably."""

    id: MessageId
    #: The revision it led to.
    revision: Revision


class First(Struct, frozen=True):
    """The move that came first where two players raced."""

    revision: Revision
    seat: Seat
    move: str


class Refused(_ServerMessage, frozen=True, tag="refused", omit_defaults=True):
    """A command was not executed; the state has not changed."""

    #: Null if the id could not be read.
    id: MessageId | None
    #: A code for programs, see docs/protocol.md.
    reason: str
    #: A sentence for people.
    text: str
    revision: Revision | None = None
    rule: str | None = None
    first: First | None = None
    #: With ``bad_setup``, if a field of the setup is wrong.
    problem: SetupProblem | None = field(default=None, name="trouble")
    #: When to try again, in seconds.
    retry_after: int | None = None


class Because(_ServerMessage, frozen=True, tag="because"):
    """The reply to ``why``."""

    id: MessageId
    #: ``accepted``, ``foul`` or ``refused``.
    status: str
    reason: str
    rule: str | None


class HintMove(Struct, frozen=True):
    """A legal move, with the search's estimate."""

    sentence: str
    chance: Chance
    #: First move: why it is better than the second. Other moves: why the first is better.
    reason: ReasonShown | None


class Hints(_ServerMessage, frozen=True, tag="hints"):
    """The reply to ``hint``: your moves, best first, judged by what you can know. Sent to you alone."""

    id: MessageId
    #: As in the command.
    revision: Revision
    moves: list[HintMove]


class Presence(_ServerMessage, frozen=True, tag="presence"):
    """Who is connected, by seat, and how many spectators. Without a revision, not stored."""

    here: list[bool]
    #: People without a seat; not those who can still choose one before the first match.
    spectators: int
    #: The seats that can be taken over now (``take_over``).
    joinable: list[Seat] = []


class Emoted(_ServerMessage, frozen=True, tag="emoted"):
    """A person showed an emote. Without a revision, not stored."""

    seat: Seat
    emote: Emote


class Preparing(_ServerMessage, frozen=True, tag="preparing"):
    """The rules are being compiled, once per machine; then the table opens."""

    #: From 0 to 1.
    progress: float


class Bye(_ServerMessage, frozen=True, tag="bye"):
    """The last message: why the server closes the connection, and whether to reconnect."""

    reason: str
    text: str
    again: bool


Message = Update | Welcome | Done | Refused | Because | Hints | Presence | Emoted | Preparing | Bye
