"""The line-mode table, driven by written lines and read as text."""

from __future__ import annotations

import io
import re
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from huefall.bots import Bot, make_bot
from huefall.editions import SHIPPED
from huefall.game import Game, Match
from huefall.terminal import PlainTable
from huefall.terminal.console import COMMANDS, HINT_KEYS
from huefall.texts import LANGUAGES, load
from huefall.texts.rulings import load_rulings
from huefall.vocabulary import verbs

FILLER = ["y9", "g9", "b9", "y8", "g8", "b8", "y6", "g6", "b6"]


class Puppet:
    """A bot that makes one claim whenever it can and otherwise takes the first of its favourite moves."""

    level = "puppet"

    def __init__(self, claim: str = "", *favourites: str) -> None:
        self._claim = claim
        self._favourites = favourites

    def choose(self, view: Mapping[str, Any], rng: Random) -> str:  # noqa: ARG002  # a bot's signature
        legal: list[str] = view["legal"]
        return next((move for move in self._favourites if move in legal), legal[-1])

    def claim(self, view: Mapping[str, Any], rng: Random) -> str | None:  # noqa: ARG002  # a bot's signature
        return self._claim if self._claim in view["legal"] else None


def sit_down(
    position: dict[str, Any], *written: str, bots: list[Bot] | None = None, lang: str = "en", name: str | None = None
) -> tuple[str, Match]:
    """Play from a position with lines from the keyboard; return what the screen shows, and the match."""
    start = {"discard": ["r5"], "turn": 0, "pile": FILLER, "options": {"target": 0}, **position}
    players = len(start["hands"])
    match = Match(start.get("edition", "classic"), players, start["options"], seed=1)
    match.game = Game.from_position(start)
    out = io.StringIO()
    source = io.StringIO("".join(f"{line}\n" for line in written))
    table = PlainTable(match, bots or [Puppet()] * (players - 1), load(lang), source, out, Random(1), name)
    table.run()
    return out.getvalue(), match


HANDS = [["r1", "g7", "W", "b2"], ["y1", "y2", "y3"], ["b1", "b3", "b4"]]


def test_the_end_of_the_input_leaves_the_table() -> None:
    screen, match = sit_down({"hands": HANDS})
    assert screen.endswith("Your move> \nYou left the table. Goodbye!\n")
    assert match.rounds[-1].moves == []


def test_quit_leaves_the_table() -> None:
    screen, match = sit_down({"hands": HANDS}, "quit", "1")
    assert screen.endswith("Your move> You left the table. Goodbye!\n")
    assert match.rounds[-1].moves == []


def test_the_table_is_shown() -> None:
    screen, _ = sit_down({"hands": HANDS, "called": [], "scores": [0, 0, 0], "direction": -1})
    assert "You: 4 cards (to decide), Bot 1: 3 cards, Bot 2: 3 cards (dealer)" in screen
    assert "Top card: red 5\nColour: red\nDirection: counterclockwise\nDraw pile: 9 cards\n" in screen
    assert "Your hand: red 1 (r1), green 7 (g7), blue 2 (b2), Wild (W)" in screen
    assert "  1. play r1: Play red 1\n" in screen
    assert "play W g: Play Wild, name green\n" in screen


GAUNTLET: dict[str, Any] = {
    "edition": "avengers",
    "hands": [["WG", "b4", "g7", "r1"], ["r2", "r3", "p1"]],
    "pile": ["p9", "g9", "p8", "g8"],
}


@pytest.mark.parametrize(
    ("lang", "top", "color"),
    [
        (
            "en",
            "Top card: Wild Infinity Gauntlet with blue 4 laid on it",
            "Colour: red; only red fits, not the laid card",
        ),
        ("zh-Hant", "頂牌：萬用無限手套牌，上面放著藍色 4", "當前顏色：紅色；只能接紅色，放上的牌不算"),
    ],
)
def test_the_laid_card_is_shown_on_the_gauntlet_AVG_01_AVG_02(lang: str, top: str, color: str) -> None:  # noqa: N802
    screen, _ = sit_down(GAUNTLET, "play WG b4 r", bots=[Puppet("", "draw", "keep")], lang=lang)
    assert f"\n{top}\n{color}\n" in screen


