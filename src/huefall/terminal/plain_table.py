"""The line-mode table: one person against bots, in plain lines that a screen reader or a script can use."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from random import Random
from typing import TextIO

from huefall.bots import Bot
from huefall.bots.guard import Fault, Guard
from huefall.bots.missed_catches import MissedCatches
from huefall.bots.table_view import bot_view, claimable
from huefall.game import Match, Outcome
from huefall.terminal.opponents import company_lines
from huefall.terminal.person import Keyboard, Left, Person
from huefall.terminal.table_text import score_lines, shown_lines
from huefall.terminal.wording import Speech
from huefall.texts import Catalogue
from huefall.view import view_for

#: The person's seat.
SEAT = 0


class PlainTable:
    """A match of one person (seat 0) against bots (the seats after it)."""

    def __init__(
        self,
        match: Match,
        bots: Sequence[Bot],
        catalogue: Catalogue,
        source: Keyboard,
        out: TextIO,
        rng: Random,
        name: str | None = None,
    ) -> None:
        names = [name or catalogue.text("table.you")]
        names += [catalogue.text("table.bot", seat=seat) for seat in range(SEAT + 1, match.players)]
        self.match = match
        self.game = match.game
        self.speech = Speech(catalogue, match.variant, names)
        self.log: list[str] = []
        guarded = [Guard(bot, report=_tell_fault) for bot in bots]
        self._bots = dict(enumerate(guarded, SEAT + 1))
        self._person = Person(match.game, SEAT, self.speech, source, out, self.log)
        self._rng = rng
        self._let_be: set[str] = set()  # claims the person has declined, as long as they can be made
        self._overlooked = MissedCatches()

    def run(self) -> None:
        """Play until the match is decided or the person leaves."""
        person, text = self._person, self.speech.catalogue.text
        person.say(self.speech.edition(), self.speech.changes(), *company_lines(self.speech, self._bots))
        person.say(text("table.help.hint"))
        if self.match.commitment is not None:
            person.say(text("table.commitment", text=self.match.commitment))
        try:
            self._play_match()
        except Left:
            person.say(text("table.quit"))

    def _play_match(self) -> None:
        game, person, text = self.game, self._person, self.speech.catalogue.text
        while True:
            person.say("", text("table.round", amount=self.match.round, player=self.speech.players[game.dealer]))
            self._tell(self.speech.events(game.deal_events, SEAT))
            while not game.over:
                self._take(*self._next_move())
            self._tell_end()
            if game.match_winners:
                return
            person.wait_for_next_round()
            self.log.clear()
            self._let_be.clear()
            self.match.next_round()

    def _next_move(self) -> tuple[int, str]:
        """Offer claims in an order nobody can count on, then ask the seat whose decision it is."""
        order = list(range(self.game.players))
        self._rng.shuffle(order)
        for seat in order:
            claim = self._claim(seat)
            if claim is not None:
                return seat, claim
        asked = self.game.asked
        if asked is None or asked == SEAT:
            return SEAT, self._person.decide()
        return asked, self._bots[asked].choose(bot_view(self.game, asked, self._bots[asked]), self._rng)

    def _claim(self, seat: int) -> str | None:
        if seat != SEAT:
            return self._overlooked.ask(self.game, seat, self._bots[seat], self._rng)
        claims = claimable(self.game, seat)
        if not self._is_worth_offering(claims):
            return None
        claim = self._person.claim(claims)
        if claim is None:
            self._let_be.update(claims)
        return claim

    def _is_worth_offering(self, claims: Sequence[str]) -> bool:
        """Spare the person prompts: at the own turn claims stand among the moves, and a safe call can wait for it."""
        if self.game.asked == SEAT:
            return False
        safe = SEAT not in view_for(self.game, SEAT)["open"]
        return any(claim not in self._let_be and not (claim == "uno" and safe) for claim in claims)

    def _take(self, seat: int, sentence: str) -> None:
        outcome = self.match.play(seat, sentence)
        if outcome.foul and seat == SEAT:
            self._person.admonish(sentence, outcome.verdict)
        if _is_act(outcome):
            # Calls and catches stay possible over draws and answers (UNO-02) and are offered once; a cut is a new one
            # at every act.
            lasting = {claim for claim in self._let_be if not claim.startswith("play ")}
            self._let_be = lasting.intersection(claimable(self.game, SEAT))
        self._tell(self.speech.events(outcome.events, SEAT))
        if outcome.move.verb == "challenge":
            self._person.say(*shown_lines(self.speech, view_for(self.game, SEAT)))

    def _tell(self, lines: list[str]) -> None:
        self.log.extend(lines)
        self._person.say(*lines)

    def _tell_end(self) -> None:
        text, players, winner = self.speech.catalogue.text, self.speech.players, self.game.winner
        ending = text("table.round_void") if winner is None else text("table.round_over", player=players[winner])
        self._person.say(ending, *score_lines(self.speech, self.game.scores))
        if self.game.match_winners:
            winners = self.speech.join(players[seat] for seat in self.game.match_winners)
            self._person.say(text("table.match_over", players=winners))


def _tell_fault(fault: Fault) -> None:
    """Tell of a bot's failure beside the table: in brief, because the person plays against that hand."""
    print(f"huefall: {fault.brief}", file=sys.stderr)


def _is_act(outcome: Outcome) -> bool:
    """Tell whether a move was an act, which ends the time to cut (CUT-01)."""
    return not outcome.move.is_claim and not outcome.foul
