"""A bot of one's own: keeps its black cards for later, and plays the colour it holds most of."""

from collections import Counter

from huefall.bots import SeatView


class Patient:
    level = "patient"

    def __init__(self, edition=None):
        self.edition = edition  # the table's edition; a view has only its name

    def choose(self, view, rng):
        """Answer the question put to this seat with one of the sentences in view["legal"]."""
        seat_view = SeatView(view, self.edition)  # parses the sentences and knows what the cards do
        answers = seat_view.answers()
        plays = [move for move in answers if move.is_play]
        if not plays:
            return rng.choice(answers).sentence  # draw, keep, accept, challenge, name a colour …
        held = Counter(seat_view.color_of(card) for card in seat_view.hand)

        def worth(move):
            color = seat_view.color_of(move.cards[0])
            return color is not None, held[move.color or color]

        return seat_view.with_call(max(plays, key=worth))

    def claim(self, view, rng):
        """Call, catch or cut out of turn; None to do nothing."""
        claims = [move for move in SeatView(view, self.edition).claims() if move.is_claim]
        return claims[0].sentence if claims else None
