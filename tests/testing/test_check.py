"""The check finds every kind of bad bot, names its fault, and lets good ones pass."""

from __future__ import annotations

import inspect
from itertools import product
from typing import Any

import pytest
from tests.arena import bad_bots

from huefall.bots import LEVELS, make_bot, table_view
from huefall.bots.levels.easy import EasyBot
from huefall.bots.levels.searching import SearchBot
from huefall.bots.loading import BotLoadError
from huefall.bots.search.limit import Limit
from huefall.editions import SHIPPED
from huefall.game import Game
from huefall.testing import BadBotError, check_bot
from huefall.testing.check import MAX_EXAMPLES, MAX_LATE_ANSWERS, BotReport
from huefall.testing.tables import LIVELY_OPTIONS, CheckTable, lively_tables
from huefall.view import told_to
from huefall.vocabulary.errors import HuefallError


def problems_of(bot: Any, **how: Any) -> dict[str, list[str]]:
    with pytest.raises(BadBotError) as raised:
        check_bot(bot, **{"games": 3, "seed": 1, **how})
    assert all(what in str(raised.value) for what in raised.value.report.problems)
    return raised.value.report.problems


@pytest.mark.parametrize("level", ["easy", "normal"])
def test_levels_pass(level: str) -> None:
    report = check_bot(lambda edition: make_bot(level, edition), games=6, seed=1)
    assert level in LEVELS and report.name == level
    assert report.games == 6 and report.compared > 20 and report.answers > 100
    assert str(report).endswith("nothing to complain of")


def test_different_problems_are_all_told_with_a_few_examples_of_each() -> None:
    report = BotReport("bad")
    for problem in range(20):
        for example in range(MAX_EXAMPLES + 2):
            report.note(f"problem {problem}", f"table {example}")
    lines = str(report).splitlines()
    assert [line for line in lines if line.startswith("- ")] == [f"- problem {problem}" for problem in range(20)]
    assert sum("table" in line for line in lines) == 20 * MAX_EXAMPLES


def test_a_few_late_answers_are_enough() -> None:
    asked = []

    class Late(bad_bots.Good):
        def choose(self, view: Any, rng: Any) -> Any:
            asked.append(view["seat"])
            return super().choose(view, rng)

    problems = problems_of(Late, limit=1e-9)
    assert any("it takes longer than" in what for what in problems)
    assert len(asked) <= MAX_LATE_ANSWERS


def test_a_hasty_check_ends_with_the_first_game_in_which_something_is_wrong() -> None:
    for hasty, games in ((True, 1), (False, 3)):
        with pytest.raises(BadBotError) as raised:
            check_bot(bad_bots.Liar, games=3, seed=1, hasty=hasty)
        assert raised.value.report.games == games


def test_the_name_of_a_class_is_no_class() -> None:
    with pytest.raises(BotLoadError, match="got 'mine:Good'; give the class itself, not its name"):
        check_bot("mine:Good")


@pytest.mark.parametrize("listens", [False, True])
def test_a_search_with_a_given_number_of_rollouts_passes(listens: bool) -> None:
    bot = SearchBot("searcher", limit=Limit(positions=16), listens=listens)
    report = check_bot(bot, games=5, seed=1, probes=4)
    assert report.compared > 10


@pytest.mark.parametrize(
    ("bot", "reason"),
    [
        (bad_bots.Raiser, "it raises"),
        (bad_bots.ClaimRaiser, "it raises"),
        (bad_bots.Quitter, "it raises"),
        (bad_bots.Speechless, "it raises"),
        (bad_bots.Leaver, "it raises"),
        (bad_bots.Liar, "it says what is not legal"),
        (bad_bots.Mute, "it answers with something else than a sentence"),
        (bad_bots.Numberer, "it answers with something else than a sentence"),
        (bad_bots.Scribbler, "it changes the view"),
        (bad_bots.Dicer, "the same question has different answers"),
        (bad_bots.Counter, "the same question has different answers"),
        (bad_bots.Peeker, "when what is hidden from it differs"),
        (bad_bots.Colluder, "when another of its kind holds different cards"),
    ],
)
def test_a_bad_bot_is_found_out(bot: Any, reason: str) -> None:
    what, examples = next(iter(problems_of(bot).items()))
    assert reason in what and ": " in what, "what to do is said, too"
    assert "table " in examples[0] and "seed 1: seat " in examples[0], "and where"


