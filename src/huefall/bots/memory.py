"""What a seat can know of the cards it does not see, from what it was told of the round.

Every card of another hand is followed: when it came, and of which kinds it hardly is. Somebody who draws in an ordinary turn
could probably not play, so none of the cards held then fits what lay there; what is drawn later is anything again. Cards that were seen
(a hand shown to a challenger, a card taken back after a foul, a hand that was swapped away) are known until they are played.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from huefall.bots.bot import View
from huefall.bots.suspicion import bluff_after
from huefall.kernel.layout import NOBODY, WORD_BITS, Records, blank
from huefall.kernel.sampling import CERTAIN, HIDDEN, SUSPECTS
from huefall.notation.setting import Setting
from huefall.vocabulary import colors

Told = Mapping[str, Any]

#: Rules under which somebody draws of their own will.
OWN_WILL = ("PLAY-03", "DRAW-01")

#: The rules of the penalties that a draw card may answer.
PENALTIES = ("D2-01", "WD4-01")

#: How often a player acts against the suspicion: draws with a card that fits. So often it is put aside where a position is imagined.
DOUBT = 0.08

_LOW_WORD = (1 << WORD_BITS) - 1


class Masks:
    """Sets of kinds as bits, kind 0 lowest."""

    def __init__(self, setting: Setting) -> None:
        self.of_color: Counter[int] = Counter()
        self.of_face: Counter[str] = Counter()
        self.black = self.drawing = self.restricted = 0
        self.all = (1 << len(setting.kinds)) - 1
        for number, kind in enumerate(setting.kinds):
            bit = 1 << number
            if kind.color == colors.NO_COLOR:
                self.black |= bit
            else:
                self.of_color[kind.color] |= bit
                self.of_face[kind.row.face] |= bit
            if kind.row.draws:
                self.drawing |= bit
            if kind.row.restricted:
                self.restricted |= bit


@lru_cache(maxsize=64)
def masks_of(setting: Setting) -> Masks:
    """Make a setting's masks once."""
    return Masks(setting)


@dataclass(slots=True)
class Hand:
    """Another hand: cards known to be in it, and for each of the others the kinds it is hardly of (as bits)."""

    unknown: list[int] = field(default_factory=list)  # newest last
    known: Counter[int] = field(default_factory=Counter)

    def bar(self, kinds: int) -> None:
        """Note that no unknown card of the hand is of these kinds."""
        self.unknown = [barred | kinds for barred in self.unknown]

    def lose(self, kind: int) -> None:
        """Take out a card that was played: the newest that can be it."""
        if self.known[kind]:
            self.known[kind] -= 1
            return
        for at in range(len(self.unknown) - 1, -1, -1):
            if not self.unknown[at] >> kind & 1:
                del self.unknown[at]
                return
        if self.unknown:
            self.unknown.pop()

    def learn(self, kind: int) -> None:
        """Note a card that was seen and stays in the hand."""
        if not self.known[kind]:
            self.lose(kind)
            self.known[kind] += 1

    def become(self, kinds: Counter[int]) -> None:
        """Note that the whole hand was seen."""
        self.known, self.unknown = Counter(kinds), []


