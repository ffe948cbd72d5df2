"""What people read, in every language: one catalogue of texts each, and the sentences made of them.

The catalogues (``en.json``, ``zh-Hant.json``) are flat, key to text with ``{name}`` placeholders, so that the page
can read the same files. A text with an amount may have a twin ``….one`` for languages that tell one from many.
"""

from huefall.texts.cards import card_name
from huefall.texts.catalogue import LANGUAGES, Catalogue, UnknownLanguageError, load
from huefall.texts.sentences import explain, tell

__all__ = ["LANGUAGES", "Catalogue", "UnknownLanguageError", "card_name", "explain", "load", "tell"]
