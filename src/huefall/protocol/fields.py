"""Types of single values in messages, with their limits and the description that the schema shows.

Tested in tests/protocol/test_schema.py.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

#: The version of the protocol. It rises with each change that an older client would not understand.
VERSION = 1

MAX_SEATS = 10

#: Checked further by ``huefall.protocol.names``.
Name = Annotated[
    str,
    Meta(min_length=1, max_length=80, description="A person's name: 1 to 24 letters, digits and simple punctuation."),
]
Code = Annotated[str, Meta(pattern=r"^[a-hjkmnp-z2-9]{8}$", description="A table's code, as in its link.")]
Token = Annotated[str, Meta(min_length=20, max_length=120, description="A guest's secret, which identifies the guest.")]
DeviceCode = Annotated[
    str, Meta(min_length=20, max_length=120, description="A secret that adds one device to a guest, once.")
]
CURSOR_PATTERN = r"^[0-9]{1,15}-[a-hjkmnp-z2-9]{8}-[0-9]{1,6}$"
Cursor = Annotated[
    str,
    Meta(
        pattern=CURSOR_PATTERN,
        description="Where the next page of a list begins: `next` of the page before.",
    ),
]
MessageId = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=40,
        pattern=r"^[A-Za-z0-9_.:-]+$",
        description="Chosen by the client, at random: no two commands of a guest at a table have the same. The reply repeats it.",
    ),
]
Revision = Annotated[int, Meta(ge=0, le=2**53, description="The number of the last entry in a table's history.")]
Seat = Annotated[int, Meta(ge=0, lt=MAX_SEATS, description="A seat, from 0.")]
Step = Annotated[int, Meta(ge=0, le=100_000, description="A step of a round: 0 is the deal, then each move in order.")]
Sentence = Annotated[str, Meta(min_length=1, max_length=400, description="A move as docs/notation.md writes it.")]
Seats = Annotated[int, Meta(ge=2, le=MAX_SEATS, description="The number of seats of a table.")]
EditionName = Annotated[str, Meta(min_length=1, max_length=40, description="A built-in edition.")]
EditionFile = Annotated[str, Meta(min_length=1, max_length=32_000, description="The text of a custom edition's file.")]
Preset = Annotated[str, Meta(min_length=1, max_length=40, description="A preset of options.")]
OptionName = Annotated[str, Meta(min_length=1, max_length=40)]
OptionValue = bool | Annotated[int, Meta(ge=0, le=1_000_000)] | Annotated[str, Meta(max_length=40)]
Options = Annotated[dict[OptionName, OptionValue], Meta(max_length=40, description="Options by name.")]
MoveSeconds = Annotated[int, Meta(ge=0, le=600, description="Time for a turn in seconds; 0: unlimited.")]
BotPause = Annotated[int, Meta(ge=0, le=10_000, description="How long a bot waits before it plays, in milliseconds.")]
Hash = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$", description="A SHA-256 in lower-case hex.")]
Contribution = Annotated[
    str,
    Meta(pattern=r"^[0-9a-f]{32}$", description="16 random bytes in lower-case hex (docs/fairness.md)."),
]
Level = Annotated[str, Meta(min_length=1, max_length=20, description="The level of a bot.")]

#: Everything that people can say to each other at a table.
Emote = Literal["hello", "thanks", "well_played", "good_luck", "oops", "laugh", "wow", "hurry"]

SeatKind = Literal["empty", "person", "bot"]
#: ``starting``: the seals are fixed, and everybody tells their contribution; or the deal comes with the next update.
Status = Literal["open", "starting", "playing", "round_over", "over", "closed"]
#: ``none``: the review has not been requested yet.
ReviewState = Literal["none", "waiting", "working", "done", "failed"]
PlayedBy = Literal["person", "bot", "clock"]
DeviceKind = Literal["phone", "tablet", "computer", "unknown"]
#: The family of a browser.
Browser = Literal["chrome", "edge", "firefox", "opera", "safari", "samsung", "unknown"]
#: Whether people may take over seats of bots and absent players: at once, if the host agrees, or not at all.
LateJoining = Literal["open", "ask", "off"]
#: What became of a request for a seat. ``waiting``: the host is asked. ``granted``: the seat comes as soon as it can.
RequestStatus = Literal["waiting", "granted", "declined", "expired"]
