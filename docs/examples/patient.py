"""A bot of one's own: keeps its black cards for later, and plays the colour it has most of."""

from collections import Counter

from huefall.bots.seat_view import SeatView


class Patient:
    level = "patient"

    def __init__(self, edition=None):
        self.edition = edition  # of the table; views have only its name

    def choose(self, view, rng):
        """Answer the question put to this seat: one of the sentences in view["legal"]."""
        seat_view = SeatView(view, self.edition)  # the legal sentences taken apart, and what the cards do
        answers = seat_view.answers()
        plays = [choice for choice in answers if choice.verb == "play"]
        if not plays:
            return rng.choice(answers).sentence  # draw, keep, accept, challenge, name a colour …
        held = Counter(seat_view.color_of(card) for card in seat_view.hand)

        def worth(choice):
            color = seat_view.color_of(choice.cards[0])
            return color is not None, held[choice.color or color]

        return seat_view.with_call(max(plays, key=worth))

    def claim(self, view, rng):
        """Call, catch or cut beside the turn, or let it be with None."""
        claims = [choice for choice in SeatView(view, self.edition).claims() if choice.verb in ("uno", "catch")]
        return claims[0].sentence if claims else None
