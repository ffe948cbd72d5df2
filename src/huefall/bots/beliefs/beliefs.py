"""What a seat believes about the cards it does not see, from the events it was told of.

Every card of another hand is followed: when it came, and which kinds it probably is not.

- A player who draws on an ordinary turn probably had nothing playable, so the cards they held then do not fit the top
  card. Cards drawn later are unconstrained.
- A player who accepts a penalty probably held no card that answers it.
- A player whose Wild Draw Four can be challenged probably held no card of the colour in force.
- Cards that were seen (a hand shown to a challenger, a card taken back after a foul, a hand that was swapped away) are
  known until they are played.

Which cards fit or answer is asked of the rules (``huefall.notation.preview``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from huefall.bots.beliefs.bluff import bluff_after
from huefall.bots.beliefs.hand import Hand
from huefall.bots.beliefs.masks import masks_of
from huefall.bots.bot import View
from huefall.game.ready import prepare_rules
from huefall.kernel.layout import WORD_BITS, Records, blank
from huefall.kernel.search.sample import CERTAIN, HIDDEN, SUSPECTS
from huefall.notation.preview import phase_of_rule, roles_on
from huefall.notation.variant import Variant
from huefall.vocabulary import colors

#: An event as the seat was told of it (docs/events.md).
Event = Mapping[str, Any]

#: The rules of draws that a player chose to make.
VOLUNTARY_DRAW_RULES = ("PLAY-03", "DRAW-01")

#: Players sometimes draw with a playable card, so suspicions are wrong at times: in this share of samples one is ignored.
IGNORE_RATE = 0.08

_LOW_WORD = (1 << WORD_BITS) - 1


class Beliefs:
    """What one seat knows and suspects about the other hands."""

    def __init__(self, variant: Variant, view: View) -> None:
        prepare_rules()
        self.variant = variant
        self.seat: int = view["seat"]
        self.players = len(view["sizes"])
        self.hands = [Hand() for _ in range(self.players)]
        self.color: int = colors.NO_COLOR
        self.color_before: int = colors.NO_COLOR  # in force when the top card was played
        self.top: int | None = None
        self._masks = masks_of(variant)
        self._own: Counter[int] = Counter()
        self._checking: tuple[int, int, set[int]] | None = None  # colour, checking seat, seats that held it (AVG-01)
        self._player: int | None = None  # who played the top card …
        # … and how many unknown cards were left in that hand: guilt is not about later cards (CHAL-01).
        self._held_then = 0
        self._drawer: int | None = None  # the last seat that chose to draw …
        self._fined = 0  # … and the penalty cards it got since, which come after the drawn one
        told = view.get("told", ())
        if not told or told[0]["event"] != "deal":
            self._begin(view, told)
        for event in told:
            handle = self._HANDLERS.get(event["event"])
            if handle is not None:
                handle(self, event)

    # Events

    def _begin(self, view: View, told: Sequence[Event]) -> None:
        """Find the first top card of a round that began from a position: the discards now, less the cards played since."""
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

    def _on_deal(self, event: Event) -> None:
        for hand in self.hands:
            hand.unknown = [0] * event["amount"]
        self._own = Counter(self.variant.numbers[card] for card in event.get("cards", ()))

    def _on_turn_up(self, event: Event) -> None:
        self._lay(self.variant.numbers[event["card"]])

    def _on_play(self, event: Event) -> None:
        kind = self.variant.numbers[event["card"]]
        self._lose(event["seat"], kind)
        self._lay(kind)
        self._player, self._held_then = event["seat"], len(self.hands[event["seat"]].unknown)
        if self.variant.rules.wild4 == "enforce":
            self._exclude_bluff()

    def _on_lay(self, event: Event) -> None:
        kind = self.variant.numbers[event["card"]]
        self._lose(event["seat"], kind)
        self._checking = self.variant.kinds[kind].color, event["seat"], set()

    def _on_check(self, event: Event) -> None:
        if self._checking is not None:
            self._checking[2].add(event["seat"])

    def _on_turn(self, _: Event) -> None:
        self._close_check()

    def _on_color(self, event: Event) -> None:
        self.color = colors.from_letter(event["color"])

    def _on_draw(self, event: Event) -> None:
        seat = event["seat"]
        if event["rule"] in VOLUNTARY_DRAW_RULES:
            self.hands[seat].exclude(self._fitting() & ~self._held_back())
            self._drawer, self._fined = seat, 0
        elif seat == self._drawer:
            self._fined += 1
        if seat == self.seat:
            self._own[self.variant.numbers[event["card"]]] += 1
        self.hands[seat].unknown.append(0)

    def _on_keep(self, event: Event) -> None:
        """A kept card probably does not fit, unless it was drawn until it did; a black card may be kept for later."""
        unknown, drawn = self.hands[event["seat"]].unknown, -1 - self._fined
        if len(unknown) < -drawn:
            return
        if self.variant.rules.draw == "until_playable":
            unknown[drawn] |= self._masks.all & ~self._fitting()
        else:
            kept_at_will = self._masks.black if self.variant.rules.drawn == "optional" else self._masks.restricted
            unknown[drawn] |= self._fitting() & ~kept_at_will & ~self._held_back()

    def _on_accept(self, event: Event) -> None:
        self.hands[event["seat"]].exclude(self._answering_kinds(event["rule"]))
        self._exclude_bluff()  # the hand was not shown, so it is only likely

    def _on_challenge(self, event: Event) -> None:
        accused = self.hands[event["other"]]
        if "hand" in event:
            accused.reveal_all(Counter(self.variant.numbers[card] for card in event["hand"]))
        elif event["amount"]:
            accused.require(self._masks.of_color[self.color_before], self._masks.all, self._held_then)
        else:
            self._exclude_bluff()

    def _on_misplay(self, event: Event) -> None:
        self.hands[event["seat"]].reveal(self.variant.numbers[event["card"]])

    def _on_swap(self, event: Event) -> None:
        self._show_own()
        one, other = event["seat"], event["other"]
        self.hands[one], self.hands[other] = self.hands[other], self.hands[one]
        self._take_own(event)

    def _on_rotate(self, event: Event) -> None:
        self._show_own()
        step = event["amount"]
        self.hands = [self.hands[(seat - step) % self.players] for seat in range(self.players)]
        self._take_own(event)

    # The top card and what fits it

    def _lay(self, kind: int) -> None:
        self.top = kind
        self.color_before = self.color
        if self.variant.kinds[kind].color != colors.NO_COLOR:
            self.color = self.variant.kinds[kind].color

    def _lose(self, seat: int, kind: int) -> None:
        if seat == self.seat and self._own[kind]:
            self._own[kind] -= 1
        self.hands[seat].remove(kind)

    def _fitting(self) -> int:
        """The kinds that fit in an ordinary turn now."""
        return 0 if self.top is None else roles_on(self.variant, self.top, self.color).plays

    def _answering_kinds(self, rule: str) -> int:
        """The kinds that would have answered an accepted question, named by its rule (STACK-01, SHIELD-01, JUR-01).

        Without those that the hand may have forbidden.
        """
        phase = phase_of_rule(rule)
        if phase is None or self.top is None:
            return 0
        roles = roles_on(self.variant, self.top, self.color, phase)
        return roles.answers & ~roles.if_allowed

    def _held_back(self) -> int:
        """The kinds that may be kept although they fit: a player with few cards does not give them away (SEVEN-01)."""
        return self._masks.exchanging if self.variant.rules.seven_zero else 0

    def _exclude_bluff(self) -> None:
        """The player of a Wild Draw Four held no card of the colour it was played on (WD4-02).

        The play is no evidence where the card may be played with any hand and cannot be challenged.
        """
        rules = self.variant.rules
        if not rules.challenge and rules.wild4 != "enforce":
            return
        if self._player is not None and self.top is not None and self._masks.restricted >> self.top & 1:
            self.hands[self._player].exclude(self._masks.of_color[self.color_before], self._held_then)

    def _close_check(self) -> None:
        """Seats that were checked and drew no card do not hold the colour (AVG-01)."""
        if self._checking is not None:
            color, checker, held = self._checking
            unchecked = set() if self.variant.rules.gauntlet_self else {checker}
            for seat, hand in enumerate(self.hands):
                if seat not in held | unchecked:
                    hand.exclude(self._masks.of_color[color])
        self._checking = None

    def _show_own(self) -> None:
        """Before hands move: the cards of the own hand stay known at the seat that gets them."""
        hand = self.hands[self.seat]
        unseen = hand.total - self._own.total()
        hand.reveal_all(self._own)
        hand.unknown = [0] * unseen

    def _take_own(self, event: Event) -> None:
        """After hands moved: the own hand is seen; in a round that began from a position, as far as it was known."""
        hand = self.hands[self.seat]
        seen = event.get("hand")
        self._own = Counter(hand.known) if seen is None else Counter(self.variant.numbers[card] for card in seen)
        hand.unknown, hand.known = [0] * max(hand.total, self._own.total()), Counter()

    # For the search

    def pack(self, view: View, ignore_rate: float = IGNORE_RATE) -> Records:
        """Pack what is known and suspected for the kernel; ``ignore_rate``: the share of samples that ignore a suspicion."""
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
        bluff = self._bluff_chance(view, unseen)
        row["bluff"] = -1 if bluff is None else round(CERTAIN * bluff)
        return packed

    def bluff_chance(self, view: View) -> float | None:
        """The chance that the Wild Draw Four in question was a bluff; ``None`` if no such question is pending."""
        return self._bluff_chance(view, self._count_unseen(view))

    def _count_unseen(self, view: View) -> Counter[int]:
        """Count the cards that are neither in the own hand nor in the discards."""
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
        # The cards of a round that began from a position have no history: no kind is excluded.
        excluded = ([0] * size + hand.unknown)[-(size - known) :] if size > known else []
        # Most constrained first. Cards that can be of the colour of a bluff come last: one of them may have to be.
        about = self._masks.of_color[self.color_before]
        excluded.sort(key=lambda kinds: (about & ~kinds != 0, -kinds.bit_count()))
        for at, kinds in enumerate(excluded[:SUSPECTS]):
            row["barred"][seat, at] = kinds & _LOW_WORD, kinds >> WORD_BITS

    def _bluff_chance(self, view: View, unseen: Counter[int]) -> float | None:
        """The chance that the Wild Draw Four in question was a bluff (WD4-02); ``None`` where it says nothing of the hand."""
        rules, pending = self.variant.rules, view["pending"]
        if pending is None or pending["kind"] != "wild4" or pending["from"] == self.seat:
            return None
        if self.top is None or not self._masks.restricted >> self.top & 1:  # a shield is on top
            return None
        if rules.wild4 == "enforce":
            return 0.0
        return bluff_after(self._chance_to_hold(view, unseen, pending["from"])) if rules.challenge else None

    def _chance_to_hold(self, view: View, unseen: Counter[int], seat: int) -> float:
        """The chance that a hand held a card of the colour in force before the top card."""
        hand, suspect = self.hands[seat], self._masks.of_color[self.color_before]
        if any(count and suspect >> kind & 1 for kind, count in hand.known.items()):
            return 1.0
        lacks = 1.0
        followed = hand.unknown[: self._held_then] if self._player == seat else hand.unknown
        # The cards of a round that began from a position have no history: no kind is excluded.
        unfollowed = max(0, view["sizes"][seat] - hand.total)
        for excluded in [0] * unfollowed + followed:
            possible = {kind: count for kind, count in unseen.items() if count > 0 and not excluded >> kind & 1}
            of_color = sum(count for kind, count in possible.items() if suspect >> kind & 1)
            lacks *= 1 - of_color / max(1, sum(possible.values()))
        return 1 - lacks

    #: By kind of event; the others say nothing about hands.
    _HANDLERS: ClassVar[dict[str, Callable[[Beliefs, Event], None]]] = {
        "deal": _on_deal,
        "turn_up": _on_turn_up,
        "play": _on_play,
        "lay": _on_lay,
        "check": _on_check,
        "turn": _on_turn,
        "color": _on_color,
        "draw": _on_draw,
        "keep": _on_keep,
        "accept": _on_accept,
        "challenge": _on_challenge,
        "misplay": _on_misplay,
        "swap": _on_swap,
        "rotate": _on_rotate,
    }
