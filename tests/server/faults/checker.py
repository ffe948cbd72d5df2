"""Checks a history against what is stored: is there one order of events that explains everything that clients saw?

The stored entries of a table are that order. Nothing here asks the server: entries are applied again, one by one, and every
view, answer and lost race is compared with them.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from tests.server.faults.history import History, Said, Sight

from huefall.server.store import StoredEntry
from huefall.server.tables import entries
from huefall.server.tables.positions import MAX_POSITIONS
from huefall.server.tables.state import TableState
from huefall.view import view_for
from huefall.vocabulary.moves import Move

#: Commands that are answered with ``done`` and leave no entry if what they want is already so.
MAY_BE_SO = {"sit", "back"}

#: Entries by which a command is carried out.
CARRIED_OUT = {"move": "moved", "sit": "sat", "leave": "left", "next_round": "dealt", "start": "dealt"}

#: Reasons for which a claim is refused that was legal when it was sent.
LOST_RACE = {"stale", "not_catchable", "no_match_running"}


def find_problems(history: History, stored: dict[str, Sequence[StoredEntry]]) -> list[str]:
    """Return a sentence for everything that no single order of events explains."""
    problems: list[str] = []
    for code, saved in stored.items():
        problems += _TableCheck(code, history, saved).find()
    return problems


class _TableCheck:
    def __init__(self, code: str, history: History, saved: Sequence[StoredEntry]) -> None:
        self.code = code
        self.saved = saved
        self.sights = [sight for sight in history.sights if sight.code == code]
        self.said = [said for said in history.said if said.code == code]
        self.entries = [entries.decode_entry(entry.data) for entry in saved]
        self.problems: list[str] = []

    def find(self) -> list[str]:
        numbers = [entry.number for entry in self.saved]
        if numbers != list(range(1, len(numbers) + 1)):
            self._note("the stored entries are not numbered from 1 without gaps")
        self._check_answers()
        self._check_order()
        self._check_views()
        return self.problems

    def _note(self, problem: str) -> None:
        self.problems.append(f"{self.code}: {problem}")

    # Every answer has its entry

    def _check_answers(self) -> None:
        by_id: dict[tuple[str, str], list[int]] = defaultdict(list)
        for number, entry in enumerate(self.entries, 1):
            if entry.guest is not None and entry.id is not None:
                by_id[entry.guest, entry.id].append(number)
        for key, numbers in by_id.items():
            if len(numbers) > 1:
                self._note(f"{key} was carried out {len(numbers)} times, as {numbers}")
        for said in self.said:
            self._check_answer(said, by_id[said.guest, said.command["id"]])

    def _check_answer(self, said: Said, numbers: list[int]) -> None:
        if said.answer is None:
            return  # the client stopped waiting: both is possible
        if said.answer["type"] != "done":
            if numbers:
                self._note(f"{said.command} was refused and is stored as {numbers}")
            return
        revision = said.answer["revision"]
        if not numbers and said.command["type"] in MAY_BE_SO:
            return
        if numbers != [revision]:
            self._note(f"{said.command} was acknowledged as {revision} and is stored as {numbers}")
        elif not _carries_out(self.entries[revision - 1], said):
            self._note(f"{said.command} was acknowledged, but {self.entries[revision - 1]} is stored")

    # One order

    def _check_order(self) -> None:
        """What was answered or seen before something was sent comes before it."""
        known = [(sight.moment, sight.message["revision"]) for sight in self.sights]
        known += [
            (said.answered, said.answer["revision"])
            for said in self.said
            if said.answer is not None and said.answer["type"] == "done"
        ]
        asked: list[tuple[int, int, str]] = []  # the moment of asking, the revision it led to, what it is
        for said in self.said:
            if said.answer is not None and said.answer["type"] == "done":
                least = said.answer["revision"] - (said.command["type"] not in MAY_BE_SO)
                asked.append((said.moment, least, f"{said.command}, carried out as {said.answer['revision']}"))
        asked += [
            (sight.opened, sight.message["revision"], "a welcome")
            for sight in self.sights
            if sight.message["type"] == "welcome"
        ]
        known.sort()
        highest, place = 0, 0
        for moment, most, what in sorted(asked):
            while place < len(known) and known[place][0] < moment:
                highest = max(highest, known[place][1])
                place += 1
            if most < highest:
                self._note(f"{what} at revision {most} came after revision {highest} was known")

    # What clients saw

    def _check_views(self) -> None:
        by_revision: dict[int, list[Sight]] = defaultdict(list)
        for sight in self.sights:
            by_revision[sight.message["revision"]].append(sight)
        claims = [said for said in self.said if _lost_claim(said)]
        state = TableState(self.code, keeps_moves=True)
        open_claims: list[Said] = []
        for saved, entry in zip(self.saved, self.entries, strict=True):
            seats = {said.guest: state.seat_of(said.guest) for said in open_claims}
            were_legal = [said for said in open_claims if _is_legal(state, seats[said.guest], said)]
            self._check_claim(state, entry)
            state.apply(entry, saved.at)
            still_open = [said for said in open_claims if said not in were_legal]
            for said in were_legal:
                if _is_legal(state, seats[said.guest], said):
                    still_open.append(said)
                else:
                    self._check_first(said, seats[said.guest], saved.number, entry)
            open_claims = still_open + [said for said in claims if said.command["revision"] == state.revision]
            for sight in by_revision.pop(state.revision, []):
                self._check_sight(state, entry, sight)
        if by_revision:
            self._note(f"clients saw revisions {sorted(by_revision)[:5]}, {state.revision} are stored")

    def _check_sight(self, state: TableState, entry: entries.TableEntry, sight: Sight) -> None:
        message = sight.message
        if message["type"] == "update" and message["what"] != _kind(entry):
            self._note(f"revision {state.revision} was told as {message['what']} and is stored as {_kind(entry)}")
        if message.get("table") and message["table"]["status"] != state.status:
            self._note(f"the status at {state.revision} was told as {message['table']['status']}, is {state.status}")
        did = message.get("did")
        if did is not None and (did["seat"], did["move"]) != (
            getattr(entry, "seat", None),
            getattr(entry, "move", None),
        ):
            self._note(f"revision {state.revision} was told as {did} and is stored as {entry}")
        view = message.get("view")
        if view is not None and (state.match is None or view != _view(state, view["seat"])):
            self._note(f"the view of seat {view['seat']} at revision {state.revision} is not that of what is stored")

    # Races

    def _check_claim(self, state: TableState, entry: entries.TableEntry) -> None:
        """A claim that counts was legal before it, and no second one like it is after it."""
        if not isinstance(entry, entries.Moved) or not Move.parse(entry.move).is_claim or state.match is None:
            return
        if not state.match.why(entry.seat, entry.move):
            self._note(f"{entry.move} of seat {entry.seat} was not legal at revision {state.revision}, and was stored")

    def _check_first(self, said: Said, seat: int | None, number: int, entry: entries.TableEntry) -> None:
        """The refusal of a claim names the move of another seat after which it was no longer legal."""
        first = said.answer.get("first")
        if isinstance(entry, entries.Moved) and entry.seat == seat:
            return  # called twice, or moved meanwhile, in another window: no race with others
        between = self.entries[said.command["revision"] : said.answer["revision"]]
        moves = sum(isinstance(one, entries.Moved) for one in between)
        if moves >= MAX_POSITIONS or any(isinstance(one, entries.Dealt) for one in between):
            return  # a table remembers no older positions, and none of earlier rounds: it says what ended the question
        expected = None
        if isinstance(entry, entries.Moved):
            expected = {"revision": number, "seat": entry.seat, "move": entry.move}
        if first is not None and first != expected:
            told = f"was told {first} at revision {said.answer['revision']}, {moves} moves later"
            self._note(f"{said.command} lost to {expected}, and {told}")


def _carries_out(entry: entries.TableEntry, said: Said) -> bool:
    if _kind(entry) != CARRIED_OUT[said.command["type"]]:
        return False
    return not isinstance(entry, entries.Moved) or (entry.move, entry.by) == (said.command["move"], "person")


def _kind(entry: entries.TableEntry) -> str:
    return str(entry.__struct_config__.tag)


def _view(state: TableState, seat: int | None) -> Any:
    return json.loads(json.dumps(view_for(state.match.game, seat)))


def _lost_claim(said: Said) -> bool:
    """Return whether this is a call or a catch that was refused because something came first."""
    if said.command["type"] != "move" or said.answer is None or said.answer.get("reason") not in LOST_RACE:
        return False
    return Move.parse(said.command["move"]).is_claim


def _is_legal(state: TableState, seat: int | None, said: Said) -> bool:
    match = state.match
    return seat is not None and match is not None and Move.parse(said.command["move"]) in match.legal(seat)