def test_a_card_on_the_gauntlet_covers_the_laid_card() -> None:
    screen, _ = sit_down(GAUNTLET, "play WG b4 r", bots=[Puppet("", "play r2")])
    assert "Top card: red 2\nColour: red\n" in screen


@pytest.mark.parametrize("written", ["1", "play r1", "  play   r1  ", "r1"])
def test_a_move_is_a_number_a_sentence_or_a_card(written: str) -> None:
    screen, match = sit_down({"hands": HANDS}, written)
    assert match.rounds[-1].moves[0].sentence == "play r1"
    assert "You played red 1 [PLAY-01]\n" in screen


@pytest.mark.parametrize("written", ["0", "99", "9" * 5000, "dance around", "play", "²", "play r1 extra", "catch me"])
def test_other_commands_are_answered_and_do_not_change_the_game(written: str) -> None:
    screen, match = sit_down({"hands": HANDS}, written)
    assert match.rounds[-1].moves == []
    assert "was not understood" in screen or "Not possible:" in screen


def test_an_empty_line_at_the_own_turn_shows_the_way() -> None:
    screen, _ = sit_down({"hands": HANDS}, "")
    assert screen.count("Write “help” for the list of moves") == 2


def test_a_refused_move_is_explained_and_asked_again() -> None:
    screen, match = sit_down({"hands": HANDS}, "play r9", "play W", "1")
    assert "Not possible: You do not hold red 9; choose a card from your hand. [FOUL-02]" in screen
    assert (
        "Not possible: You must name a colour with Wild; add one of these: red, yellow, green, blue. [PLAY-05]"
        in screen
    )
    assert match.rounds[-1].moves[0].sentence == "play r1"


def test_a_foul_is_explained_and_fined_FOUL_01() -> None:  # noqa: N802
    screen, match = sit_down({"hands": HANDS}, "play g7")
    assert "Foul: You cannot play green 7 now: the colour in force is red and the top card is red 5." in screen
    assert "You took back a wrong card: green 7 [FOUL-01]\nYou drew yellow 9 [FOUL-01]\n" in screen
    assert match.game.hand(0) == ["r1", "y9", "g7", "b2", "W"]


def test_why_explains_without_playing() -> None:
    lines = ["why play r1", "why play g7", "why play r9", "why uno-02", "why", "why nonsense"]
    screen, match = sit_down({"hands": HANDS}, *lines)
    assert "That is allowed now." in screen
    assert "That would be a foul: You cannot play green 7 now" in screen
    assert "Rule PLAY-01, What fits: On your turn you may play one card" in screen
    assert "Not possible: You do not hold red 9" in screen
    assert "Rule UNO-02, Catching:" in screen
    assert "Write a move, a card or a rule behind it" in screen
    assert "“nonsense” is not a move" in screen
    assert match.rounds[-1].moves == []


def test_why_names_the_rulings_on_a_rule() -> None:
    screen, _ = sit_down({"hands": HANDS}, "why uno-02", "why play y1")
    assert "Rulings; “ruling” and a name shows one:\n" in screen
    assert "\n  catch-window: How long, and by whom, can a player be caught?\n" in screen
    assert "Rule FOUL-02" in screen


