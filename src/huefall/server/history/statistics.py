"""A guest's finished matches, counted.

A match counts once, for the edition it was played with, and for its opponents: ``people`` if another person held a seat at
its end, otherwise the strongest level among the bots. A match that was continued from a step of another one does not count:
its player may have known every card.
"""

from __future__ import annotations

from collections.abc import Sequence

from huefall.bots import LEVELS
from huefall.protocol.me import EditionStatistics, LevelStatistics, MyFinishedMatch, MyStatistics, ReviewedMatch

PEOPLE = "people"

#: Reviewed matches in the answer, the latest: more points than a chart can show.
MAX_REVIEWED = 1000

#: Opponents in the order in which they are listed.
OPPONENTS = (*LEVELS, PEOPLE)


def count(newest_first: Sequence[MyFinishedMatch]) -> MyStatistics:
    """Count matches and wins; list the numbers of reviews, the oldest first."""
    counted = [match for match in newest_first if match.origin is None]
    editions: dict[str, list[MyFinishedMatch]] = {}
    opponents: dict[str, list[MyFinishedMatch]] = {}
    for match in counted:
        editions.setdefault(match.edition, []).append(match)
        opponents.setdefault(opponents_of(match), []).append(match)
    by_edition = [
        EditionStatistics(edition, matches[0].title, len(matches), _wins(matches))
        for edition, matches in editions.items()
    ]
    by_level = [LevelStatistics(level, len(matches), _wins(matches)) for level, matches in opponents.items()]
    return MyStatistics(
        matches=len(counted),
        wins=_wins(counted),
        by_edition=sorted(by_edition, key=lambda each: (-each.matches, each.edition)),
        by_level=sorted(by_level, key=lambda each: _strength(each.level)),
        reviewed=[
            ReviewedMatch(match.ended, match.table, match.match, own.accuracy, own.luck, own.skill)
            for match in reversed(counted)
            if (own := match.reviewed) is not None
        ][-MAX_REVIEWED:],
    )


def opponents_of(match: MyFinishedMatch) -> str:
    """Return ``people``, or the strongest level of the bots."""
    others = [player for seat, player in enumerate(match.players) if seat != match.seat]
    if any(player.kind == "person" for player in others):
        return PEOPLE
    return max((player.level or "" for player in others), key=_strength)


def _strength(level: str) -> int:
    """Return the place of a level; -1 for one that is not offered any more."""
    return OPPONENTS.index(level) if level in OPPONENTS else -1


def _wins(matches: Sequence[MyFinishedMatch]) -> int:
    return sum(match.seat in match.winners for match in matches)
