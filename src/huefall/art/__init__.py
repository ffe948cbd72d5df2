"""Cards, backs, suits and table colours, drawn as SVG with the standard library alone."""

from huefall.art.cards import card_svg, suit_svg
from huefall.art.strips import strip_svg
from huefall.art.themes import THEMES, ArtError, Theme, css_properties, find_theme, theme_css

__all__ = [
    "THEMES",
    "ArtError",
    "Theme",
    "card_svg",
    "css_properties",
    "find_theme",
    "strip_svg",
    "suit_svg",
    "theme_css",
]
