"""What a client says on a table's socket. Each command but ``hello`` has an id, which its answer repeats."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from huefall.protocol.fields import BotPause, Emote, Level, MessageId, Revision, Seat, Sentence, Token
from huefall.protocol.tables import Setup


class _Command(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """What every command has in common: a name, and nothing that is not listed."""


class Hello(_Command, frozen=True, tag="hello"):
    """The first message. Without a token one only watches."""

    version: int
    token: Token | None = None
    #: The revision of the last update this client has; it is sent what came after, or a fresh view.
    since: Revision | None = None
    #: Seats whose emotes this client does not want.
    muted: Annotated[list[Seat], Meta(max_length=10)] = []


class Move(_Command, frozen=True, tag="move"):
    """Play a move. ``revision`` is that of the last update the player has seen."""

    id: MessageId
    revision: Revision
    move: Sentence


class Why(_Command, frozen=True, tag="why"):
    """Ask what would come of a move, without playing it."""

    id: MessageId
    move: Sentence


class Hint(_Command, frozen=True, tag="hint"):
    """Ask what the search thinks of one's moves, where the table allows hints (``setup.hints``) and one is asked."""

    id: MessageId
    revision: Revision


class Sit(_Command, frozen=True, tag="sit"):
    """Take a seat, or move to it; without a number the first free one."""

    id: MessageId
    seat: Seat | None = None


class Leave(_Command, frozen=True, tag="leave"):
    """Give the seat up. During a match a bot plays on in it until the match is over."""

    id: MessageId


class AddBot(_Command, frozen=True, tag="add_bot"):
    """Set a bot on a free seat, or give one that sits there another level. The host's."""

    id: MessageId
    seat: Seat | None = None
    level: Level = "normal"


class RemoveBot(_Command, frozen=True, tag="remove_bot"):
    """Take a bot away. The host's."""

    id: MessageId
    seat: Seat


class Swap(_Command, frozen=True, tag="swap"):
    """Let two seats change places. The host's; others may swap their own seat with a bot's or a free one."""

    id: MessageId
    a: Seat
    b: Seat


class Kick(_Command, frozen=True, tag="kick"):
    """Send a person away from the table. The host's."""

    id: MessageId
    seat: Seat


class HandOver(_Command, frozen=True, tag="hand_over"):
    """Make the person on another seat the host. The host's."""

    id: MessageId
    seat: Seat


class Configure(_Command, frozen=True, tag="configure"):
    """Change what is played and how, while no match is running. The host's."""

    id: MessageId
    setup: Setup


class Start(_Command, frozen=True, tag="start"):
    """Begin the match, or the next one: a rematch. The host's. Every seat must be taken."""

    id: MessageId


class NextRound(_Command, frozen=True, tag="next_round"):
    """Deal the next round of the match. Anybody's who sits at the table."""

    id: MessageId
    revision: Revision


class Pace(_Command, frozen=True, tag="pace"):
    """Let the bots take more time, or less, at any time. The host's. Less than the server allows becomes the least it does."""

    id: MessageId
    bot_pause_ms: BotPause


class AllowHints(_Command, frozen=True, tag="allow_hints"):
    """Let people ask for hints at this table, or no longer, at any time. The host's; everybody is told."""

    id: MessageId
    on: bool


class Hurry(_Command, frozen=True, tag="hurry"):
    """Let the bots answer as fast as they may until a person is asked again. For whoever is alone with bots; not kept."""

    id: MessageId


class Back(_Command, frozen=True, tag="back"):
    """Take the seat back from the bot that has been playing for one."""

    id: MessageId


class SendEmote(_Command, frozen=True, tag="emote"):
    """Show an emote to the table."""

    id: MessageId
    emote: Emote


class Mute(_Command, frozen=True, tag="mute"):
    """Hear no more emotes of a seat, or again; for this connection alone."""

    id: MessageId
    seat: Seat
    on: bool = True


class Resync(_Command, frozen=True, tag="resync"):
    """Ask for a fresh ``welcome``, which comes before the answer: what came after ``since``, and the view."""

    id: MessageId
    since: Revision | None = None


class Ping(_Command, frozen=True, tag="ping"):
    """Ask for a sign of life."""

    id: MessageId


Command = (
    Hello
    | Move
    | Why
    | Hint
    | Sit
    | Leave
    | AddBot
    | RemoveBot
    | Swap
    | Kick
    | HandOver
    | Configure
    | Start
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
    """Read a message of a client; raises ``msgspec.DecodeError`` with what is wrong and where.

    >>> decode_command('{"type": "ping", "id": "a"}')
    Ping(id='a')
    """
    command: Command = _decoder.decode(data)
    return command
