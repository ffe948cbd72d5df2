"""QR codes of links. Tested in tests/server/test_tables.py and tests/server/test_devices.py."""

from __future__ import annotations

import io

import segno


def draw_qr(link: str) -> bytes:
    """Draw a link as SVG."""
    picture = io.BytesIO()
    segno.make(link, micro=False).save(picture, kind="svg", scale=8, border=2)
    return picture.getvalue()