def test_why_names_the_rulings_on_a_card_by_the_rules_in_force() -> None:
    hands = [["rS", "g7", "b2"], ["y1", "y2", "y3"]]
    written = ("why play rS",)
    plain, _ = sit_down({"hands": hands}, *written)
    assert "That is allowed now.\nRulings" in plain and "\n  first-action: " in plain
    assert "  shields: " not in plain and "  boost-skip: " not in plain
    shielded, _ = sit_down({"hands": hands, "options": {"target": 0, "shields": True}}, *written)
    assert "\n  shields: " in shielded
    boosted, _ = sit_down({"hands": hands, "edition": "buzz"}, *written)
    assert "\n  boost-skip: " in boosted


@pytest.mark.parametrize(("lang", "word"), [("en", "ruling"), ("zh-Hant", "釋疑"), ("zh-Hant", "ruling")])
def test_a_ruling_can_be_read_and_all_can_be_listed(lang: str, word: str) -> None:
    shown, _ = sit_down({"hands": HANDS}, f"{word} shields", f"{word} nothing", lang=lang)
    ruling = load_rulings(lang)["shields"]
    assert ruling.ruling in shown and ruling.quotations[0].text in shown and "stacking=off" in shown
    assert load(lang).text("table.rulings.none", name="nothing") in shown
    listed, _ = sit_down({"hands": HANDS}, word, lang=lang)
    assert "  catch-window" in listed and "  dance-judge" not in listed, "classic has no dances"


def test_help_rules_hand_and_log() -> None:
    position = {"hands": HANDS, "options": {"target": 0, "cut": True}}
    screen, _ = sit_down(position, "help", "rules", "hand", "log", "play r1", "log")
    assert "challenge a Wild Draw Four" in screen
    assert "\n* Cut: On\n" in screen
    assert "\n  Stacking: Off\n" in screen
    assert screen.count("Your hand: red 1 (r1), green 7 (g7)") == 2
    assert "Nothing has happened yet in this round" in screen
    assert screen.count("You played red 1 [PLAY-01]") == 2


def test_a_cut_is_offered_and_can_be_let_be_CUT_01() -> None:  # noqa: N802
    hands = [["r1", "b7", "g7"], ["r1", "y2", "y3"], ["b1", "b3", "b4"]]
    position = {"hands": hands, "turn": 1, "options": {"target": 0, "cut": True}}
    bots: list[Bot] = [Puppet("", "play r1"), Puppet()]
    screen, match = sit_down(position, "", bots=bots)
    offer = "You can:\n  1. play r1: Play red 1\nYour claim, or Enter to let it be> "
    assert screen.count(offer) == 1
    assert [move.seat for move in match.rounds[-1].moves[:2]] == [1, 2]
    screen, match = sit_down(position, "1", bots=bots)
    assert "You cut in with red 1 [CUT-01]" in screen
    assert [move.seat for move in match.rounds[-1].moves[:2]] == [1, 0]


def test_a_catch_is_offered_UNO_02() -> None:  # noqa: N802
    hands = [["r1", "b7", "g7"], ["r2", "y2"], ["b1", "b3", "b4"]]
    screen, match = sit_down({"hands": hands, "turn": 1}, "1", bots=[Puppet("", "play r2"), Puppet()])
    assert "1. catch 1: Catch Bot 1\n" in screen
    assert "You caught Bot 1 without a call [UNO-02]\nBot 1 drew a card [UNO-02] ×2\n" in screen  # a sign
    assert [move.sentence for move in match.rounds[-1].moves[:2]] == ["play r2", "catch 1"]


def test_a_silent_person_is_caught_or_calls_in_time_UNO_02() -> None:  # noqa: N802
    hands = [["r1", "b7"], ["y1", "y2", "y3"]]
    outcomes = set()
    for seed in range(10):
        match = Match("classic", 2, {"target": 0}, seed=1)
        match.game = Game.from_position({"hands": hands, "discard": ["r5"], "turn": 0, "pile": FILLER})
        source = io.StringIO("play r1\nuno\n")
        out = io.StringIO()
        PlainTable(match, [Puppet("catch 0")], load("en"), source, out, Random(seed)).run()
        outcomes.add(match.rounds[-1].moves[1].sentence)
    # Who is first is chance: the order in which claims are offered.
    assert outcomes == {"uno", "catch 0"}


