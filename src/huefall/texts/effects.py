"""The effect of a card in sentences made from its attributes, so that they are right for any custom card.

Tested in tests/editions/test_effects.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import reduce

from huefall.texts.cards import face_name
from huefall.texts.catalogue import Catalogue
from huefall.vocabulary.effects import Effect


def _always(rule: str) -> bool:  # noqa: ARG001  # the signature of a condition
    return True


def effect_sentences(
    catalogue: Catalogue,
    effect: Effect,
    counts_as: str | None = None,
    is_in_force: Callable[[str], bool] = _always,
) -> list[str]:
    """Return what a card does, in sentences.

    ``counts_as`` is the face of the card that rules mention where they mean this one as well (``+2`` for a Draw Five).
    ``is_in_force`` tells whether a rule holds at the table; what belongs to a rule that does not is left out.

    >>> from huefall.texts.catalogue import load
    >>> effect_sentences(load("en"), Effect(color="r", draws=3))
    ['The next player draws 3 cards and loses the turn.']
    """
    found = [catalogue.counted(f"effect.{key}", amount) for key, amount in _parts(effect, is_in_force)]
    if counts_as is not None:
        found.append(catalogue.text("effect.counts_as", card=face_name(catalogue, counts_as)))
    if effect.color is None and effect.draws and not effect.restricted:
        found.append(catalogue.text("effect.unrestricted"))
    return found


def effect_text(
    catalogue: Catalogue,
    effect: Effect,
    counts_as: str | None = None,
    is_in_force: Callable[[str], bool] = _always,
) -> str:
    """Join the sentences of ``effect_sentences``; empty for a card without an effect."""
    sentences = effect_sentences(catalogue, effect, counts_as, is_in_force)
    if not sentences:
        return ""
    return reduce(lambda first, second: catalogue.text("review.sentences", first=first, second=second), sentences)


def _parts(effect: Effect, is_in_force: Callable[[str], bool]) -> Iterator[tuple[str, int]]:
    """List the keys of an effect's sentences, each with the amount it mentions (0 for none)."""
    if effect.color is None:
        yield "names", 0
    if effect.skips == "all":
        yield "skips.all", 0
    elif effect.skips:
        yield "skips", effect.skips
    for key in ("draws", "dares", "checks"):
        if getattr(effect, key):
            yield key, getattr(effect, key)
    for key in ("reverses", "boosts", "escapes", "restricted"):
        if getattr(effect, key):
            yield key, 0
    if effect.restricted and is_in_force("CHAL-02"):
        yield "challenged", 0
    if effect.exchanges and is_in_force("SEVEN-01"):
        yield effect.exchanges, 0
    if effect.shield and is_in_force("SHIELD-01"):
        yield "shield", 0
    if effect.footprint:
        yield "footprint", 0
