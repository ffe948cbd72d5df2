"""Positions, read from and written to the JSON object of notation.md."""

from typing import Any

from .cards import in_order, texts
from .dealing import check_counts, read_cards
from .editions import Edition
from .effects import challengeable
from .errors import ReferenceError
from .options import check_table, read_options
from .state import ASK_RULES, PENALTIES, Pending, State

FIELDS = {
    *("edition", "options", "hands", "pile", "discard", "color", "turn", "direction", "dealer", "scores", "boost"),
    *("pending", "drawn", "called", "open", "cut", "cut_count", "passes", "moves", "over", "winner", "points"),
    "match_winners",
}
PENDING_FIELDS = {"kind", "seat", "draw", "from", "count", "guilty", "dancer", "votes"}


def write_position(state: State) -> dict[str, Any]:
    """The complete position, hands in canonical order."""
    return {
        "edition": state.edition_label,
        "options": state.options.changed(),
        "hands": [texts(in_order(hand)) for hand in state.hands],
        "pile": texts(state.pile),
        "discard": texts(state.discard),
        "color": state.color,
        "turn": state.turn,
        "direction": state.direction,
        "dealer": state.dealer,
        "scores": list(state.scores),
        "boost": state.boost,
        "pending": write_pending(state.pending),
        "drawn": state.drawn.text if state.drawn else None,
        "called": sorted(state.called),
        "open": sorted(state.open),
        "cut": state.cut.text if state.cut else None,
        "cut_count": state.cut_count,
        "passes": state.passes,
        "moves": state.moves,
        "over": state.over,
        "winner": state.winner,
        "points": list(state.points),
        "match_winners": None if state.match_winners is None else list(state.match_winners),
    }


def write_pending(question: Pending | None) -> dict[str, Any] | None:
    """A question with all of its keys."""
    if question is None:
        return None
    return {
        "kind": question.kind,
        "seat": question.seat,
        "draw": question.draw,
        "from": question.source,
        "count": question.count,
        "guilty": question.guilty,
        "dancer": question.dancer,
        "votes": None if question.votes is None else list(question.votes),
    }


def read_position(position: dict[str, Any], edition: Edition) -> State:
    """Read a position; refuse an impossible one."""
    unknown = set(position) - FIELDS
    if unknown:
        raise ReferenceError(f"unknown field {sorted(unknown)[0]} in the position")
    options = read_options(position.get("options"), edition)
    hands = [read_cards(edition, hand, "hands") for hand in position.get("hands") or []]
    players = len(hands)
    check_table(edition, options, players)
    discard = read_cards(edition, position.get("discard") or [], "discard")
    if not discard:
        raise ReferenceError("discard: there must be a top card")
    pile = read_cards(edition, position.get("pile") or [], "pile")
    check_counts(edition, options, [*pile, *discard, *(card for hand in hands for card in hand)])
    over = bool(position.get("over"))
    dealer = read_number(position, "dealer", players - 1, 0, players - 1)
    state = State(
        edition=edition,
        edition_label=str(position.get("edition", edition.name)),
        options=options,
        hands=hands,
        pile=pile,
        discard=discard,
        color=None,
        turn=None,
        direction=read_number(position, "direction", 1, -1, 1),
        dealer=dealer,
        scores=read_numbers(position, "scores", players),
        boost=read_color(position, "boost", edition),
        passes=read_number(position, "passes", 0, 0, None),
        moves=read_number(position, "moves", 0, 0, None),
        over=over,
        points=read_numbers(position, "points", players),
    )
    if state.direction == 0:
        raise ReferenceError("direction: 1 or -1 is expected, not 0")
    if over:
        read_ending(state, position)
    else:
        read_running(state, position)
    return state


def read_ending(state: State, position: dict[str, Any]) -> None:
    """Read the fields of a finished round."""
    state.color = read_color(position, "color", state.edition) or state.top.color
    if position.get("winner") is not None:
        state.winner = read_number(position, "winner", 0, 0, state.players - 1)
    if position.get("match_winners") is not None:
        state.match_winners = sorted(read_seats(position, "match_winners", state.players))


