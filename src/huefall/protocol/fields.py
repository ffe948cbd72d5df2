"""The single values of the wire and their limits, each with the sentence that the schema shows."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

#: The version of the wire. A change that an older client would not understand raises it.
VERSION = 1

MAX_SEATS = 10

#: Checked further by ``huefall.protocol.names``.
Name = Annotated[
    str, Meta(min_length=1, max_length=80, description="A person's name: 1 to 24 letters, digits and plain signs.")
]
Code = Annotated[str, Meta(pattern=r"^[a-hjkmnp-z2-9]{8}$", description="A table's short code, as in its link.")]
Token = Annotated[
    str, Meta(min_length=20, max_length=120, description="A guest's secret; whoever has it is the guest.")
]
MessageId = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=40,
        pattern=r"^[A-Za-z0-9_.:-]+$",
        description="Chosen by the client; answers repeat it.",
    ),
]
Revision = Annotated[int, Meta(ge=0, le=2**53, description="The number of the last thing that happened at a table.")]
Seat = Annotated[int, Meta(ge=0, lt=MAX_SEATS, description="A seat, from 0.")]
Step = Annotated[
    int, Meta(ge=0, le=100_000, description="A step of a round: 0 is the deal, then each move in its order.")
]
Sentence = Annotated[str, Meta(min_length=1, max_length=400, description="A move as docs/notation.md writes it.")]
Seats = Annotated[int, Meta(ge=2, le=MAX_SEATS, description="How many seats a table has.")]
EditionName = Annotated[str, Meta(min_length=1, max_length=40, description="An edition that ships.")]
EditionFile = Annotated[
    str, Meta(min_length=1, max_length=32_000, description="The text of an edition's file, to play one of your own.")
]
Preset = Annotated[str, Meta(min_length=1, max_length=40, description="A preset of options.")]
OptionName = Annotated[str, Meta(min_length=1, max_length=40)]
OptionValue = bool | Annotated[int, Meta(ge=0, le=1_000_000)] | Annotated[str, Meta(max_length=40)]
Options = Annotated[dict[OptionName, OptionValue], Meta(max_length=40, description="Options by name.")]
MoveSeconds = Annotated[int, Meta(ge=0, le=600, description="Time for a decision in seconds; 0: as long as one likes.")]
BotPause = Annotated[int, Meta(ge=0, le=10_000, description="How long a bot takes to answer, in milliseconds.")]
Level = Annotated[str, Meta(min_length=1, max_length=20, description="How well a bot plays.")]

#: What can be said at a table: nothing but this.
Emote = Literal["hello", "thanks", "well_played", "good_luck", "oops", "laugh", "wow", "hurry"]

SeatKind = Literal["empty", "person", "bot"]
#: ``starting``: the commitment is told, the cards come with the next update.
Status = Literal["open", "starting", "playing", "round_over", "over", "closed"]
#: ``none``: nobody has asked for the review yet.
ReviewState = Literal["none", "waiting", "working", "done", "failed"]
PlayedBy = Literal["person", "bot", "clock"]