class Memory:
    """What one seat remembers of a round."""

    def __init__(self, setting: Setting, view: View) -> None:
        self.setting = setting
        self.seat: int = view["seat"]
        self.players = len(view["sizes"])
        self.hands = [Hand() for _ in range(self.players)]
        self.color: int = colors.NO_COLOR
        self.color_before: int = colors.NO_COLOR  # the card on top was played on this colour
        self.top: int | None = None
        self._masks = masks_of(setting)
        self._own: Counter[int] = Counter()
        self._checking: tuple[int, int, set[int]] | None = None  # colour, who checks, whose hand held it
        for event in view.get("told", ()):
            self._hear(event)

    # Following the round

    def _hear(self, event: Told) -> None:
        hear = getattr(self, f"_hear_{event['event']}", None)
        if hear is not None:
            hear(event)

    def _hear_deal(self, event: Told) -> None:
        for hand in self.hands:
            hand.unknown = [0] * event["amount"]
        self._own = Counter(self.setting.numbers[card] for card in event.get("cards", ()))

    def _hear_turn_up(self, event: Told) -> None:
        self._lay(self.setting.numbers[event["card"]])

    def _hear_play(self, event: Told) -> None:
        kind = self.setting.numbers[event["card"]]
        self._lose(event["seat"], kind)
        self._lay(kind)
        if self.setting.rules.wild4 == "enforce" and self._masks.restricted >> kind & 1:
            self.hands[event["seat"]].bar(self._masks.of_color[self.color_before])

    def _hear_lay(self, event: Told) -> None:
        kind = self.setting.numbers[event["card"]]
        self._lose(event["seat"], kind)
        self._checking = self.setting.kinds[kind].color, event["seat"], set()

    def _hear_check(self, event: Told) -> None:
        if self._checking is not None:
            self._checking[2].add(event["seat"])

    def _hear_turn(self, _: Told) -> None:
        self._close_check()

    def _hear_color(self, event: Told) -> None:
        self.color = colors.from_letter(event["color"])

    def _hear_draw(self, event: Told) -> None:
        seat = event["seat"]
        if event["rule"] in OWN_WILL:
            self.hands[seat].bar(self._fitting())
        if seat == self.seat:
            self._own[self.setting.numbers[event["card"]]] += 1
        self.hands[seat].unknown.append(0)

    def _hear_keep(self, event: Told) -> None:
        """A kept card hardly fits, unless it was drawn because it does; a black one may be kept for later where it may be."""
        unknown = self.hands[event["seat"]].unknown
        if not unknown:
            return
        if self.setting.rules.draw == "until_playable":
            unknown[-1] |= self._masks.all & ~self._fitting()
        else:
            kept_at_will = self._masks.black if self.setting.rules.drawn == "optional" else self._masks.restricted
            unknown[-1] |= self._fitting() & ~kept_at_will

    def _hear_accept(self, event: Told) -> None:
        self.hands[event["seat"]].bar(self._stackable(event["rule"]))

    def _hear_challenge(self, event: Told) -> None:
        accused = self.hands[event["other"]]
        if "hand" in event:
            accused.become(Counter(self.setting.numbers[card] for card in event["hand"]))
        elif not event["amount"]:
            accused.bar(self._masks.of_color[self.color_before])

    def _hear_misplay(self, event: Told) -> None:
        self.hands[event["seat"]].learn(self.setting.numbers[event["card"]])

    def _hear_swap(self, event: Told) -> None:
        self._show_own()
        one, other = event["seat"], event["other"]
        self.hands[one], self.hands[other] = self.hands[other], self.hands[one]
        self._take_own()

    def _hear_rotate(self, event: Told) -> None:
        self._show_own()
        step = event["amount"]
        self.hands = [self.hands[(seat - step) % self.players] for seat in range(self.players)]
        self._take_own()

    # How hands and the top card change

    def _lay(self, kind: int) -> None:
        self.top = kind
        self.color_before = self.color
        if self.setting.kinds[kind].color != colors.NO_COLOR:
            self.color = self.setting.kinds[kind].color

    def _lose(self, seat: int, kind: int) -> None:
        if seat == self.seat and self._own[kind]:
            self._own[kind] -= 1
        self.hands[seat].lose(kind)

    def _fitting(self) -> int:
        """Return the kinds that fit what lies there now."""
        fitting = self._masks.of_color[self.color] | self._masks.black
        if self.top is not None:
            fitting |= self._masks.of_face[self.setting.kinds[self.top].row.face]
        return fitting

    def _stackable(self, penalty: str) -> int:
        """Return the draw cards that would have answered a penalty (STACK-01 to 03, SHIELD-02), named by its rule."""
        stacking = self.setting.rules.stacking
        if stacking == "off" or self.top is None or penalty not in PENALTIES:
            return 0
        on_shield = not self._masks.drawing >> self.top & 1
        fours = self._masks.drawing & self._masks.black
        twos = self._masks.drawing & ~fours
        if on_shield:
            twos &= self._masks.of_color[self.color]
        is_four = penalty == "WD4-01"
        if stacking == "cumulative":
            return fours | (twos if on_shield or not is_four else 0)
        if is_four:
            return fours if stacking == "same" else 0
        return twos

    def _close_check(self) -> None:
        """Whoever was checked and did not draw for the colour does not hold it (AVG-01)."""
        if self._checking is not None:
            color, checker, held = self._checking
            unchecked = set() if self.setting.rules.gauntlet_self else {checker}
            for seat, hand in enumerate(self.hands):
                if seat not in held | unchecked:
                    hand.bar(self._masks.of_color[color])
        self._checking = None

    def _show_own(self) -> None:
        """Before hands change places: what is known of the own one is known wherever it goes."""
        hand = self.hands[self.seat]
        unseen = len(hand.unknown) + hand.known.total() - self._own.total()
        hand.become(self._own)
        hand.unknown = [0] * unseen

    def _take_own(self) -> None:
        """After hands have changed places the own one is seen; which cards they are, the view tells later."""
        hand = self.hands[self.seat]
        self._own = Counter(hand.known)
        hand.unknown += [0] * hand.known.total()
        hand.known = Counter()

    # What the search is told

    def pack(self, view: View, doubt: float = DOUBT) -> Records:
        """Write down what is known and suspected now, for the kernel; who does not trust suspicions doubts more."""
        self._close_check()
        packed = blank(HIDDEN)
        row = packed[0]
        row["seat"] = self.seat
        row["before"] = self.color_before
        row["doubt"] = round(doubt * CERTAIN)
        numbers = self.setting.numbers
        unseen = Counter({number: kind.copies for number, kind in enumerate(self.setting.kinds)})
        unseen.subtract(numbers[card] for card in (*view["hands"][self.seat], *view["discard"]))
        for seat, size in enumerate(view["sizes"]):
            if seat != self.seat:
                self._pack_hand(row, seat, size, unseen)
        for number, count in unseen.items():
            row["unseen"][number] = max(count, 0)
        bluff = self._bluff_chance(view, unseen)
        row["bluff"] = -1 if bluff is None else round(CERTAIN * bluff)
        return packed

    def _pack_hand(self, row: Any, seat: int, size: int, unseen: Counter[int]) -> None:
        hand = self.hands[seat]
        known = 0
        for kind, count in hand.known.items():
            kept = max(0, min(count, unseen[kind], size - known))
            row["known"][seat, kind] = kept
            unseen[kind] -= kept
            known += kept
        row["unknown"][seat] = size - known
        # A position that was set up has no past: nothing is suspected of its cards.
        barred = ([0] * size + hand.unknown)[-(size - known) :] if size > known else []
        # Most suspected first. Cards that can be of the colour a bluff is about come last: one of them may have to be.
        about = self._masks.of_color[self.color_before]
        barred.sort(key=lambda kinds: (about & ~kinds != 0, -kinds.bit_count()))
        for at, kinds in enumerate(barred[:SUSPECTS]):
            row["barred"][seat, at] = kinds & _LOW_WORD, kinds >> WORD_BITS

    def _bluff_chance(self, view: View, unseen: Counter[int]) -> float | None:
        """Return how likely the Wild Draw Four that is asked about was a bluff (WD4-02); none where it says nothing of the hand."""
        rules, pending = self.setting.rules, view["pending"]
        if pending is None or pending["kind"] != "wild4" or pending["from"] == self.seat:
            return None
        if self.top is None or not self._masks.restricted >> self.top & 1:  # a shield lies on it
            return None
        if rules.wild4 == "enforce":
            return 0.0
        return bluff_after(self._chance_to_hold(view, unseen, pending["from"])) if rules.challenge else None

    def _chance_to_hold(self, view: View, unseen: Counter[int], seat: int) -> float:
        """Return how likely a hand held a card of the colour in force before the top card."""
        hand, suspect = self.hands[seat], self._masks.of_color[self.color_before]
        if any(count and suspect >> kind & 1 for kind, count in hand.known.items()):
            return 1.0
        lacks = 1.0
        # A position that was set up has no past: nothing is suspected of its cards.
        for barred in hand.unknown or [0] * view["sizes"][seat]:
            possible = {kind: count for kind, count in unseen.items() if count > 0 and not barred >> kind & 1}
            of_color = sum(count for kind, count in possible.items() if suspect >> kind & 1)
            lacks *= 1 - of_color / max(1, sum(possible.values()))
        return 1 - lacks


def open_hidden() -> Records:
    """Write that every hand is open and only the order of the pile unknown."""
    packed = blank(HIDDEN)
    packed[0]["seat"] = NOBODY
    return packed
