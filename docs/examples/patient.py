"""A bot of one's own: keeps its black cards for later, and plays the colour it has most of."""

from collections import Counter

from huefall.bots.sight import Sight


class Patient:
    level = "patient"

    def __init__(self, edition=None):
        self.edition = edition  # of the table; views have only its name

    def choose(self, view, rng):
        """Answer the question put to this seat: one of the sentences in view["legal"]."""
        sight = Sight(view, self.edition)  # the legal sentences taken apart, and what the cards do
        answers = sight.answers()
        plays = [choice for choice in answers if choice.verb == "play"]
        if not plays:
            return rng.choice(answers).sentence  # draw, keep, accept, challenge, name a colour …
        held = Counter(sight.color_of(card) for card in sight.hand)

        def worth(choice):
            color = sight.color_of(choice.cards[0])
            return color is not None, held[choice.color or color]

        return sight.with_call(max(plays, key=worth))

    def claim(self, view, rng):
        """Call, catch or cut beside the turn, or let it be with None."""
        claims = [choice for choice in Sight(view, self.edition).claims() if choice.verb in ("uno", "catch")]
        return claims[0].sentence if claims else None