def test_a_call_that_nobody_can_catch_is_not_asked_for_again_and_again() -> None:
    hands = [["b7"], ["r1", "y2", "y3"], ["r2", "b3", "b4"]]
    screen, match = sit_down({"hands": hands, "turn": 1}, bots=[Puppet("", "play r1"), Puppet("", "play r2")])
    assert "Your claim" not in screen
    assert "uno: UNO!" in screen  # among the moves of the own turn
    assert len(match.rounds[-1].moves) == 2


def test_the_hand_a_challenge_shows_is_seen_by_the_challenger_CHAL_01() -> None:  # noqa: N802
    hands = [["g1", "g2"], ["r1", "y2", "W+4"]]
    bots: list[Bot] = [Puppet("", "play W+4 b")]
    screen, _ = sit_down({"hands": hands, "turn": 1}, "challenge", bots=bots)
    assert "At stake: 4 cards\n" in screen
    assert "You challenged Bot 1 and won: it was a bluff [CHAL-02]" in screen
    assert "Hand shown to you by Bot 1: red 1 (r1), yellow 2 (y2)\n" in screen


def test_a_round_and_a_match_come_to_an_end() -> None:
    screen, match = sit_down({"hands": [["r1"], ["y1", "y2"]]}, "1", name="Ada")
    assert "Ada went out! [END-01]\nAda got 3 points [SCORE-01]\nAda won the match! [SCORE-03]\n" in screen
    assert screen.endswith(
        "The round is over. Winner: Ada\nScores: Ada: 3 points, Bot 1: 0 points\nThe match is over. Winner: Ada\n"
    )
    assert match.over


def test_between_rounds_enter_deals_the_next_one() -> None:
    position = {"hands": [["r1"], ["y1", "y2"]], "options": {}}
    screen, match = sit_down(position, "1", "log", "draw", "")
    assert "Not possible: The round is over; nothing can be done until the next one is dealt. [END-01]" in screen
    assert screen.count("Press Enter for the next round") == 3
    assert "\nRound 2. Dealer: You\n" in screen
    assert match.round == 2


def test_a_long_list_of_moves_is_cut_short() -> None:
    equal = ["r7", "r7", "y7", "y7", "g7", "g7", "b7"]
    position = {"hands": [[*equal, "b1"], ["y1", "y2"]], "options": {"same_symbol": True, "seven_zero": True}}
    screen, _ = sit_down(position)
    assert "  40. play" in screen
    assert "  41. play" not in screen
    assert re.search(r"and \d+ more; any other move can be written out", screen)


class Clicker:
    """A keyboard that goes on for ever: Enter between rounds and claims in turn, any number where a move is wanted."""

    def __init__(self, out: io.StringIO, lang: str, seed: int) -> None:
        self._out = out
        self._move = load(lang).text("table.prompt") + "> "
        self._rng = Random(seed)

    def readline(self) -> str:
        if self._out.getvalue().endswith(self._move):
            return f"{self._rng.randint(1, 3)}\n"
        return self._rng.choice(["\n", "1\n"])


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("edition", SHIPPED)
def test_a_match_can_be_played_to_its_end_in_every_edition_and_language(edition: str, lang: str) -> None:
    match = Match(edition, 3, {"preset": "party", "target": 100}, seed=12)
    out = io.StringIO()
    bots = [make_bot("easy"), make_bot("normal")]
    PlainTable(match, bots, load(lang), Clicker(out, lang, 12), out, Random(12)).run()
    assert match.over
    screen = out.getvalue()
    assert "{" not in screen
    told = [line for line in screen.splitlines() if re.search(r"\[[A-Z0-9]+-\d\d\]( ×\d+)?$", line)]
    assert len(told) > 20


