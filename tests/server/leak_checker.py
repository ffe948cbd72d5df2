"""Compares what a client was sent with the open record of the match, replayed step by step."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import msgspec

from huefall.game import Match
from huefall.game.events import Event
from huefall.game.outcome import RevealedHand
from huefall.protocol.messages import Message
from huefall.protocol.views import EventShown, View
from huefall.record import replay

#: Events whose card is public, because it lies on the table (docs/events.md).
OPEN_CARDS = {"dealer_draw", "bury", "turn_up", "play", "lay", "misplay"}

#: The fields of a message that may hold cards. A card in any other field is a leak.
CARD_PLACES = {
    "view.hands[][]",
    "view.discard[]",
    "view.drawn",
    "view.cut",
    "view.shown.hand[]",
    "laid",
    "events[].card",
    "missed[].events[].card",
    "log[].events[].card",
    "moves[].reason.params.card",
    "table.hands[][]",
}

#: The fields that may hold sentences with cards.
SENTENCE_PLACES = {
    "view.legal[]",
    "did.move",
    "missed[].did.move",
    "log[].did.move",
    "first.move",
    "text",
    "moves[].sentence",
}

#: Keys that must not occur in a message, at any depth.
SECRET_KEYS = {"seed", "guilty", "pile", "deck", "ticks", "token", "hash", "chance", "script"}

#: Fields of a position that are public unchanged.
OPEN_FIELDS = (
    *("discard", "color", "turn", "direction", "dealer", "scores", "boost", "called", "open", "cut", "cut_count"),
    *("passes", "moves", "over", "winner", "points", "match_winners"),
)

_decoder = msgspec.json.Decoder(Message)


@dataclass
class ClientLog:
    """All messages that one client got, through all its connections; ``seat`` is None for a spectator."""

    name: str
    seat: int | None
    raw: list[str] = field(default_factory=list)
    said: dict[str, str] = field(default_factory=dict)  # its sentences by the id of the command


@dataclass(frozen=True)
class TrueState:
    """The position after an entry and its events, with every secret."""

    position: dict[str, Any]
    shown: RevealedHand | None
    events: list[Event]
    did: tuple[int, str] | None  # who made which move
    laid: str | None = None  # what lies on the top card (AVG-01)


def true_states(record: bytes, updates: list[dict[str, Any]]) -> dict[int, TrueState]:
    """Replay a record; return the true state at each revision in the updates of a spectator who watched from the beginning."""
    finished = replay(record)
    text = None if isinstance(finished.edition, str) else finished.edition["file"]
    match = Match.scripted(finished.variant, finished.players, finished.dealer_draw, edition_text=text)
    steps = _steps(finished, match)
    truths: dict[int, TrueState] = {}
    last: TrueState | None = None
    for update in updates:
        if update["what"] in {"dealt", "moved"}:
            last = next(steps)
            if last.did is not None:
                assert last.did == (update["did"]["seat"], update["did"]["move"])
        if last is not None:
            truths[update["revision"]] = last
            last = replace(last, events=[], did=None)
    assert next(steps, None) is None, "more was recorded than was sent"
    return truths


def _steps(finished: Match, match: Match) -> Iterator[TrueState]:
    for played in finished.rounds:
        events = match.next_round(played.deck, reshuffle=played.reshuffle and played.reshuffle.order)
        yield TrueState(match.position(), match.game.shown, events, None)
        laid = None
        for move in played.moves:
            outcome = match.play(move.seat, move.sentence, reshuffle=move.reshuffle and move.reshuffle.order)
            laid = _laid_after(laid, outcome.events)
            yield TrueState(match.position(), match.game.shown, outcome.events, (move.seat, move.sentence), laid)


def _laid_after(laid: str | None, events: list[Event]) -> str | None:
    """Follow what lies on the top card: a play covers it or lays another card, a reshuffle takes it (AVG-01, PILE-01)."""
    for event in events:
        if event.kind in {"play", "lay", "reshuffle"}:
            laid = event.card if event.kind == "lay" else None
    return laid


class LeakChecker:
    """Checks the logs of clients, and counts in ``met`` what occurred in them."""

    def __init__(self, truths: dict[int, TrueState], cards: set[str], secrets: list[str]) -> None:
        self.truths = truths
        self.cards = cards
        self.secrets = secrets  # texts that no message may contain: the seed, the tokens
        self.met: Counter[str] = Counter()

    def examine(self, client_log: ClientLog) -> None:
        """Check every message of a client."""
        for raw in client_log.raw:
            for secret in self.secrets:
                assert secret not in raw, f"{client_log.name} was sent a secret: {raw[:300]}"
            message = json.loads(raw)
            # A field that the schema does not have is lost on the way, and noticed.
            again = json.loads(msgspec.json.encode(_decoder.decode(raw)))
            assert _without_nothing(again) == _without_nothing(message)
            # A hint's ``chance`` is a win chance; the field that must not be sent is the generator of the shuffle.
            forbidden = SECRET_KEYS - {"chance"} if message["type"] == "hints" else SECRET_KEYS
            assert not keys_in(message) & forbidden, raw
            self._check_places(client_log, message)
            self._check_message(client_log, message)

    def _check_message(self, client_log: ClientLog, message: dict[str, Any]) -> None:
        self.met[message["type"]] += 1
        if message["type"] in {"welcome", "update"}:
            if message.get("view") is not None:
                self._check_view(client_log.seat, message["view"], self.truths[message["revision"]])
                self._check_laid(message.get("laid"), self.truths[message["revision"]])
            self._check_events(client_log.seat, message)
            if message.get("table") is not None:
                self._check_laid_open(message["table"].get("hands"), self.truths.get(message["revision"]))
        for name in ("missed", "log"):
            for earlier in message.get(name, []):
                self.met[name] += 1
                assert not {"view", "laid"} & earlier.keys()
                self._check_events(client_log.seat, earlier)
        if message["type"] == "hints":
            self._check_hints(client_log.seat, message)
        first = message.get("first")
        if first is not None:
            self.met["first"] += 1
            assert self.truths[first["revision"]].did == (first["seat"], first["move"])

    def _check_hints(self, seat: int | None, message: dict[str, Any]) -> None:
        """Hints go to the seat that is asked, and name only cards of its own hand."""
        position = self.truths[message["revision"]].position
        assert seat is not None and position["turn"] == seat
        for move in message["moves"]:
            named = [move["reason"]["params"][name] for name in ("card",) if name in move["reason"]["params"]]
            cards = {*self._cards_in(move["sentence"]), *named}
            assert cards <= set(position["hands"][seat]), "a hint with a card of another hand"

    def _check_laid_open(self, hands: list[list[str]] | None, truth: TrueState | None) -> None:
        """Hands lie open for the count, and not a move before."""
        is_over = truth is not None and truth.position["over"]
        assert hands == (truth.position["hands"] if is_over else None)
        self.met["laid open"] += is_over

    def _check_laid(self, laid: str | None, truth: TrueState) -> None:
        """Check the card on the top card, which is public; in the discards it lies under the top card."""
        assert laid == truth.laid
        assert laid is None or laid == truth.position["discard"][-2]
        self.met["laid"] += laid is not None

    def _check_view(self, seat: int | None, view: dict[str, Any], truth: TrueState) -> None:
        msgspec.convert(view, View)
        position = truth.position
        hands = position["hands"]
        assert view["seat"] == seat
        assert view["hands"] == [hand if seat == owner else None for owner, hand in enumerate(hands)]
        assert view["sizes"] == [len(hand) for hand in hands]
        assert view["pile_size"] == len(position["pile"])
        assert {name: view[name] for name in OPEN_FIELDS} == {name: position[name] for name in OPEN_FIELDS}
        asked = position["pending"]
        assert view["pending"] == (asked and {name: value for name, value in asked.items() if name != "guilty"})
        is_own = seat is not None and seat == position["turn"]
        assert view["drawn"] == (position["drawn"] if is_own else None)
        is_challenger = truth.shown is not None and truth.shown.to == seat
        shown = {"seat": truth.shown.seat, "hand": list(truth.shown.hand)} if is_challenger else None
        assert view["shown"] == shown
        assert ("legal" in view) == (seat is not None)
        for sentence in view.get("legal", []):
            assert set(self._cards_in(sentence)) <= set(hands[seat]), "a legal move with a card of another hand"
        self.met["view"] += 1
        self.met["pending"] += asked is not None
        self.met["guilty"] += bool(asked and asked.get("guilty"))
        self.met["drawn"] += view["drawn"] is not None
        self.met["shown"] += shown is not None
        self.met["shown to another"] += truth.shown is not None and shown is None

    def _check_events(self, seat: int | None, update: dict[str, Any]) -> None:
        sent = update.get("events", [])
        if not sent:
            return
        happened = self.truths[update["revision"]].events
        assert [event["event"] for event in sent] == [event.kind for event in happened]
        for event, truth in zip(sent, happened, strict=True):
            msgspec.convert(event, EventShown)
            is_open = truth.kind in OPEN_CARDS or (seat is not None and truth.seat == seat and truth.kind == "draw")
            assert event.get("card") == (truth.card if is_open else None), (event, truth)
            for name in ("seat", "other", "color", "amount", "question", "rule"):
                assert event.get(name) == getattr(truth, name)
            self.met[truth.kind] += 1
            self.met["hidden draw"] += truth.card is not None and not is_open

    def _check_places(self, client_log: ClientLog, message: dict[str, Any]) -> None:
        for place, text in texts_in(message):
            if text in self.cards:
                assert place in CARD_PLACES, f"{client_log.name} was sent {text} in {place}"
            elif place == "text":
                said = client_log.said.get(message.get("id") or "", "")
                assert set(self._cards_in(text)) <= set(self._cards_in(said)), f"{text!r} after {said!r}"
            elif self._cards_in(text):
                assert place in SENTENCE_PLACES, f"{client_log.name} was sent {text!r} in {place}"

    def _cards_in(self, text: str) -> list[str]:
        return [word for word in re.split(r"[\s'\",:;()]+", text) if word in self.cards]


def texts_in(value: Any, place: str = "") -> Iterator[tuple[str, str]]:
    """List all texts in a message, keys aside, each with its place."""
    if isinstance(value, str):
        yield place, value
    elif isinstance(value, list):
        for item in value:
            yield from texts_in(item, f"{place}[]")
    elif isinstance(value, dict):
        for name, item in value.items():
            yield from texts_in(item, f"{place}.{name}".lstrip("."))


def keys_in(value: Any) -> set[str]:
    """List all keys in a message."""
    if isinstance(value, dict):
        return set(value) | {key for item in value.values() for key in keys_in(item)}
    return {key for item in value for key in keys_in(item)} if isinstance(value, list) else set()


def _without_nothing(value: Any) -> Any:
    """Drop fields that may be left out: those that are None or empty."""
    if isinstance(value, dict):
        return {name: _without_nothing(item) for name, item in value.items() if item is not None and item != []}
    return [_without_nothing(item) for item in value] if isinstance(value, list) else value
