"""Commands: what a client sends on the socket of a table. Each except ``hello`` has an id, which its reply repeats.

Tested in tests/protocol/test_schema.py and tests/server/test_fuzz.py.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from huefall.protocol.fields import (
    BotPause,
    Contribution,
    Emote,
    Hash,
    LateJoining,
    Level,
    MessageId,
    Revision,
    Seat,
    Sentence,
    Token,
)
from huefall.protocol.tables import TableSetup


class _Command(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="type"):
    """A command; unknown fields are errors."""


class Hello(_Command, frozen=True, tag="hello"):
    """The first message. Without a token the client is a spectator."""

    version: int
    token: Token | None = None
    #: The revision of the last update this client has; the server sends what came after it, or a fresh view.
    since: Revision | None = None
    #: Seats whose emotes this client does not want to receive.
    muted: Annotated[list[Seat], Meta(max_length=10)] = []


class Move(_Command, frozen=True, tag="move"):
    """Play a move. ``revision`` is that of the last update the player has seen."""

    id: MessageId
    revision: Revision
    move: Sentence


class Why(_Command, frozen=True, tag="why"):
    """Ask for the verdict on a move without playing it."""

    id: MessageId
    move: Sentence


class Hint(_Command, frozen=True, tag="hint"):
    """Ask for the search's ranking of your moves. Only where the table allows hints (``setup.hints``), and on your turn."""

    id: MessageId
    revision: Revision


class Sit(_Command, frozen=True, tag="sit"):
    """Take a seat, or move to it; without a number the first free one."""

    id: MessageId
    seat: Seat | None = None


class TakeOver(_Command, frozen=True, tag="take_over"):
    """Ask for the seat of a bot or an absent player; without a number any of them, or the next that becomes free."""

    id: MessageId
    seat: Seat | None = None


class Admit(_Command, frozen=True, tag="admit"):
    """Grant or decline a person's request for a seat (``table.requests``). Host only."""

    id: MessageId
    request: Revision
    on: bool = True


class SetLateJoining(_Command, frozen=True, tag="set_late_joining"):
    """Set whether people may take over seats, at any time. Host only."""

    id: MessageId
    mode: LateJoining


class Leave(_Command, frozen=True, tag="leave"):
    """Give up the seat, or the request for one. During a match a bot plays on until the match is over."""

    id: MessageId


class AddBot(_Command, frozen=True, tag="add_bot"):
    """Put a bot on a free seat, or change the level of one that sits there. Host only."""

    id: MessageId
    seat: Seat | None = None
    level: Level = "normal"


class RemoveBot(_Command, frozen=True, tag="remove_bot"):
    """Remove a bot. Host only."""

    id: MessageId
    seat: Seat


class Swap(_Command, frozen=True, tag="swap"):
    """Swap two seats. Host only; others may swap their own seat with a bot's or a free one."""

    id: MessageId
    a: Seat
    b: Seat


class Kick(_Command, frozen=True, tag="kick"):
    """Remove a person from the table. Host only."""

    id: MessageId
    seat: Seat


class HandOver(_Command, frozen=True, tag="hand_over"):
    """Make the person on another seat the host. Host only."""

    id: MessageId
    seat: Seat


class Configure(_Command, frozen=True, tag="configure"):
    """Change the setup while no match is running. Host only."""

    id: MessageId
    setup: TableSetup


class Start(_Command, frozen=True, tag="start"):
    """Begin the match, or a rematch. Host only. Every seat must be taken."""

    id: MessageId


class Rematch(_Command, frozen=True, tag="rematch"):
    """Begin another match with whoever is there: people who asked for a seat, then bots, take the free seats.

    If another person than the host sends it while the host is connected, it only says that they want one.
    """

    id: MessageId


class Seal(_Command, frozen=True, tag="seal"):
    """Seal your contribution to the next match's seed (docs/fairness.md). Not stored: send it again after each ``welcome``."""

    id: MessageId
    #: ``table.upcoming.commitment``
    commitment: Hash
    seal: Hash


class Contribute(_Command, frozen=True, tag="contribute"):
    """Tell the contribution that you have sealed, when ``table.upcoming.seals`` has your seal."""

    id: MessageId
    commitment: Hash
    contribution: Contribution


class NextRound(_Command, frozen=True, tag="next_round"):
    """Deal the next round of the match. For everyone who sits at the table."""

    id: MessageId
    revision: Revision


class Pace(_Command, frozen=True, tag="pace"):
    """Set how long bots take, at any time. Host only. Values below the server's minimum become the minimum."""

    id: MessageId
    bot_pause_ms: BotPause


class AllowHints(_Command, frozen=True, tag="allow_hints"):
    """Allow or forbid hints at this table, at any time. Host only; everyone is informed."""

    id: MessageId
    on: bool


class Hurry(_Command, frozen=True, tag="hurry"):
    """Let the bots play without pauses until a person's turn. Only for a person alone with bots; not stored."""

    id: MessageId


class Back(_Command, frozen=True, tag="back"):
    """Take the seat back from the stand-in."""

    id: MessageId


class SendEmote(_Command, frozen=True, tag="emote"):
    """Show an emote to the table."""

    id: MessageId
    emote: Emote


class Mute(_Command, frozen=True, tag="mute"):
    """Mute or unmute the emotes of a seat, for this connection only."""

    id: MessageId
    seat: Seat
    on: bool = True


class Resync(_Command, frozen=True, tag="resync"):
    """Ask for a new ``welcome``, which comes before the reply: what came after ``since``, and the view."""

    id: MessageId
    since: Revision | None = None


class Ping(_Command, frozen=True, tag="ping"):
    """Ask for a ``done``, to test the connection."""

    id: MessageId


Command = (
    Hello
    | Move
    | Why
    | Hint
    | Sit
    | TakeOver
    | Admit
    | SetLateJoining
    | Leave
    | AddBot
    | RemoveBot
    | Swap
    | Kick
    | HandOver
    | Configure
    | Start
    | Rematch
    | Seal
    | Contribute
    | NextRound
    | Pace
    | AllowHints
    | Hurry
    | Back
    | SendEmote
    | Mute
    | Resync
    | Ping
)

_decoder = msgspec.json.Decoder(Command)


def decode_command(data: bytes | str) -> Command:
    """Decode a client's message; raise ``msgspec.DecodeError``, which names the wrong field.

    >>> decode_command('{"type": "ping", "id": "a"}')
    Ping(id='a')
    """
    command: Command = _decoder.decode(data)
    return command
