"""Reading a position: every field checked, so that nothing impossible reaches the rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from huefall.editions.rules import MAX_PLAYERS, MIN_PLAYERS
from huefall.kernel.bits import bit_of, word_of
from huefall.kernel.ending import VOID_AT
from huefall.kernel.layout import NO_CARD, NOBODY, STATE, Records, blank
from huefall.notation.variant import Variant
from huefall.vocabulary import colors, phases
from huefall.vocabulary.errors import HuefallError

FIELDS = (
    "edition",
    "options",
    "hands",
    "pile",
    "discard",
    "color",
    "turn",
    "direction",
    "dealer",
    "scores",
    "boost",
    "pending",
    "drawn",
    "called",
    "open",
    "cut",
    "cut_count",
    "passes",
    "moves",
    "over",
    "winner",
    "points",
    "match_winners",
)

PENDING_FIELDS = ("kind", "seat", "draw", "from", "count", "guilty", "dancer", "votes")


class PositionError(HuefallError):
    """An impossible position; the text names the field."""


def seats_in(bits: int) -> list[int]:
    """List the seats of a bit mask, seat 0 lowest."""
    return [seat for seat in range(MAX_PLAYERS) if bits >> seat & 1]


def read_position(variant: Variant, position: Mapping[str, Any]) -> Records:
    """Read a position, with just the cards it lists; an impossible one raises ``PositionError``."""
    return _PositionReader(variant, position).read()


class _PositionReader:
    """Reads one position into a kernel state."""

    def __init__(self, variant: Variant, position: Mapping[str, Any]) -> None:
        self.variant = variant
        self.position = position
        self.state = blank(STATE)
        self.row = self.state[0]

    def read(self) -> Records:
        for field in self.position:
            if field not in FIELDS:
                raise PositionError(f"unknown field {field!r} in a position: expected {', '.join(FIELDS)}")
        self._read_cards()
        self._read_scores()
        self._read_table()
        self._read_question()
        self._read_windows()
        self._check_result()
        return self.state

    def _read_cards(self) -> None:
        hands = self.position.get("hands")
        if not isinstance(hands, list) or not MIN_PLAYERS <= len(hands) <= MAX_PLAYERS:
            count = len(hands) if isinstance(hands, list) else hands
            raise PositionError(f"hands must be a list of cards for each of 2 to 10 players, got {count!r} (SETUP-01)")
        self.players = len(hands)
        self.variant.rules.check_players(self.variant.edition, self.players)
        self.row["players"] = self.players
        dealt = [self.variant.read_cards(hand, f"hands[{seat}]") for seat, hand in enumerate(hands)]
        pile = self.variant.read_cards(self.position.get("pile", []), "pile")
        discard = self.variant.read_cards(self.position.get("discard"), "discard")
        if not discard:
            raise PositionError("discard must have at least the top card")
        self.variant.count_cards([card for cards in (*dealt, pile, discard) for card in cards])
        for seat, cards in enumerate(dealt):
            self.row["sizes"][seat] = len(cards)
            for kind in cards:
                self.row["hands"][seat, kind] += 1
                self.row["held"][seat, word_of(kind)] |= bit_of(kind)
        self.row["pile"][: len(pile)] = pile[::-1]
        self.row["pile_count"] = len(pile)
        self.row["discard"][: len(discard)] = discard
        self.row["discard_count"] = len(discard)
        self.row["top"] = discard[-1]

    def _read_scores(self) -> None:
        for field in ("scores", "points"):
            values = self.position.get(field)
            if values is None:
                continue
            if not isinstance(values, list) or len(values) != self.players:
                raise PositionError(f"{field} must be a list of {self.players} numbers, got {values!r}")
            self.row[field][: self.players] = [self._number_in(value, field, -(10**9), 10**9) for value in values]

    def _read_table(self) -> None:
        row = self.row
        top = self.variant.kinds[int(row["top"])]
        letter = self.position.get("color")
        row["color"] = top.color if letter is None else self.variant.color(letter)
        if (
            letter is not None
            and not self.position.get("over")
            and top.color not in (colors.NO_COLOR, int(row["color"]))
        ):
            raise PositionError(f"color {letter!r} cannot be in force on {top.text}: a coloured top card gives its own")
        row["direction"] = self._number("direction", -1, 1, default=1)
        if row["direction"] == 0:
            raise PositionError("direction must be 1 or -1, got 0")
        row["dealer"] = self._seat("dealer", default=self.players - 1)
        boost = self.position.get("boost")
        row["boost"] = colors.NO_COLOR if boost is None else self.variant.color(boost)
        if boost is not None and not self.variant.edition.has("boosts"):
            raise PositionError(f"boost {boost!r} has no meaning in the edition {self.variant.edition.name!r}")
        running = not self.position.get("over")
        row["passes"] = self._number("passes", 0, self.players - 1 if running else self.players)
        row["moves"] = self._number("moves", 0, VOID_AT - 1 if running else VOID_AT)
        row["winner"] = self._seat("winner", default=NOBODY)
        row["match_winners"] = self._seat_bits("match_winners")
        row["cut_count"] = self._number("cut_count", 1, 32, default=1)
        cut = self.position.get("cut")
        row["cut"] = NO_CARD if cut is None else self.variant.number(cut)
        if cut is not None and not self.variant.rules.cut:
            raise PositionError(f"cut {cut!r} needs the option cut")
        if cut is not None and (row["cut"] != row["top"] or top.color == colors.NO_COLOR):
            raise PositionError(f"cut {cut!r} must be the top card, {top.text}, and coloured (CUT-01)")

    def _read_question(self) -> None:
        row = self.row
        row["source"] = row["dancer"] = NOBODY
        row["together"] = 1
        row["drawn"] = NO_CARD
        pending, drawn = self.position.get("pending"), self.position.get("drawn")
        if self._switch_in(self.position.get("over"), "over"):
            row["phase"], row["asked"] = phases.OVER, NOBODY
            for field in ("pending", "drawn", "cut"):
                if self.position.get(field) is not None:
                    raise PositionError(f"{field} must be null once the round is over, got {self.position[field]!r}")
            return
        row["phase"] = phases.TURN
        row["asked"] = self._seat("turn", default=(int(row["dealer"]) + 1) % self.players)
        for seat in range(self.players):
            if not row["sizes"][seat]:
                raise PositionError(f"hands[{seat}] is empty, but the round is not over")
        if drawn is not None and pending is not None:
            raise PositionError("drawn and pending cannot both be there: one question is put at a time")
        if drawn is not None:
            row["phase"], row["drawn"] = phases.DRAWN, self.variant.number(drawn)
            if not row["hands"][row["asked"], row["drawn"]]:
                raise PositionError(f"drawn {drawn!r} is not in the hand of seat {row['asked']}")
        if pending is not None:
            self._read_pending(pending)
        if row["phase"] != phases.COLOR and row["color"] == colors.NO_COLOR:
            raise PositionError(f"color is missing: the top card {self.variant.texts[row['top']]} is black")
        if row["boost"] not in (colors.NO_COLOR, row["color"]):
            raise PositionError(f"boost {self.position['boost']!r} must be the colour in force (BUZZ-02)")

    def _read_pending(self, pending: object) -> None:
        if not isinstance(pending, dict):
            raise PositionError(f"pending must be an object or null, got {pending!r}")
        for field in pending:
            if field not in PENDING_FIELDS:
                raise PositionError(f"unknown field {field!r} in pending: expected {', '.join(PENDING_FIELDS)}")
        kind = pending.get("kind")
        if kind not in phases.QUESTIONS:
            raise PositionError(f"pending.kind must be one of {', '.join(phases.QUESTIONS)}, got {kind!r}")
        row = self.row
        row["phase"] = phases.NAMES.index(kind)
        seat = self._seat_in(pending.get("seat"), "pending.seat", default=int(row["asked"]))
        if self.position.get("turn") is not None and seat != row["asked"]:
            raise PositionError(f"pending.seat {seat} must be the turn, {row['asked']}")
        row["asked"] = seat
        default = int(row["dealer"]) if kind == "color" else (seat - int(row["direction"])) % self.players
        row["source"] = self._seat_in(pending.get("from"), "pending.from", default=default)
        top = self.variant.kinds[int(row["top"])].row
        at_stake = top.dares if kind in ("dance", "vote") else top.draws if kind in ("draw2", "wild4") else 0
        draw, count = pending.get("draw"), pending.get("count")
        row["penalty"] = self._number_in(at_stake if draw is None else draw, "pending.draw", 0, 1000)
        row["together"] = self._number_in(1 if count is None else count, "pending.count", 1, 32)
        row["guilty"] = self._switch_in(pending.get("guilty"), "pending.guilty")
        if kind == "vote":
            row["dancer"] = self._seat_in(pending.get("dancer"), "pending.dancer", default=None)
            votes = pending.get("votes") or []
            if not isinstance(votes, list) or len(votes) >= self.players - 1:
                raise PositionError(f"pending.votes must list fewer than {self.players - 1} votes, got {votes!r}")
            row["ballots"] = len(votes)
            approvals = [self._switch_in(vote, "pending.votes") for vote in votes]
            row["approvals"] = sum(1 << ballot for ballot, approved in enumerate(approvals) if approved)
        self._check_pending(kind)

    def _check_pending(self, kind: str) -> None:
        """Refuse a question that the top card and the rules in force cannot put."""
        row, rules = self.row, self.variant.rules
        top = self.variant.kinds[int(row["top"])]
        shielded = rules.shields and top.row.shield
        black = top.color == colors.NO_COLOR
        possible = {
            "draw2": shielded or (top.row.draws and not black),
            "wild4": shielded or (top.row.draws and black),
            "skip": top.marked and top.row.skips,
            "reverse": top.marked and top.row.reverses,
            "dance": top.row.dares,
            "vote": top.row.dares and rules.dance_judge == "vote",
            "color": black,
        }
        if not possible[kind]:
            raise PositionError(f"pending.kind {kind!r} cannot follow from the top card {top.text} under these rules")
        if kind in ("draw2", "wild4", "dance", "vote") and not row["penalty"]:
            raise PositionError("pending.draw must be at least 1 for a penalty, got 0")
        if kind == "vote":
            voter = (int(row["dancer"]) + (int(row["ballots"]) + 1) * int(row["direction"])) % self.players
            if voter != row["asked"]:
                raise PositionError(
                    f"pending.votes: after {row['ballots']} votes on the dance of seat {row['dancer']} "
                    f"it is seat {voter}'s turn to vote, not seat {row['asked']}'s (BTS-02)"
                )
        elif row["source"] == row["asked"]:
            raise PositionError(f"pending.from and pending.seat are both {row['asked']}: nobody asks oneself")

    def _check_result(self) -> None:
        """Refuse results of a round that goes on."""
        if self.row["phase"] == phases.OVER:
            return
        if self.position.get("winner") is not None or self.position.get("match_winners"):
            raise PositionError("winner and match_winners must be null while the round goes on")
        if any(self.row["points"]):
            raise PositionError(f"points must be 0 while the round goes on, got {self.position['points']!r}")

    def _read_windows(self) -> None:
        for field in ("called", "open"):
            bits = self._seat_bits(field)
            for seat in seats_in(bits):
                if self.row["sizes"][seat] != 1:
                    raise PositionError(f"{field} names seat {seat}, which does not hold one card")
            self.row[field] = bits
        if self.row["called"] & self.row["open"]:
            raise PositionError("a seat is both in called and in open: a player who has called cannot be caught")

    def _number(self, field: str, minimum: int, maximum: int, default: int = 0) -> int:
        value = self.position.get(field)
        return default if value is None else self._number_in(value, field, minimum, maximum)

    def _number_in(self, value: object, field: str, minimum: int, maximum: int) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not minimum <= value <= maximum:
            raise PositionError(f"{field} must be a whole number from {minimum} to {maximum}, got {value!r}")
        return value

    def _switch_in(self, value: object, field: str) -> bool:
        if value is not None and not isinstance(value, bool):
            raise PositionError(f"{field} must be true or false, got {value!r}")
        return bool(value)

    def _seat(self, field: str, default: int | None) -> int:
        return self._seat_in(self.position.get(field), field, default)

    def _seat_in(self, value: object, field: str, default: int | None) -> int:
        if value is None and default is not None:
            return default
        if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < self.players:
            raise PositionError(f"{field} must be a seat from 0 to {self.players - 1}, got {value!r}")
        return value

    def _seat_bits(self, field: str) -> int:
        """Read a list of seats as a bit mask, seat 0 lowest."""
        values: Sequence[object] = self.position.get(field) or ()
        if not isinstance(values, list | tuple):
            raise PositionError(f"{field} must be a list of seats, got {values!r}")
        return sum(1 << seat for seat in {self._seat_in(value, field, None) for value in values})