def test_a_record_that_tells_too_much_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def tell(game: Game, seat: int) -> list[dict[str, Any]]:
        others = [each for each in range(game.players) if each != seat]
        return [*told_to(game, seat), *({"event": "turn", "hand": game.hand(each)} for each in others)]

    class Listener(EasyBot):
        listens = True

    assert check_bot(Listener, games=2, seed=1).compared > 4
    monkeypatch.setattr(table_view, "told_to", tell)
    with pytest.raises(HuefallError, match=r"differs in what is told of it; table \d .* seat \d"):
        check_bot(Listener, games=2, seed=1)


def test_a_text_of_its_own_kind_is_read_as_what_it_says() -> None:
    assert check_bot(bad_bots.Quarreller, games=2, seed=1).answers > 10


def test_a_bot_that_takes_too_long_is_found_out() -> None:
    (what,) = problems_of(bad_bots.Dawdler, limit=0.015, games=1)
    assert what.startswith("it takes longer than 0.015 s")


def test_a_bot_that_never_answers_is_told_of_and_not_waited_for() -> None:
    bad_bots.Waiter.released.clear()
    try:
        (what,) = problems_of(bad_bots.Waiter, limit=0.05, games=1)
        assert what.startswith("it does not answer")
    finally:
        bad_bots.Waiter.released.set()


def test_an_interrupt_that_the_bot_raises_is_a_problem_of_the_bot() -> None:
    (what,) = problems_of(bad_bots.Interrupter, games=1, hasty=True)
    assert what.startswith("it raises")
    bad_bots.LateInterrupter.made = 0
    with pytest.raises(BotLoadError, match=r"bot 'late interrupter': cannot be made \(KeyboardInterrupt\)"):
        check_bot(
            bad_bots.LateInterrupter
        )  # asked for the first time here, and later by a thread that no keyboard interrupts


def test_a_bot_at_hand_is_copied_and_what_is_no_bot_is_refused() -> None:
    assert check_bot(EasyBot(), games=1).name == "easy"
    with pytest.raises(BotLoadError, match="expected a method claim"):
        check_bot(bad_bots.Claimless)
    with pytest.raises(BotLoadError, match=r"its level cannot be read \(RuntimeError: no name\)"):
        check_bot(bad_bots.Secretive)
    with pytest.raises(BotLoadError, match="its level cannot be read"):
        check_bot(bad_bots.Secretive())
    with pytest.raises(BotLoadError, match="cannot be made"):
        check_bot(bad_bots.Unmakeable)

    class Held(bad_bots.Good):
        def __init__(self) -> None:
            self.gate = __import__("threading").Lock()

    with pytest.raises(BotLoadError, match="give its class instead"):
        check_bot(Held())


def test_every_number_of_players_meets_official_lively_and_chance_options() -> None:
    def kind_of(table: CheckTable) -> str:
        options = {name: value for name, value in table.options.items() if name != "target"}
        if options == LIVELY_OPTIONS[table.edition]:
            return "lively"
        return "chance" if options else "official"

    tables = list(lively_tables(27, 4, SHIPPED))
    kinds = ("official", "lively", "chance")
    assert {(table.players, kind_of(table)) for table in tables} == set(product(range(2, 11), kinds))
    usual = inspect.signature(check_bot).parameters["games"].default
    assert {kind_of(table) for table in tables[:usual] if table.players == 2} == set(kinds), "without asking for more"


def test_every_edition_and_number_of_players_is_met_and_the_same_seed_gives_the_same_tables() -> None:
    tables = list(lively_tables(18, 4, ("classic", "buzz", "bts")))
    assert {table.players for table in tables} == set(range(2, 11))
    assert {table.edition for table in tables} == {"classic", "buzz", "bts"}
    assert tables == list(lively_tables(18, 4, ("classic", "buzz", "bts")))
    assert tables != list(lively_tables(18, 5, ("classic", "buzz", "bts")))
