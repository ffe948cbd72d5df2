"""Part two of docs/rulings.md: where our own rule book is silent, what the engine does, and why. Written by hand, here."""

from __future__ import annotations

#: Rules ("" for none), question, ruling.
GAPS: tuple[tuple[str, str, str], ...] = (
    (
        "UNO-01",
        (
            "May a player call who holds one card without having played down to it (dealt, handed, or caught while nothing "
            "could be drawn)?"
        ),
        (
            "Yes: a call is open to every player who holds exactly one card uncalled. The position knows no other difference between "
            "them."
        ),
    ),
    (
        "UNO-02",
        "`catch_until` = `turn`: whose draw or pass ends the time for a catch?",
        (
            "Anybody’s, in an ordinary turn: also that of the player who did not call and acts again, as after a Skip with "
            "two players. A draw leaves that player two cards anyway; a pass closes the window as well."
        ),
    ),
    (
        "UNO-02",
        "Somebody is caught and draws nothing (`uno_penalty` = 0, or nothing is left)",
        (
            "The catch counts, and the seat cannot be caught again for it; a late call is still open to it, because the "
            "position of a caught and of an overlooked player is the same."
        ),
    ),
    (
        "CUT-01",
        "Are `keep`, `approve` and `reject` acts that end the time for a cut?",
        (
            "Yes. Only calls, catches, fouls and penalties drawn automatically leave it open. The time for a catch is another "
            "one: these answers play no card and do not end it (UNO-02)."
        ),
    ),
    (
        "UNO-04, SEVEN-01",
        "A call attached to a 7 or 0 that moves hands: which hand counts?",
        (
            "Either. If one card was left before the exchange or is held after it, the call is not false. It counts as made "
            "only if the player ends with one card; otherwise it has no effect (UNO-05)."
        ),
    ),
    (
        "UNO-05",
        "Does a Gauntlet leave one card before or after its own check?",
        "Before: the call may be attached, and if the check makes its player draw, it was made in good faith.",
    ),
    (
        "UNO-06",
        "For whom is the call made automatically?",
        "For the player whose play ends with one card. Somebody who is handed one card owes none, as with `call`.",
    ),
    ("UNO-06", "A call attached to a play while calls are automatic", "Refused together with the play."),
    (
        "FIRST-02",
        "`first_card` = `plain` and a Reverse is turned up",
        (
            "It turns the direction and the dealer acts first, as with `acts`: the classic text prints that, so it is no "
            "matter of reading."
        ),
    ),
    (
        "BUZZ-03",
        "`boost_adds_skip`: which cards, and how many players?",
        (
            "k boosted Skips skip k + 1 players. After a Draw Two of the boosted colour is drawn, at the end of a stack too, "
            "the player after the one who drew is skipped. At most all the others are, never the player of the card "
            "(SKIP-01). Numbers and Reverses skip one player as before, and a shield nobody more."
        ),
    ),
    (
        "AVG-01, PILE-01",
        "The discards are reshuffled while a Gauntlet with its laid card lies on top",
        (
            "The laid card is one of the discards under the top card and is shuffled in with them; the Gauntlet stays, and "
            "nothing is shown on it any more."
        ),
    ),
    ("PILE-03", "What breaks a row of passes?", "Any act but a pass. Calls, catches and fouls do not."),
    (
        "FOUL-01, PLAY-05",
        "A cut that lacks the seat its 7 must name, while the card is also the wrong one",
        "Refused: an incomplete sentence costs nothing, out of turn as well.",
    ),
    (
        "FOUL-01",
        "A wrong card while nothing is left to draw",
        "Still a foul: it counts as a move and draws nothing (PILE-02).",
    ),
    (
        "FOUL-01, SHIELD-02",
        "Several shields at once, or several cards while deciding on a drawn card, with `same_symbol` on",
        "A foul: the sentence is complete and the cards are held, they just do not fit.",
    ),
    (
        "PLAY-05",
        "A last card that names a colour the deck lacks, or a seat that cannot be",
        "Refused. It need not name them, but what it names must exist.",
    ),
    (
        "DECK-03",
        "A deck in which a colour has no numbers or no action cards, because its rows name their colours",
        (
            "Nothing is different: the colour can be named, boosted and laid like any other, and what fits is what it has. "
            "Guilt, the Gauntlet and shields ask for the colour alone; a player without a card of it draws."
        ),
    ),
    (
        "DECK-04",
        "`play rS rS` with one plain and one footprint Skip in hand",
        "The plain card is taken first, then the footprint one.",
    ),
    (
        "JUR-01",
        "Two footprint Reverses together, accepted, with three or more players",
        "The direction turns twice and the asked player takes the turn.",
    ),
    (
        "JUR-01",
        "A deck of one’s own with footprints and no card that escapes",
        "Nobody is asked: there is only one answer.",
    ),
    (
        "CUT-02, END-02",
        "A last card that cuts a Reverse shield",
        "The reversal it copies is undone, its own turns, and the neighbour in that direction draws.",
    ),
    (
        "FIRST-04",
        "A turned black card of one’s own edition that draws, dares or checks and is not buried",
        "It only asks for a colour, like the others.",
    ),
    (
        "SETUP-01",
        "An edition of one’s own with more than eight cards that cannot be turned up",
        "Players × hand size is at most the deck less those cards less one, if that is the smaller limit.",
    ),
    ("SETUP-02", "Players who are tied through the whole deck (a deck without numbers)", "The first of them deals."),
    (
        "OPT-01",
        "A preset with an option that has no meaning in the edition",
        "The preset leaves it out; named by itself it is an error. `hand_size` is at least 1.",
    ),
    (
        "VIEW-01",
        "Are hands shown when a round is over?",
        (
            "Not in views. At a table of people they are laid open for the count, as on paper, until the next deal "
            "(`table.hands`); the pile stays hidden. The record opens everything once the match is over."
        ),
    ),
    (
        "",
        "What is “uniform over the legal plays” in `huefall simulate`?",
        "Over the legal sentences, calls aside: a Wild in a deck of four colours is four plays.",
    ),
)
