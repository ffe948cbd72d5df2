"""The bodies of the HTTP API."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Raw, Struct, UnsetType, field

from huefall.protocol.fields import (
    Code,
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
from huefall.protocol.tables import LessonShown, LobbyTable, Origin, Setup, SetupTrouble
from huefall.protocol.views import EventShown


class _RequestBody(Struct, frozen=True, forbid_unknown_fields=True):
    """What every request has in common: nothing that is not listed."""


class NewGuest(_RequestBody, frozen=True):
    """Ask for a guest: a name and a secret token, no account."""

    name: Name


class Guest(Struct, frozen=True):
    """A guest; the token is shown this once."""

    guest: str
    name: str
    token: str


class GuestShown(Struct, frozen=True):
    """Who a token stands for."""

    guest: str
    name: str


class NewTable(_RequestBody, frozen=True):
    """Ask for a table. Who asks is its host and sits on the first seat, unless told otherwise."""

    setup: Setup = field(default_factory=Setup)
    sit: bool = True


class TableMade(Struct, frozen=True):
    """Where the new table is."""

    code: Code
    link: str


class QuickPlay(_RequestBody, frozen=True):
    """Ask for a table against bots, dealt at once. A guest is made unless a token is sent along."""

    name: Name | UnsetType = UNSET
    edition: EditionName = "classic"
    edition_file: EditionFile | UnsetType = UNSET
    preset: Preset = "official"
    options: Options = field(default_factory=dict)
    seats: Seats = 4
    level: Level = "normal"
    #: Left out, one may take one's time: there are only bots to wait.
    move_seconds: MoveSeconds = 0


class PlayOn(_RequestBody, frozen=True):
    """Ask for a table against bots at which a round of a finished match goes on from one of its steps."""

    step: Step
    #: Which seat one takes; bots have the others.
    seat: Seat
    level: Level = "normal"
    name: Name | UnsetType = UNSET


class NewLesson(_RequestBody, frozen=True):
    """Ask for a table at which a lesson is taught. A guest is made unless a token is sent along."""

    name: Name | UnsetType = UNSET


class QuickPlayMade(Struct, frozen=True, omit_defaults=True):
    """Where the game is, and the guest if one was made."""

    code: Code
    link: str
    guest: str
    name: str
    token: str | None = None


class Lobby(Struct, frozen=True):
    """The public tables, those with a free seat first."""

    tables: list[LobbyTable]


class EditionCheck(_RequestBody, frozen=True):
    """Ask whether an edition's file can be played."""

    file: EditionFile


class EffectShown(Struct, frozen=True, omit_defaults=True):
    """What a card does: the attributes of an edition's file (`docs/editions.md`). What does not apply is left out."""

    #: The letter of its colour; left out for a black card, whose player names one.
    color: str | None = None
    #: The next player draws this many cards and loses the turn.
    draws: int = 0
    #: This many of the next players lose the turn.
    skips: int | Literal["all"] = 0
    reverses: bool = False
    boosts: bool = False
    escapes: bool = False
    #: The next player dances or draws this many cards.
    dares: int = 0
    #: A coloured card is laid with it; players who hold its colour draw this many cards.
    checks: int = 0
    #: `swap` or `rotate`.
    exchanges: str = ""
    restricted: bool = False
    shield: bool = False
    footprint: bool = False


class KindShown(Struct, frozen=True, omit_defaults=True):
    """Cards of a deck that cannot be told apart."""

    card: str
    copies: int
    points: int
    #: Which rules explain it, the most telling first. Some belong to an option and are in force only with its value: see there.
    rules: list[str]
    #: What the edition's file calls it, by language.
    title: dict[str, str] = {}
    effect: EffectShown | UnsetType = UNSET
    #: The face of the card that the rules speak of where they apply to this one: `+2` for a Draw Five.
    counts_as: str | None = None
    #: Those of `rules` whose texts mention another number than this card's: they hold for it, with its own number.
    other_numbers: list[str] = []


