"""Ranges of phases and verdicts, compiled from their definitions in ``huefall.vocabulary``.

Tested in tests/vocabulary/test_phases.py.
"""

from __future__ import annotations

from huefall.kernel.compiler import inlined
from huefall.vocabulary import phases, refusals

is_ordinary = inlined(phases.is_ordinary)
is_penalty = inlined(phases.is_penalty)
takes_cards = inlined(phases.takes_cards)
can_be_accepted = inlined(phases.can_be_accepted)
is_misplay = inlined(refusals.is_misplay)