def read_running(state: State, position: dict[str, Any]) -> None:
    """Read the fields of a running round."""
    if not all(state.hands):
        raise ReferenceError("hands: nobody has an empty hand while the round goes on (END-01)")
    given = position.get("pending")
    asked = given.get("seat") if isinstance(given, dict) else None
    default_turn = asked if asked is not None else (state.dealer + 1) % state.players
    state.turn = read_number(position, "turn", default_turn, 0, state.players - 1)
    if given is not None:
        state.pending = read_pending(state, given)
    state.color = read_color(position, "color", state.edition)
    if not state.top.black:
        if state.color not in (None, state.top.color):
            raise ReferenceError(f"color: {state.color} is not that of the top card {state.top.text}")
        state.color = state.top.color
    elif state.color is None and not (state.pending is not None and state.pending.kind == "color"):
        raise ReferenceError(f"color: the black top card {state.top.text} needs one (PLAY-02)")
    if position.get("drawn") is not None:
        (state.drawn,) = read_cards(state.edition, [position["drawn"]], "drawn")
        if state.drawn not in state.hands[state.turn] or state.pending is not None:
            raise ReferenceError(f"drawn: {state.drawn.text} is not waiting in the hand of seat {state.turn}")
    state.called = read_seats(position, "called", state.players)
    state.open = read_seats(position, "open", state.players)
    for name, seats in (("called", state.called), ("open", state.open)):
        if any(len(state.hands[seat]) != 1 for seat in seats):
            raise ReferenceError(f"{name}: only seats with one card (UNO-01)")
    if position.get("cut") is not None and state.options.cut:
        (cut,) = read_cards(state.edition, [position["cut"]], "cut")
        if not cut.twin_of(state.top):
            raise ReferenceError(f"cut: {cut.text} is not the coloured top card (CUT-01)")
        state.cut = state.top
        state.cut_count = read_number(position, "cut_count", 1, 1, None)


def read_pending(state: State, given: object) -> Pending:
    """Read a question; the asked seat is the one whose turn it is."""
    if not isinstance(given, dict) or set(given) - PENDING_FIELDS:
        raise ReferenceError(f"pending: {given!r} is no question")
    kind = given.get("kind")
    if kind not in ASK_RULES:
        raise ReferenceError(f"pending: kind {kind!r} is none of {', '.join(ASK_RULES)}")
    last = state.players - 1
    assert state.turn is not None
    question = Pending(
        kind=kind,
        seat=read_number(given, "seat", state.turn, 0, last),
        source=read_number(given, "from", state.dealer if kind == "color" else state.after(state.turn, -1), 0, last),
        draw=read_number(given, "draw", state.top.dares if kind in ("dance", "vote") else state.top.draws, 0, None),
        count=read_number(given, "count", 1, 1, None),
    )
    if question.seat != state.turn:
        raise ReferenceError(f"pending: seat {question.seat} is asked, but turn is {state.turn}")
    if kind == "wild4" and challengeable(state, state.top):
        question.guilty = bool(given.get("guilty"))
    if kind == "vote":
        question.dancer = read_number(given, "dancer", state.after(state.turn, -1), 0, last)
        question.votes = [bool(vote) for vote in given.get("votes") or []]
    if kind not in PENALTIES and kind not in ("dance", "vote"):
        question.draw = 0
    return question


def read_number(source: dict[str, Any], name: str, default: int, least: int, most: int | None) -> int:
    """A whole number within its limits."""
    value = source.get(name)
    if value is None:
        return default
    if type(value) is not int or value < least or (most is not None and value > most):
        raise ReferenceError(f"{name}: {value!r} cannot be")
    return value


def read_numbers(source: dict[str, Any], name: str, players: int) -> list[int]:
    """A number per seat, zeros by default."""
    values = source.get(name)
    if values is None:
        return [0] * players
    if not isinstance(values, list) or len(values) != players or any(type(value) is not int for value in values):
        raise ReferenceError(f"{name}: a number per seat is expected, not {values!r}")
    return list(values)


def read_seats(source: dict[str, Any], name: str, players: int) -> set[int]:
    """A set of seats."""
    values = source.get(name) or []
    if not isinstance(values, list) or any(type(value) is not int or not 0 <= value < players for value in values):
        raise ReferenceError(f"{name}: a list of seats is expected, not {values!r}")
    return set(values)


def read_color(source: dict[str, Any], name: str, edition: Edition) -> str | None:
    """A colour of the deck, or none."""
    value = source.get(name)
    if value is not None and value not in edition.colors:
        raise ReferenceError(f"{name}: {value!r} is no colour of {edition.name} (DECK-03)")
    return value