class EditionShown(Struct, frozen=True):
    """An edition: its name, size and the options that mean something in it."""

    name: str
    cards: int
    colors: list[str]
    options: list[str]
    most_players: int
    #: Whose pictures the cards have: the edition's own if it ships, else `classic`.
    theme: str
    #: What the edition's file calls it, by language.
    title: dict[str, str]
    #: Its deck, with every footprint: by colour, black cards last.
    kinds: list[KindShown]


class OptionShown(Struct, frozen=True, omit_defaults=True):
    """An option and what it may be."""

    name: str
    default: Any
    kind: Literal["switch", "words", "number"]
    #: Which rules it brings into force or changes.
    rules: list[str]
    #: Which of them are in force with which value, a switch's as `true` and `false`; of a number they always are.
    rules_by_value: dict[str, list[str]]
    words: list[str] | None = None
    least: int | None = None
    most: int | None = None


class Catalogue(Struct, frozen=True):
    """Everything there is to choose from."""

    editions: list[EditionShown]
    options: list[OptionShown]
    presets: dict[str, dict[str, Any]]
    levels: list[str]
    emotes: list[str]
    languages: list[str]
    lessons: list[LessonShown]


class EngineShown(Struct, frozen=True):
    """Whether matches can begin, and how far the compilation of the rules is."""

    ready: bool
    progress: float


class Health(Struct, frozen=True):
    """How the server is."""

    version: str
    protocol: int
    engine: EngineShown
    tables: int
    connections: int


class MatchShown(Struct, frozen=True):
    """A finished match and where to find what belongs to it."""

    table: Code
    match: int
    edition: str
    options: dict[str, Any]
    players: list[str]
    winners: list[int]
    scores: list[int]
    rounds: int
    #: Nothing if the match did not begin with a deal.
    record: str | None
    replay: str
    #: Nothing if the match did not begin with a deal.
    proof: str | None
    #: Nothing if the match did not begin with a deal.
    review: str | None
    #: Whose pictures the cards have: the edition's own if it ships, else `classic`.
    theme: str
    origin: Origin | None


class Frame(Struct, frozen=True, omit_defaults=True):
    """A step of a replay: what was done, what came of it, and how the table stood after it, as it was asked for."""

    events: list[EventShown]
    view: dict[str, Any] | Raw
    seat: int | None = None
    move: str | None = None
    foul: bool = False
    #: The card that lies on the top card, laid with it (AVG-01). It does not match; ``view.color`` does.
    laid: str | None = None


class Replay(Struct, frozen=True):
    """A round of a finished match, step by step."""

    match: MatchShown
    round: int
    #: Through whose eyes; nobody's: every card is open.
    seat: int | None
    edition: EditionShown
    frames: list[Frame]


class ProofShown(Struct, frozen=True):
    """The proof of the shuffle: the seed, what bound it before the deal, and what was checked."""

    commitment: str
    seed: str
    rounds: int
    reshuffles: int
    moves: int
    text: str


class ReviewShown(Struct, frozen=True):
    """How far the review of a finished match is, and the review itself when it is done."""

    state: ReviewState
    #: Of the computation, from 0 to 1.
    progress: float
    #: How many other reviews come before it.
    ahead: int
    review: dict[str, Any] | Raw | None


class Fault(Struct, frozen=True, omit_defaults=True):
    """Why a request was not carried out."""

    #: A word for programs, see docs/protocol.md.
    reason: str
    #: A sentence for people: what was expected, what came, what to do.
    text: str
    #: When to ask again, in seconds.
    retry_after: Annotated[int, Meta(ge=0)] | None = None
    #: With ``bad_setup``, if it is one of the ways people can choose wrongly.
    trouble: SetupTrouble | None = None


class FaultBody(Struct, frozen=True):
    """The body of every answer that is no success."""

    error: Fault


class AdminTable(Struct, frozen=True):
    """A table as its keeper sees it."""

    code: Code
    status: str
    public: bool
    edition: str
    persons: list[str]
    bots: int
    connections: int
    revision: int
    #: Seconds since the last thing happened.
    idle: int


class AdminTables(Struct, frozen=True):
    """All tables."""

    tables: list[AdminTable]
