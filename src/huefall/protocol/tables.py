"""The setup of a table, and its public state. Tested in tests/protocol/test_schema.py and tests/server/tables/state/test_table_state.py."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, Struct, UnsetType, field

from huefall.protocol.fields import (
    BotPause,
    Code,
    EditionFile,
    EditionName,
    Hash,
    LateJoining,
    Level,
    MoveSeconds,
    Options,
    Preset,
    Seat,
    SeatKind,
    Seats,
    Status,
)


class TableSetup(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What the host chooses: the variant, the number of seats, time limits."""

    edition: EditionName = "classic"
    #: A custom edition, played instead of ``edition``.
    edition_file: EditionFile | UnsetType = UNSET
    preset: Preset = "official"
    options: Options = field(default_factory=dict)
    seats: Seats = 4
    #: If left out, the server's default.
    move_seconds: MoveSeconds | UnsetType = UNSET
    bot_pause_ms: BotPause | UnsetType = UNSET
    #: Listed in the lobby; otherwise only people with the link can join.
    public: bool = False
    #: Whether people may ask for hints.
    hints: bool = False
    #: Whether people may take over the seats of bots and absent players (``take_over``).
    late_joining: LateJoining = "open"


class SetupShown(Struct, frozen=True):
    """The setup in force, with all defaults filled in."""

    edition: str
    #: Whose card pictures are used: the edition's own if it is built in, else `classic`.
    theme: str
    #: Whether it is a custom edition; its file is at ``/api/tables/{code}/edition``.
    own_edition: bool
    preset: str
    #: Only those that differ from the official rules.
    options: dict[str, Any]
    seats: int
    move_seconds: int
    bot_pause_ms: int
    public: bool
    #: Whether people may ask for hints.
    hints: bool
    #: Whether people may take over the seats of bots and absent players (``take_over``).
    late_joining: LateJoining = "open"


class SeatShown(Struct, frozen=True, omit_defaults=True):
    """One seat and who sits on it."""

    kind: SeatKind
    name: str | None = None
    level: Level | None = None
    #: A bot plays for the person until they come back.
    stand_in: bool = False
    #: The person has left permanently; the seat is free after the match, unless somebody takes it over before.
    left: bool = False
    #: The match is over, and the person wants another one.
    wants_rematch: bool = False


class RequestShown(Struct, frozen=True):
    """A person who has asked for a seat (``take_over``) and has not got it yet."""

    #: For the host's ``admit``.
    number: int
    name: str
    #: The seat the person prefers; null: any.
    seat: Seat | None
    #: Whether the person gets a seat as soon as possible; otherwise the host decides.
    granted: bool


class LessonStep(Struct, frozen=True):
    """One step of a lesson: the text to show, and what completes it."""

    #: The key of the text.
    key: str
    #: The first words of the person's move (`play r7`); or `event`, its name, and optionally a seat (`event out 0`).
    await_: str = field(name="await")


class LessonShown(Struct, frozen=True):
    """A lesson: a fixed deal, and steps in order. Its texts are `lesson.NAME.title` and `lesson.NAME.text`."""

    name: str
    steps: list[LessonStep]


class Origin(Struct, frozen=True):
    """The step of a finished match from which another match was continued."""

    table: Code
    match: int
    round: int
    step: int


class UpcomingShown(Struct, frozen=True):
    """The next match that begins with a deal: what its seed will be mixed from (docs/fairness.md)."""

    #: Its number at the table.
    match: int
    #: The hash that binds the server to its part of the seed.
    commitment: Hash
    #: The table's last commitment before this one.
    previous: Hash | None
    #: The seals of the seats' contributions, empty for seats without one; null until ``start`` has fixed them.
    seals: list[str] | None = None


class SeedRevealed(Struct, frozen=True):
    """The server's part of the seed of a match that will never end, because its table was closed."""

    match: int
    commitment: Hash
    server_seed: Hash


class TableShown(Struct, frozen=True):
    """The public state of a table, without cards except those laid open when a round is counted."""

    code: Code
    status: Status
    setup: SetupShown
    seats: list[SeatShown]
    #: The host's seat; null while no person sits at the table.
    host: Seat | None
    #: The number of the current or last match; 0 before the first.
    match: int
    #: The hash that binds the current match's shuffles (docs/fairness.md).
    commitment: str | None
    #: The finished matches, whose records are public.
    finished: list[int]
    #: The lesson taught here; its matches are not listed.
    lesson: LessonShown | None = None
    #: Where the first match continues from, if it did not begin with a deal. It has no commitment, record or proof.
    origin: Origin | None = None
    #: Who waits for a seat, in order.
    requests: list[RequestShown] = []
    #: The hands as counted, by seat; only between rounds.
    hands: list[list[str]] | None = None
    #: The number of the current or last round of the match; 0 before the first deal.
    round: int = 0
    #: What the next match will be mixed from; null while a match is running, and if the next one begins from a position.
    upcoming: UpcomingShown | None = None
    #: When the table is closed: the seeds of the match that was running, and of the next one.
    revealed: list[SeedRevealed] = []


class LobbyTable(Struct, frozen=True):
    """A public table as the lobby lists it."""

    code: Code
    status: Status
    edition: str
    #: Whether it is a custom edition, whatever its name.
    own_edition: bool
    preset: str
    options: dict[str, Any]
    seats: int
    free: int
    persons: list[str]
    bots: int
    spectators: int
    #: How many seats can be taken over (``take_over``).
    joinable: int = 0


class Clock(Struct, frozen=True):
    """The running clock, in milliseconds. The pause of a bot is shown the same way."""

    #: Null: the next round is dealt when the time is up.
    seat: Seat | None
    left: int
    limit: int
