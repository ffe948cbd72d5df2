"""What a seat can know of the cards it does not see, from what it was told of the round.

Every card of another hand is followed: when it came, and of which kinds it hardly is. Somebody who draws in an ordinary turn
could probably not play, so none of the cards held then fits what lay there; what is drawn later is anything again. Who accepts a penalty
could probably not answer it, and who plays a Wild Draw Four that could be challenged had probably none of the colour. Cards that were seen (a hand shown to a
challenger, a card taken back after a foul, a hand that was swapped away) are known until they are played.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from huefall.bots.beliefs.bluff import bluff_after
from huefall.bots.beliefs.hand import Hand
from huefall.bots.beliefs.masks import masks_of
from huefall.bots.bot import View
from huefall.kernel.layout import WORD_BITS, Records, blank
from huefall.kernel.search.sample import CERTAIN, HIDDEN, SUSPECTS
from huefall.notation.variant import Variant
from huefall.vocabulary import colors

Told = Mapping[str, Any]

#: Rules under which somebody draws of their own will.
OWN_WILL = ("PLAY-03", "DRAW-01")

#: The rules of the penalties that a draw card may answer.
PENALTIES = ("D2-01", "WD4-01")

#: How often a player acts against the suspicion: draws with a card that fits. So often it is put aside where a position is imagined.
IGNORE_RATE = 0.08

_LOW_WORD = (1 << WORD_BITS) - 1


class Beliefs:
    """What one seat remembers of a round."""

    def __init__(self, variant: Variant, view: View) -> None:
        self.variant = variant
        self.seat: int = view["seat"]
        self.players = len(view["sizes"])
        self.hands = [Hand() for _ in range(self.players)]
        self.color: int = colors.NO_COLOR
        self.color_before: int = colors.NO_COLOR  # the card on top was played on this colour
        self.top: int | None = None
        self._masks = masks_of(variant)
        self._own: Counter[int] = Counter()
        self._checking: tuple[int, int, set[int]] | None = None  # colour, who checks, whose hand held it
        self._player: int | None = None  # who played the top card
        # And how many unknown cards that hand had left: what came later is not what guilt is about (CHAL-01).
        self._held_then = 0
        self._drawer: int | None = None  # who drew last of their own will
        self._fined = 0  # cards that seat got since, which lie behind the drawn one
        told = view.get("told", ())
        if not told or told[0]["event"] != "deal":
            self._begin(view, told)
        for event in told:
            hear = self._HEARD.get(event["event"])
            if hear is not None:
                hear(self, event)

    # Following the round

    def _begin(self, view: View, told: Sequence[Told]) -> None:
        """Find out what lay there when a round began that was not dealt: what lies there now, less what was played since."""
        played = sum(event["event"] in {"play", "lay"} for event in told)
        under = view["discard"][: len(view["discard"]) - played]
        if any(event["event"] == "reshuffle" for event in told) or not under:
            return
        if told:
            self._lay(self.variant.numbers[under[-1]])
            return
        for card in under[-2:]:
            self._lay(self.variant.numbers[card])
        self.color = colors.from_letter(view["color"])

    def _hear_deal(self, event: Told) -> None:
        for hand in self.hands:
            hand.unknown = [0] * event["amount"]
        self._own = Counter(self.variant.numbers[card] for card in event.get("cards", ()))

    def _hear_turn_up(self, event: Told) -> None:
        self._lay(self.variant.numbers[event["card"]])

    def _hear_play(self, event: Told) -> None:
        kind = self.variant.numbers[event["card"]]
        self._lose(event["seat"], kind)
        self._lay(kind)
        self._player, self._held_then = event["seat"], len(self.hands[event["seat"]].unknown)
        if self.variant.rules.wild4 == "enforce":
            self._clear_of_bluff()

    def _hear_lay(self, event: Told) -> None:
        kind = self.variant.numbers[event["card"]]
        self._lose(event["seat"], kind)
        self._checking = self.variant.kinds[kind].color, event["seat"], set()

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
            self.hands[seat].bar(self._fitting() & ~self._unwelcome())
            self._drawer, self._fined = seat, 0
        elif seat == self._drawer:
            self._fined += 1
        if seat == self.seat:
            self._own[self.variant.numbers[event["card"]]] += 1
        self.hands[seat].unknown.append(0)

    def _hear_keep(self, event: Told) -> None:
        """A kept card hardly fits, unless it was drawn because it does; a black one may be kept for later where it may be."""
        unknown, drawn = self.hands[event["seat"]].unknown, -1 - self._fined
        if len(unknown) < -drawn:
            return
        if self.variant.rules.draw == "until_playable":
            unknown[drawn] |= self._masks.all & ~self._fitting()
        else:
            kept_at_will = self._masks.black if self.variant.rules.drawn == "optional" else self._masks.restricted
            unknown[drawn] |= self._fitting() & ~kept_at_will & ~self._unwelcome()

    def _hear_accept(self, event: Told) -> None:
        self.hands[event["seat"]].bar(self._stackable(event["rule"]) | self._avoiding(event["rule"]))
        self._clear_of_bluff()  # nobody has looked, so it is only likely

    def _hear_challenge(self, event: Told) -> None:
        accused = self.hands[event["other"]]
        if "hand" in event:
            accused.become(Counter(self.variant.numbers[card] for card in event["hand"]))
        elif event["amount"]:
            accused.hold_one_of(self._masks.of_color[self.color_before], self._masks.all, self._held_then)
        else:
            self._clear_of_bluff()

    def _hear_misplay(self, event: Told) -> None:
        self.hands[event["seat"]].learn(self.variant.numbers[event["card"]])

    def _hear_swap(self, event: Told) -> None:
        self._show_own()
        one, other = event["seat"], event["other"]
        self.hands[one], self.hands[other] = self.hands[other], self.hands[one]
        self._take_own(event)

    def _hear_rotate(self, event: Told) -> None:
        self._show_own()
        step = event["amount"]
        self.hands = [self.hands[(seat - step) % self.players] for seat in range(self.players)]
        self._take_own(event)

    # How hands and the top card change

    def _lay(self, kind: int) -> None:
        self.top = kind
        self.color_before = self.color
        if self.variant.kinds[kind].color != colors.NO_COLOR:
            self.color = self.variant.kinds[kind].color

    def _lose(self, seat: int, kind: int) -> None:
        if seat == self.seat and self._own[kind]:
            self._own[kind] -= 1
        self.hands[seat].lose(kind)

    def _fitting(self) -> int:
        """Return the kinds that fit what lies there now."""
        fitting = self._masks.of_color[self.color] | self._masks.black
        if self.top is not None:
            fitting |= self._masks.of_face[self.variant.kinds[self.top].row.face]
        return fitting

    def _unwelcome(self) -> int:
        """Return the cards that fit and are held back all the same: who has few cards does not give them away (SEVEN-01)."""
        return self._masks.exchanging if self.variant.rules.seven_zero else 0

    def _clear_of_bluff(self) -> None:
        """Note that the player of a Wild Draw Four had none of the colour it was played on (WD4-02).

        Where nobody may challenge, and it is no wrong card either, it is played whatever the hand holds.
        """
        rules = self.variant.rules
        if not rules.challenge and rules.wild4 != "enforce":
            return
        if self._player is not None and self.top is not None and self._masks.restricted >> self.top & 1:
            self.hands[self._player].bar(self._masks.of_color[self.color_before], self._held_then)

    def _avoiding(self, penalty: str) -> int:
        """Return the cards with which what was accepted could have been escaped (JUR-01) or passed on (SHIELD-01)."""
        if self.top is None:
            return 0
        found = self._masks.escaping if self._masks.marked >> self.top & 1 else 0
        if self.variant.rules.shields and penalty in PENALTIES:
            matching = self._masks.of_color[self.variant.kinds[self.top].color]
            matching |= self._masks.of_face[self.variant.kinds[self.top].row.face]
            found |= self._masks.shielding & (self._masks.all if self._takes_any_shield(self.top) else matching)
        return found

    def _takes_any_shield(self, top: int) -> bool:
        """Tell whether a shield of any colour answers the draw card on top (SHIELD-01)."""
        any_color = self.variant.packed_rules[0]["shields_any_color"]
        return bool((self._masks.black | (self._masks.drawing if any_color else 0)) >> top & 1)

    def _stackable(self, penalty: str) -> int:
        """Return the draw cards that would have answered a penalty (STACK-01 to 03, SHIELD-02), named by its rule."""
        stacking = self.variant.rules.stacking
        if stacking == "off" or self.top is None or penalty not in PENALTIES:
            return 0
        on_shield = not self._masks.drawing >> self.top & 1
        fours = self._masks.drawing & self._masks.black
        twos = self._masks.drawing & ~fours
        if self.variant.rules.wild4 == "enforce":  # who holds one may not have been allowed to play it
            fours &= ~self._masks.restricted
        if on_shield:
            twos &= self._masks.of_color[self.color]
        is_four = penalty == "WD4-01"
        if stacking == "cumulative":
            return fours | (twos if on_shield or not is_four else 0)
        if is_four:
            return fours if stacking in ("same", "wild4") else 0
        return twos if stacking != "wild4" else 0

    def _close_check(self) -> None:
        """Whoever was checked and did not draw for the colour does not hold it (AVG-01)."""
        if self._checking is not None:
            color, checker, held = self._checking
            unchecked = set() if self.variant.rules.gauntlet_self else {checker}
            for seat, hand in enumerate(self.hands):
                if seat not in held | unchecked:
                    hand.bar(self._masks.of_color[color])
        self._checking = None

    def _show_own(self) -> None:
        """Before hands change places: what is known of the own one is known wherever it goes."""
        hand = self.hands[self.seat]
        unseen = hand.total - self._own.total()
        hand.become(self._own)
        hand.unknown = [0] * unseen

    def _take_own(self, event: Told) -> None:
        """After hands have changed places the own one is seen; in a round that was not dealt as far as it was known before."""
        hand = self.hands[self.seat]
        seen = event.get("hand")
        self._own = Counter(hand.known) if seen is None else Counter(self.variant.numbers[card] for card in seen)
        hand.unknown, hand.known = [0] * max(hand.total, self._own.total()), Counter()

    # What the search is told

    def pack(self, view: View, ignore_rate: float = IGNORE_RATE) -> Records:
        """Write down what is known and suspected now, for the kernel; who does not trust suspicions doubts more."""
        self._close_check()
        packed = blank(HIDDEN)
        row = packed[0]
        row["seat"] = self.seat
        row["before"] = self.color_before
        row["doubt"] = round(ignore_rate * CERTAIN)
        unseen = self._count_unseen(view)
        for seat, size in enumerate(view["sizes"]):
            if seat != self.seat:
                self._pack_hand(row, seat, size, unseen)
        for number, count in unseen.items():
            row["unseen"][number] = max(count, 0)
        bluff = self._suspect_bluff(view, unseen)
        row["bluff"] = -1 if bluff is None else round(CERTAIN * bluff)
        return packed

    def bluff_chance(self, view: View) -> float | None:
        """Return how likely the search takes the Wild Draw Four that is asked about for a bluff; none where it says nothing."""
        return self._suspect_bluff(view, self._count_unseen(view))

    def _count_unseen(self, view: View) -> Counter[int]:
        """Count the cards that lie neither in the own hand nor open."""
        unseen = Counter({number: kind.copies for number, kind in enumerate(self.variant.kinds)})
        unseen.subtract(self.variant.numbers[card] for card in (*view["hands"][self.seat], *view["discard"]))
        return unseen

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

    def _suspect_bluff(self, view: View, unseen: Counter[int]) -> float | None:
        """Return how likely the Wild Draw Four that is asked about was a bluff (WD4-02); none where it says nothing of the hand."""
        rules, pending = self.variant.rules, view["pending"]
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
        followed = hand.unknown[: self._held_then] if self._player == seat else hand.unknown
        # A position that was set up has no past: nothing is suspected of its cards.
        unfollowed = max(0, view["sizes"][seat] - hand.total)
        for barred in [0] * unfollowed + followed:
            possible = {kind: count for kind, count in unseen.items() if count > 0 and not barred >> kind & 1}
            of_color = sum(count for kind, count in possible.items() if suspect >> kind & 1)
            lacks *= 1 - of_color / max(1, sum(possible.values()))
        return 1 - lacks

    #: What is heard of each kind of event; of the others there is nothing to learn.
    _HEARD: ClassVar[dict[str, Callable[[Beliefs, Told], None]]] = {
        "deal": _hear_deal,
        "turn_up": _hear_turn_up,
        "play": _hear_play,
        "lay": _hear_lay,
        "check": _hear_check,
        "turn": _hear_turn,
        "color": _hear_color,
        "draw": _hear_draw,
        "keep": _hear_keep,
        "accept": _hear_accept,
        "challenge": _hear_challenge,
        "misplay": _hear_misplay,
        "swap": _hear_swap,
        "rotate": _hear_rotate,
    }
