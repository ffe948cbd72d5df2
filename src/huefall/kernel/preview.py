"""Which kinds of card would fit a position, and as what, whatever a hand holds.

Beliefs and explanations ask this instead of reading the rules a second time. What a move *does* needs no code of its own:
``huefall.notation.preview`` plays it on a copy and reads the state and the log.

Tested in tests/notation/test_preview.py.
"""

from __future__ import annotations

from huefall.kernel.compiler import rule
from huefall.kernel.fitting import role_of
from huefall.kernel.layout import EditionRow, Records, RulesRow, State


@rule
def write_roles(state: State, rules: RulesRow, edition: EditionRow, seat: int, roles: Records) -> None:
    """Write as what a seat could play one card of each kind (``fitting.NO_ROLE`` …).

    The hand matters for one rule alone, ``wild4`` = ``enforce``: leave it empty to learn what could fit at all.
    """
    for kind in range(edition.kinds):
        roles[kind] = role_of(state, rules, edition, seat, kind, 1)