def test_chinese_at_the_table() -> None:
    screen, _ = sit_down({"hands": HANDS}, "1", lang="zh-Hant")
    assert "頂牌：紅色 5\n" in screen  # Chinese punctuation
    assert "你打出紅色 1 [PLAY-01]" in screen
    assert "輪到你了> " in screen


def test_the_commands_are_understood_in_the_language_of_the_table() -> None:
    chinese = ("說明", "規則", "釋疑", "手牌", "經過", "為什麼\u3000UNO-02", "離開", "1")
    english = ("help", "rules", "ruling", "hand", "log", "why UNO-02", "quit", "1")
    position = {"hands": HANDS, "options": {"target": 0, "cut": True}}
    screens = [sit_down(position, *written, lang="zh-Hant") for written in (chinese, english)]
    assert screens[0][0] == screens[1][0], "and the English words still are"
    assert "請輸入下列句子之一" in screens[0][0] and "看不懂" not in screens[0][0]
    assert all(match.rounds[-1].moves == [] for _, match in screens), "a person who has left plays no more"
    screen, _ = sit_down(position, "離開")
    assert "“離開” was not understood" in screen


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_command_is_called_like_another_one_or_like_a_move(lang: str) -> None:
    words = [load(lang).text(f"table.word.{command}") for command in COMMANDS]
    assert len({*words, *HINT_KEYS, *verbs.NAMES}) == len(words) + len(HINT_KEYS) + len(verbs.NAMES)
    assert all(word in load(lang).text("table.help") for word in words)


def test_marks_of_a_player_are_in_the_brackets_of_the_language() -> None:
    assert "You: 4 cards (to decide)" in sit_down({"hands": HANDS, "dealer": 1})[0]
    assert "你：4 張（決定中）" in sit_down({"hands": HANDS, "dealer": 1}, lang="zh-Hant")[0]


def count_offers(screen: str) -> int:
    return screen.count("Your claim, or Enter to let it be> ")


def test_a_catch_that_was_declined_is_not_offered_again_while_it_lasts_UNO_02() -> None:  # noqa: N802
    """Bot 1 plays down to one card and says nothing; bot 2 draws and keeps, and the catch is still possible."""
    hands = [["g1", "g2"], ["r1", "y2"], ["b1", "b3", "b4"]]
    bots: list[Bot] = [Puppet("", "play r1"), Puppet("", "draw", "keep")]
    screen, match = sit_down({"hands": hands, "turn": 1}, "", "quit", bots=bots)
    assert match.game.asked == 0
    assert "catch 1" in map(str, match.legal(0))
    assert count_offers(screen) == 1


def test_a_call_that_was_declined_is_not_offered_again_while_it_lasts_UNO_01() -> None:  # noqa: N802
    hands = [["r1", "g2"], ["y1", "y2", "y3"], ["b1", "b3", "b4"]]
    bots: list[Bot] = [Puppet("", "draw", "keep"), Puppet("", "draw", "keep")]
    screen, match = sit_down({"hands": hands}, "play r1", "", "quit", bots=bots)
    assert match.game.asked == 0
    assert count_offers(screen) == 1


class Looker(Puppet):
    """A bot that counts how often it is shown a catch."""

    def __init__(self) -> None:
        super().__init__("", "draw", "keep")
        self.shown = 0

    def claim(self, view: Mapping[str, Any], rng: Random) -> str | None:  # noqa: ARG002  # a bot's signature
        self.shown += any(said.startswith("catch") for said in view["legal"])
        return None


def test_a_bot_is_shown_a_missing_call_once_UNO_02() -> None:  # noqa: N802
    hands = [["r1", "g2"], ["y1", "y2", "y3"], ["b1", "b3", "b4"]]
    lookers = [Looker(), Looker()]
    sit_down({"hands": hands}, "play r1", "", "quit", bots=[*lookers])
    assert [bot.shown for bot in lookers] == [1, 1]
