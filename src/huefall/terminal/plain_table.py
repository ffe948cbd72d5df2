"""The line-mode table: one player against bots, in plain lines that a screen reader or a script can read."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from random import Random
from typing import TextIO

from huefall.bots import Bot
from huefall.bots.guard import Fault, Guard
from huefall.bots.missed_catches import MissedCatches
from huefall.bots.table_view import bot_view, legal_claims
from huefall.game import Match, Outcome
from huefall.terminal.console import Console, LineSource, PlayerLeft
from huefall.terminal.opponents import opponent_lines
from huefall.terminal.table_text import score_lines, shown_lines
from huefall.terminal.wording import Speech
from huefall.texts import Catalogue
from huefall.view import view_for
from huefall.vocabulary.moves import Move

#: The player's seat.
SEAT = 0


class PlainTable:
    """A match of one player (seat 0) against bots (the other seats)."""

    def __init__(
        self,
        match: Match,
        bots: Sequence[Bot],
        catalogue: Catalogue,
        source: LineSource,
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
        guarded = [Guard(bot, report=_report_fault) for bot in bots]
        self._bots = dict(enumerate(guarded, SEAT + 1))
        self._console = Console(match.game, SEAT, self.speech, source, out, self.log)
        self._rng = rng
        self._declined: set[str] = set()  # claims the player has declined and could still make
        self._missed_catches = MissedCatches()

    def run(self) -> None:
        """Play until the match is over or the player leaves."""
        console, text = self._console, self.speech.catalogue.text
        console.write(self.speech.edition(), self.speech.changes(), *opponent_lines(self.speech, self._bots))
        console.write(text("table.help.hint"))
        if self.match.commitment is not None:
            console.write(text("table.commitment", text=self.match.commitment))
        try:
            self._play_match()
        except PlayerLeft:
            console.write(text("table.quit"))

    def _play_match(self) -> None:
        game, console, text = self.game, self._console, self.speech.catalogue.text
        while True:
            console.write("", text("table.round", amount=self.match.round, player=self.speech.players[game.dealer]))
            self._report(self.speech.events(game.deal_events, SEAT))
            while not game.over:
                self._play(*self._next_move())
            self._report_end()
            if game.match_winners:
                return
            console.wait_for_next_round()
            self.log.clear()
            self._declined.clear()
            self.match.next_round()

    def _next_move(self) -> tuple[int, str]:
        """Offer claims to all seats in random order, then ask the seat whose turn it is."""
        order = list(range(self.game.players))
        self._rng.shuffle(order)
        for seat in order:
            claim = self._claim(seat)
            if claim is not None:
                return seat, claim
        asked = self.game.asked
        if asked is None or asked == SEAT:
            return SEAT, self._console.ask_for_move()
        return asked, self._bots[asked].choose(bot_view(self.game, asked, self._bots[asked]), self._rng)

    def _claim(self, seat: int) -> str | None:
        if seat != SEAT:
            return self._missed_catches.ask(self.game, seat, self._bots[seat], self._rng)
        claims = legal_claims(self.game, seat)
        if not self._is_worth_offering(claims):
            return None
        claim = self._console.offer_claims(claims)
        if claim is None:
            self._declined.update(claims)
        return claim

    def _is_worth_offering(self, claims: Sequence[str]) -> bool:
        """Avoid needless prompts: on the player's turn claims are among the moves, and a call that nobody can catch can wait."""
        if self.game.asked == SEAT:
            return False
        safe = SEAT not in view_for(self.game, SEAT)["open"]
        return any(claim not in self._declined and not (Move.parse(claim).is_call and safe) for claim in claims)

    def _play(self, seat: int, sentence: str) -> None:
        outcome = self.match.play(seat, sentence)
        if outcome.foul and seat == SEAT:
            self._console.explain_foul(sentence, outcome.verdict)
        if _is_act(outcome):
            # Calls and catches stay possible through draws and answers (UNO-02) and are offered once; every act makes
            # new cuts possible.
            lasting = {claim for claim in self._declined if Move.parse(claim).is_claim}
            self._declined = lasting.intersection(legal_claims(self.game, SEAT))
        self._report(self.speech.events(outcome.events, SEAT))
        if outcome.move.verb == "challenge":
            self._console.write(*shown_lines(self.speech, view_for(self.game, SEAT)))

    def _report(self, lines: list[str]) -> None:
        self.log.extend(lines)
        self._console.write(*lines)

    def _report_end(self) -> None:
        text, players, winner = self.speech.catalogue.text, self.speech.players, self.game.winner
        ending = text("table.round_void") if winner is None else text("table.round_over", player=players[winner])
        self._console.write(ending, *score_lines(self.speech, self.game.scores))
        if self.game.match_winners:
            winners = self.speech.join(players[seat] for seat in self.game.match_winners)
            self._console.write(text("table.match_over", players=winners))


def _report_fault(fault: Fault) -> None:
    """Report a bot's failure on standard error, in brief: the full text may show the bot's hand."""
    print(f"huefall: {fault.brief}", file=sys.stderr)


def _is_act(outcome: Outcome) -> bool:
    """Whether a move was an act, which ends the time to cut (CUT-01)."""
    return not outcome.move.is_claim and not outcome.foul
