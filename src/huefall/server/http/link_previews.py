"""Link previews: the title, sentence and picture that chats and social sites show for a link, in the requested language."""

from __future__ import annotations

from html import escape

from huefall.texts import LANGUAGES, load

#: Where the preview goes in the page's head, as in web/index.html.
PLACEHOLDER = "<!-- head: what a link's preview shows; the server writes it for the address that is asked for -->"


def preferred_language(accepted: str) -> str:
    """Return our language that fits an ``Accept-Language`` header best.

    >>> preferred_language("zh-TW,zh;q=0.9,en;q=0.8"), preferred_language("de,en;q=0.5"), preferred_language("")
    ('zh-Hant', 'en', 'en')
    """
    for part in accepted.split(","):
        wanted = part.partition(";")[0].strip().lower()[:2]
        for language in LANGUAGES:
            if wanted and language.lower().startswith(wanted):
                return language
    return "en"


def fill_head(page: str, *, kind: str, url: str, picture: str, language: str, **names: str) -> str:
    """Insert the preview into the head of a page; ``kind`` names its texts: ``preview.table.title`` and ``.text``."""
    catalogue = load(language)
    title = catalogue.text(f"preview.{kind}.title", **names)
    text = catalogue.text(f"preview.{kind}.text", **names)
    properties = {
        "og:site_name": "Huefall",
        "og:type": "website",
        "og:title": title,
        "og:description": text,
        "og:url": url,
        "og:image": picture,
        "og:locale": language.replace("-", "_"),
        "twitter:card": "summary_large_image",
    }
    lines = [f'<meta name="description" content="{escape(text)}" />']
    lines += [f'<meta property="{name}" content="{escape(value)}" />' for name, value in properties.items()]
    page = page.replace('<html lang="en">', f'<html lang="{language}">', 1)
    page = page.replace("<title>Huefall</title>", f"<title>{escape(title)}</title>", 1)
    return page.replace(PLACEHOLDER, "\n    ".join(lines), 1)
