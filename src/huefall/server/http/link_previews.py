"""What a link to a page shows where it is pasted: a title, a sentence and a picture, in the language that is asked for."""

from __future__ import annotations

from html import escape

from huefall.texts import LANGUAGES, load

#: The place in the page's head that is filled in, as web/index.html has it.
MARK = "<!-- head: what a link's preview shows; the server writes it for the address that is asked for -->"


def spoken_language(accepted: str) -> str:
    """Choose a language of ours by what a browser or a crawler accepts.

    >>> spoken_language("zh-TW,zh;q=0.9,en;q=0.8"), spoken_language("de,en;q=0.5"), spoken_language("")
    ('zh-Hant', 'en', 'en')
    """
    for part in accepted.split(","):
        wanted = part.partition(";")[0].strip().lower()[:2]
        for language in LANGUAGES:
            if wanted and language.lower().startswith(wanted):
                return language
    return "en"


def fill_head(page: str, *, kind: str, url: str, picture: str, language: str, **names: str) -> str:
    """Write the preview of a page into its head; ``kind`` names its texts: ``preview.table.title`` and ``.text``."""
    catalogue = load(language)
    title = catalogue.text(f"preview.{kind}.title", **names)
    text = catalogue.text(f"preview.{kind}.text", **names)
    facts = {
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
    lines += [f'<meta property="{name}" content="{escape(value)}" />' for name, value in facts.items()]
    page = page.replace('<html lang="en">', f'<html lang="{language}">', 1)
    page = page.replace("<title>Huefall</title>", f"<title>{escape(title)}</title>", 1)
    return page.replace(MARK, "\n    ".join(lines), 1)
