"""How a table is set up, and what everybody may know about it."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, Struct, UnsetType, field

from huefall.protocol.fields import (
    BotPause,
    Code,
    EditionFile,
    EditionName,
    Level,
    MoveSeconds,
    Options,
    Preset,
    Seat,
    SeatKind,
    Seats,
    Status,
)


class Setup(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is played at a table and how, as its host chooses it."""

    edition: EditionName = "classic"
    #: Played instead of ``edition`` if it is there.
    edition_file: EditionFile | UnsetType = UNSET
    preset: Preset = "official"
    options: Options = field(default_factory=dict)
    seats: Seats = 4
    #: Left out, the server's own defaults are taken.
    move_seconds: MoveSeconds | UnsetType = UNSET
    bot_pause_ms: BotPause | UnsetType = UNSET
    #: Shown in the lobby; otherwise whoever has the link can come.
    public: bool = False
    #: Whether people may ask what the search thinks of their moves.
    hints: bool = False


class SetupTrouble(Struct, frozen=True):
    """What is wrong with a setup, so that it can be shown where it was chosen, in the reader's language."""

    #: A word: `hand_size` `players` `value` `no_meaning` `taken`. The catalogues have a sentence for it, `setup.<kind>`.
    kind: str
    #: The option it is about, or `players`.
    field: str
    rule: str
    #: What the sentence names.
    values: dict[str, int | str]


class SetupShown(Struct, frozen=True):
    """A table's setup as it is in force, with everything filled in."""

    edition: str
    #: Whose pictures the cards have: the edition's own if it ships, else `classic`.
    theme: str
    #: Whether the edition is the host's own; its file is at ``/api/tables/{code}/edition``.
    own_edition: bool
    preset: str
    #: Those that differ from the official rules.
    options: dict[str, Any]
    seats: int
    move_seconds: int
    bot_pause_ms: int
    public: bool
    #: Whether people may ask what the search thinks of their moves.
    hints: bool


class SeatShown(Struct, frozen=True, omit_defaults=True):
    """Who sits where."""

    kind: SeatKind
    name: str | None = None
    level: Level | None = None
    #: A bot plays for the person until they are back.
    stand_in: bool = False
    #: The person has left for good; the seat is free after the match.
    left: bool = False


class LessonStep(Struct, frozen=True):
    """One step of a lesson: the words to show, and what completes it."""

    #: Of the sentence in the catalogues of texts.
    key: str
    #: How the person's move begins (`play r7`), in whole words; or `event`, a kind of event, and perhaps a seat (`event out 0`).
    await_: str = field(name="await")


class LessonShown(Struct, frozen=True):
    """A lesson: a fixed deal, and steps in their order. `lesson.NAME.title` and `lesson.NAME.text` are in the catalogues."""

    name: str
    steps: list[LessonStep]


class Origin(Struct, frozen=True):
    """Where a match that did not begin with a deal comes from: a step of another that is over."""

    table: Code
    match: int
    round: int
    step: int


class TableShown(Struct, frozen=True):
    """What everybody may know about a table; of cards, only those laid open for the count."""

    code: Code
    status: Status
    setup: SetupShown
    seats: list[SeatShown]
    #: Whose the table is; nobody's while no person sits at it.
    host: Seat | None
    #: The number of the current match, or of the last; 0 before the first.
    match: int
    #: The hash that binds the current match's shuffles (docs/fairness.md).
    commitment: str | None
    #: Which matches are over: their records are open to all.
    finished: list[int]
    #: What is taught here; a lesson's matches are not listed.
    lesson: LessonShown | None = None
    #: Where the first match of this table goes on from, if it was not dealt. It has no commitment, record or proof.
    origin: Origin | None = None
    #: The hands as they were counted, by seat; only while a round is over.
    hands: list[list[str]] | None = None


class LobbyTable(Struct, frozen=True):
    """A public table as the lobby lists it."""

    code: Code
    status: Status
    edition: str
    #: Whether the edition is the host's own, whatever it is called.
    own_edition: bool
    preset: str
    options: dict[str, Any]
    seats: int
    free: int
    persons: list[str]
    bots: int
    spectators: int


class Clock(Struct, frozen=True):
    """Whose time is running, in milliseconds. A bot's pause is shown the same way."""

    #: Nobody's: the next round is dealt when it has run out.
    seat: Seat | None
    left: int
    limit: int
