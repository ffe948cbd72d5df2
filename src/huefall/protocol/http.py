"""The bodies of the HTTP API. Tested in tests/protocol/test_openapi.py and tests/server/test_api_schema.py."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Raw, Struct, UnsetType, field

from huefall.editions import SetupProblem
from huefall.protocol.fields import (
    Browser,
    Code,
    DeviceCode,
    DeviceKind,
    EditionFile,
    EditionName,
    Level,
    MoveSeconds,
    Name,
    Options,
    Preset,
    ReviewState,
    Seat,
    Seats,
    Step,
)
from huefall.protocol.tables import LessonShown, LobbyTable, Origin, TableSetup
from huefall.protocol.views import EventShown
from huefall.vocabulary.effects import Effect


class _RequestBody(Struct, frozen=True, forbid_unknown_fields=True):
    """The body of a request; unknown fields are errors."""


class NewGuest(_RequestBody, frozen=True):
    """Create or rename a guest."""

    name: Name


class Guest(Struct, frozen=True):
    """A new guest. The token is never shown again."""

    guest: str
    name: str
    token: str


class GuestShown(Struct, frozen=True):
    """The guest of a token."""

    guest: str
    name: str


class NewDeviceCode(_RequestBody, frozen=True):
    """Request a code with which another device becomes yours. It replaces the code before."""

    #: The table to open on the other device.
    table: Code | UnsetType = UNSET


class NewDeviceLink(Struct, frozen=True):
    """The code as a link and as a QR code. It can be used once."""

    #: The code is in the fragment (behind `#`), which a browser sends to no server.
    link: str
    #: The link as a picture, in SVG.
    qr: str
    #: How long it can be used.
    seconds: int


class UseDeviceCode(_RequestBody, frozen=True):
    """The code of a link for another device."""

    code: DeviceCode


class DeviceShown(Struct, frozen=True):
    """A device of a guest: a browser with a token of its own."""

    #: Its number, from 1; never used again.
    device: int
    kind: DeviceKind
    browser: Browser
    #: The day on which it was added, in UTC.
    added: str
    #: The day on which it was last active, in UTC.
    active: str
    #: Whether the request came from it.
    this: bool


class Devices(Struct, frozen=True):
    """The devices of a guest, the oldest first."""

    devices: list[DeviceShown]


class NewTable(_RequestBody, frozen=True):
    """Create a table. You are its host, and sit on the first seat unless ``sit`` is false."""

    setup: TableSetup = field(default_factory=TableSetup)
    sit: bool = True


class TableMade(Struct, frozen=True):
    """The new table."""

    code: Code
    link: str


class QuickPlay(_RequestBody, frozen=True):
    """Create a table against bots and deal at once. Without a token, a guest is created, too."""

    name: Name | UnsetType = UNSET
    edition: EditionName = "classic"
    edition_file: EditionFile | UnsetType = UNSET
    preset: Preset = "official"
    options: Options = field(default_factory=dict)
    seats: Seats = 4
    level: Level = "normal"
    #: By default unlimited: only bots wait.
    move_seconds: MoveSeconds = 0


class PlayOn(_RequestBody, frozen=True):
    """Create a table against bots that continues a finished match from a step of a round."""

    step: Step
    #: Your seat; bots take the others.
    seat: Seat
    level: Level = "normal"
    name: Name | UnsetType = UNSET


class NewLesson(_RequestBody, frozen=True):
    """Create a table for a lesson. Without a token, a guest is created, too."""

    name: Name | UnsetType = UNSET


class QuickPlayMade(Struct, frozen=True, omit_defaults=True):
    """The new table, and the token of the guest if one was created."""

    code: Code
    link: str
    guest: str
    name: str
    token: str | None = None


class Lobby(Struct, frozen=True):
    """The public tables, those with free seats first."""

    tables: list[LobbyTable]


class EditionCheck(_RequestBody, frozen=True):
    """Check the file of a custom edition."""

    file: EditionFile


class KindShown(Struct, frozen=True, omit_defaults=True):
    """A kind of card in a deck."""

    card: str
    copies: int
    points: int
    #: IDs of the rules that explain it, the most specific first. Some apply only with a certain value of an option: see there.
    rules: list[str]
    #: Its title in the edition's file, by language.
    title: dict[str, str] = {}
    effect: Effect | UnsetType = UNSET
    #: The face of the card that the rules speak of where they apply to this one: `+2` for a Draw Five.
    counts_as: str | None = None
    #: Those of `rules` whose texts mention another number than this card's: they hold for it, with its own number.
    other_numbers: list[str] = []


class EditionShown(Struct, frozen=True):
    """An edition: its name, deck, and the options that apply to it."""

    name: str
    cards: int
    colors: list[str]
    options: list[str]
    most_players: int
    #: Whose card pictures are used: the edition's own if it is built in, else `classic`.
    theme: str
    #: Its title in the edition's file, by language.
    title: dict[str, str]
    #: Its deck, by colour, black cards last.
    kinds: list[KindShown]


class OptionShown(Struct, frozen=True, omit_defaults=True):
    """An option and its values."""

    name: str
    default: Any
    kind: Literal["switch", "words", "number"]
    #: IDs of the rules it enables or changes.
    rules: list[str]
    #: Which of them apply with which value, `true` and `false` for a switch. Those of a number always apply.
    rules_by_value: dict[str, list[str]]
    words: list[str] | None = None
    least: int | None = None
    most: int | None = None
    #: The heading it is offered under: one of the catalogue's `option_groups`.
    group: str = ""
    #: The version of the rules that has it first.
    since: int = 1


class SectionShown(Struct, frozen=True):
    """A section of the rule book: `STACK-01` is a rule of the family `STACK`."""

    name: str
    families: list[str]


class Catalogue(Struct, frozen=True):
    """All editions, options, presets, bot levels, emotes, languages and lessons."""

    editions: list[EditionShown]
    options: list[OptionShown]
    presets: dict[str, dict[str, Any]]
    levels: list[str]
    emotes: list[str]
    languages: list[str]
    lessons: list[LessonShown]
    #: Headings of options, in the order in which they are offered.
    option_groups: list[str] = []
    #: The rule book's sections, in their order.
    sections: list[SectionShown] = []


class EngineShown(Struct, frozen=True):
    """Whether matches can begin, and the progress of compiling the rules."""

    ready: bool
    progress: float


class Health(Struct, frozen=True):
    """The state of the server."""

    version: str
    protocol: int
    engine: EngineShown
    tables: int
    connections: int
    #: What is wrong with the stored data, in sentences; the server serves the rest.
    problems: list[str]


class MatchShown(Struct, frozen=True):
    """A finished match, with the paths of its record, replay, proof and review."""

    table: Code
    match: int
    edition: str
    options: dict[str, Any]
    players: list[str]
    winners: list[int]
    scores: list[int]
    rounds: int
    #: Null if the match did not begin with a deal.
    record: str | None
    replay: str
    #: Null if the match did not begin with a deal.
    proof: str | None
    #: Null if the match did not begin with a deal.
    review: str | None
    #: Whose card pictures are used: the edition's own if it is built in, else `classic`.
    theme: str
    origin: Origin | None


class Frame(Struct, frozen=True, omit_defaults=True):
    """A step of a replay: the move, its events, and the view after it."""

    events: list[EventShown]
    view: dict[str, Any] | Raw
    seat: int | None = None
    move: str | None = None
    foul: bool = False
    #: The card laid on the top card in the same move (AVG-01). To match is ``view.color``, not this card.
    laid: str | None = None


class Replay(Struct, frozen=True):
    """A round of a finished match, step by step."""

    match: MatchShown
    round: int
    #: Whose view is shown; null: every card is open.
    seat: int | None
    edition: EditionShown
    frames: list[Frame]


class ProofShown(Struct, frozen=True):
    """The proof of the shuffles: the seed, the commitment published before the deal, and what was verified."""

    commitment: str
    seed: str
    rounds: int
    reshuffles: int
    moves: int
    text: str
    #: The server's part of the seed; null if the server drew the whole seed alone, as older versions did.
    server_seed: str | None = None


class ReviewShown(Struct, frozen=True):
    """The state of a review, and the review when it is done."""

    state: ReviewState
    #: From 0 to 1.
    progress: float
    #: The number of reviews before it in the queue.
    ahead: int
    review: dict[str, Any] | Raw | None


class ErrorDetail(Struct, frozen=True, omit_defaults=True):
    """Why a request failed."""

    #: A code for programs, see docs/protocol.md.
    reason: str
    #: A sentence for people: what was expected, what was received, what to do.
    text: str
    #: When to try again, in seconds.
    retry_after: Annotated[int, Meta(ge=0)] | None = None
    #: With ``bad_setup``, if a field of the setup is wrong.
    problem: SetupProblem | None = field(default=None, name="trouble")


class ErrorBody(Struct, frozen=True):
    """The body of every response without success."""

    error: ErrorDetail


class AdminTable(Struct, frozen=True):
    """A table as the admin sees it."""

    code: Code
    status: str
    public: bool
    edition: str
    persons: list[str]
    bots: int
    connections: int
    revision: int
    #: Seconds since the last entry.
    idle: int


class AdminNode(Struct, frozen=True):
    """A node of the service as the admin sees it."""

    id: int
    name: str
    version: str
    #: It hands over its tables and takes no more.
    draining: bool
    tables: int
    connections: int
    #: Seconds since the database heard of it.
    seen: float
    #: The node that answers.
    this: bool


class AdminNodes(Struct, frozen=True):
    """All nodes of the service."""

    nodes: list[AdminNode]


class AdminTables(Struct, frozen=True):
    """All tables."""

    tables: list[AdminTable]
