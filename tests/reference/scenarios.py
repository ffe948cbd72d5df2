"""Scenario files run through the reference engine (notation.md, Scenario files).

`python -m tests.reference.scenarios FILE...` prints a line each and `N passed, N failed`.
"""

import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from .checks import check_game
from .editions import find_edition, load_edition
from .errors import ReferenceError
from .game import ReferenceGame, dealer_draw
from .options import read_options
from .position import FIELDS

Scenario = dict[str, Any]


def run_scenario(scenario: Scenario) -> list[str]:
    """Run one scenario; return the list of failures, empty if it passed."""
    try:
        runner = Runner(scenario)
    except ReferenceError as error:
        if "error" not in scenario:
            return [f"the start is refused: {error}"]
        word = scenario["error"]
        return [] if word in str(error) else [f"the start is refused without {word!r}: {error}"]
    if "error" in scenario:
        return [f"the start is accepted; an error with {scenario['error']!r} was expected"]
    for number, step in enumerate(scenario["steps"], 1):
        runner.run_step(f"step {number}", step)
        if runner.failures:
            break
    return runner.failures


class Runner:
    """A scenario on its way."""

    def __init__(self, scenario: Scenario) -> None:
        self.failures: list[str] = []
        self.edition = load_edition(find_edition(scenario["edition"]))
        self.options = read_options(scenario.get("options"), self.edition)
        self.exact = bool(scenario.get("exact"))
        self.game: ReferenceGame | None = None
        self.dealer: int | None = None
        if "deal" in scenario:
            self.game = self.deal(scenario)
        elif "dealer_draw" in scenario:
            draw = scenario["dealer_draw"]
            deck = self.fill(draw.get("deck", []), [])
            self.dealer, _ = dealer_draw(scenario["edition"], scenario.get("options"), draw["players"], deck)
        else:
            self.game = self.set_up(scenario)

    def deal(self, scenario: Scenario) -> ReferenceGame:
        """Start with a deal."""
        deal = scenario["deal"]
        players = deal["players"]
        dealer = deal.get("dealer", players - 1)
        deck = self.fill(deal.get("deck", []), [])
        scores = scenario.get("scores")
        return ReferenceGame.deal(scenario["edition"], scenario.get("options"), players, dealer, deck, scores)

    def set_up(self, scenario: Scenario) -> ReferenceGame:
        """Start with a position."""
        position = {name: value for name, value in scenario.items() if name in FIELDS}
        if "top" in scenario:
            position["discard"] = [scenario["top"]]
        listed = [card for cards in [*position.get("hands", []), position.get("discard", [])] for card in cards]
        position["pile"] = self.fill(position.get("pile", []), listed)
        return ReferenceGame.from_position(position)

    def fill(self, cards: list[str], elsewhere: list[str], *, full: bool = False) -> list[str]:
        """Put the cards of the deck that are not listed behind these, unless the scenario is exact."""
        if self.exact and not full:
            return list(cards)
        left = Counter({card.text: count for card, count in self.edition.counts(self.options.footprints).items()})
        left.subtract(Counter([*cards, *elsewhere]))
        return [*cards, *(text for text, count in left.items() for _ in range(count))]

    def run_step(self, label: str, step: str | dict[str, Any]) -> None:
        """Run one step and note what fails."""
        if isinstance(step, str):
            self.move(label, step, "accepted")
        elif "check" in step:
            found = check_game(self.game, self.dealer, step["check"])
            self.failures += [f"{label}: {failure}" for failure in found]
        elif step.get("refused") == "next_round":
            self.next_round(label, [], "refused")
        elif "next_round" in step:
            self.next_round(label, (step["next_round"] or {}).get("deck", []), "accepted")
        else:
            ((wanted, move),) = step.items()
            self.move(label, move, wanted)

    def move(self, label: str, text: str, wanted: str) -> None:
        """Make a move that must have this outcome."""
        if self.game is None:
            self.failures.append(f"{label}: no game to move in")
            return
        seat, _, sentence = text.partition(" ")
        before = self.game.position()
        number = int(seat) if seat.isascii() and seat.isdigit() else -1
        outcome = self.game.play(number, sentence, lambda cards: cards)
        if outcome.status != wanted:
            reason = f" ({outcome.reason})" if outcome.reason else ""
            self.failures.append(f"{label}: {text!r} is {outcome.status}{reason}, expected {wanted}")
        if outcome.status == "refused" and self.game.position() != before:
            self.failures.append(f"{label}: {text!r} is refused but changed the position")

    def next_round(self, label: str, deck: list[str], wanted: str) -> None:
        """Deal the next round of the match, from the full deck."""
        status = "accepted"
        try:
            if self.game is None:
                raise ReferenceError("no game")
            self.game.next_round(self.fill(deck, [], full=True))
        except ReferenceError as error:
            status = f"refused ({error})"
        if not status.startswith(wanted):
            self.failures.append(f"{label}: next_round is {status}, expected {wanted}")


def main(files: list[str]) -> int:
    """Run scenario files; 1 if any scenario fails."""
    passed = failed = 0
    for file in files:
        for scenario in json.loads(Path(file).read_text(encoding="utf-8")):
            failures = run_scenario(scenario)
            passed += not failures
            failed += bool(failures)
            verdict = "FAILED: " + "; ".join(failures) if failures else "passed"
            print(f"{scenario['id']} {scenario.get('what', '')}: {verdict}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
