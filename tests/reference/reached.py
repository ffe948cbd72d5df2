"""Counts the situations of single rules in a match, from the events of the reference engine.

Random play compares only what it meets: a rule that no match has reached was not compared, however many were played.
"""

from __future__ import annotations

from collections import Counter

from .cards import Card
from .state import Event, State

CAUGHT_AFTER_DRAW = "UNO-02: caught after somebody drew"
CAUGHT_AFTER_ACCEPT = "UNO-02: caught after an accepted penalty"
CAUGHT_AFTER_CHALLENGE = "UNO-02: caught after a failed challenge"
CAUGHT_AFTER_DANCE = "UNO-02: caught after a dance, a vote or its three cards"
SAFE_AFTER_CHALLENGE = "UNO-02: no longer one card after a guilty challenge"
CLOSED_BY_DRAW = "UNO-02: a draw ended the window"
UNDONE_CALL = "UNO-05: a call undone by an exchange"
WILD4_STACK = "STACK-02: Wild Draw Four on Wild Draw Four alone"
WILD4_CUT = "CUT-02: a cut that replaces a penalty under wild4"
OTHER_COLOR_SHIELD = "SHIELD-01: a shield of another colour on a Draw Two"
BOOSTED_SKIP = "BUZZ-03: a boosted Skip skips one more"
BOOSTED_DRAW = "BUZZ-03: a boosted Draw Two skips one more"
PLAIN_FIRST_CARD = "FIRST-02: a turned Skip or Draw Two that does nothing"
SITUATIONS = (
    CAUGHT_AFTER_DRAW,
    CAUGHT_AFTER_ACCEPT,
    CAUGHT_AFTER_CHALLENGE,
    CAUGHT_AFTER_DANCE,
    SAFE_AFTER_CHALLENGE,
    CLOSED_BY_DRAW,
    UNDONE_CALL,
    WILD4_STACK,
    WILD4_CUT,
    OTHER_COLOR_SHIELD,
    BOOSTED_SKIP,
    BOOSTED_DRAW,
    PLAIN_FIRST_CARD,
)


class Reached:
    """Counts the situations of one match or of many."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self._since_play: list[Event] = []  # what happened since the last card was played

    def note_deal(self, events: list[Event]) -> None:
        """Count the situations of a deal."""
        self._since_play = []
        turned = next(event for event in reversed(events) if event["event"] == "turn_up")
        acted = any(event["event"] in ("skip", "reverse") for event in events)
        if turned["rule"] == "FIRST-02" and not acted:
            self.counts[PLAIN_FIRST_CARD] += 1

    def note_move(self, top: Card, catchable: set[int], state: State, events: list[Event]) -> None:
        """Count the situations of a move; ``top`` and ``catchable`` are from before it, ``state`` is after it."""
        for event in events:
            self._note_event(event, top, state, events)
        kinds = {(event["event"], event["rule"]) for event in events}
        if ("challenge", "CHAL-02") in kinds and catchable - state.open:
            self.counts[SAFE_AFTER_CHALLENGE] += 1
        drew = kinds & {("draw", "PLAY-03"), ("draw", "DRAW-01")}
        if drew and any(len(state.hands[seat]) == 1 for seat in catchable - state.open):
            self.counts[CLOSED_BY_DRAW] += 1

    def _note_event(self, event: Event, top: Card, state: State, events: list[Event]) -> None:
        kind, rule = event["event"], event["rule"]
        if kind == "play":
            self._since_play = []
            self._note_play(rule, state.edition.cards[event["card"]], top, state)
        elif kind == "caught":
            self._note_catch()
        elif kind == "uno" and rule == "UNO-05":
            self.counts[UNDONE_CALL] += 1
        elif kind == "skip" and rule == "BUZZ-03":
            drawn = any(other["event"] in ("draw", "forgiven") for other in events)
            self.counts[BOOSTED_DRAW if drawn else BOOSTED_SKIP] += 1
        self._since_play.append(event)

    def _note_play(self, rule: str, card: Card, top: Card, state: State) -> None:
        wild4 = state.options.stacking == "wild4"
        if rule == "STACK-02" and wild4:
            self.counts[WILD4_STACK] += 1
        elif rule == "CUT-01" and wild4 and card.draws:
            self.counts[WILD4_CUT] += 1
        elif rule == "SHIELD-01" and top.draws and top.color not in (None, card.color):
            self.counts[OTHER_COLOR_SHIELD] += 1

    def _note_catch(self) -> None:
        kinds = {(event["event"], event["rule"]) for event in self._since_play}
        if kinds & {("draw", "PLAY-03"), ("draw", "DRAW-01")}:
            self.counts[CAUGHT_AFTER_DRAW] += 1
        if any(event["event"] == "accept" and event["rule"] in ("D2-01", "WD4-01") for event in self._since_play):
            self.counts[CAUGHT_AFTER_ACCEPT] += 1
        if ("challenge", "CHAL-03") in kinds:
            self.counts[CAUGHT_AFTER_CHALLENGE] += 1
        if kinds & {("dance", "BTS-01"), ("vote", "BTS-02"), ("accept", "BTS-01")}:
            self.counts[CAUGHT_AFTER_DANCE] += 1
