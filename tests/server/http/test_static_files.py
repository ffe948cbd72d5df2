from __future__ import annotations

import gzip

import pytest
from starlette.requests import Request
from starlette.responses import Response

from huefall.server.http.static_files import CACHE_FOREVER, REVALIDATE, StaticFile

LONG = b"<svg>" + b"x" * 5000 + b"</svg>"


def ask(file: StaticFile, **headers: str) -> Response:
    named = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return file.respond(Request({"type": "http", "method": "GET", "path": "/", "headers": named}))


def test_a_file_is_sent_with_its_type_its_tag_and_how_long_it_is_good() -> None:
    answer = ask(StaticFile("index-1a2b.js", b"let x;", CACHE_FOREVER))
    assert answer.body == b"let x;"
    assert answer.headers["content-type"].startswith("text/javascript")
    assert "immutable" in answer.headers["cache-control"] and answer.headers["etag"]


def test_a_browser_with_a_current_copy_gets_304() -> None:
    file = StaticFile("a.svg", LONG, REVALIDATE)
    answer = ask(file, if_none_match=f'"other", W/{file.tag}')
    assert (answer.status_code, answer.body) == (304, b"")
    assert ask(StaticFile("a.svg", LONG + b" ", REVALIDATE), if_none_match=file.tag).status_code == 200


def test_long_text_is_compressed_for_clients_that_accept_gzip() -> None:
    file = StaticFile("a.svg", LONG, REVALIDATE)
    answer = ask(file, accept_encoding="br, gzip")
    assert answer.headers["content-encoding"] == "gzip" and gzip.decompress(bytes(answer.body)) == LONG
    assert ask(file).body == LONG
    assert answer.headers["vary"] == "accept-encoding"


@pytest.mark.parametrize(("name", "content"), [("a.svg", b"<svg/>"), ("a.png", LONG)])
def test_small_files_and_pictures_that_are_compressed_already_stay_as_they_are(name: str, content: bytes) -> None:
    assert "content-encoding" not in ask(StaticFile(name, content, REVALIDATE), accept_encoding="gzip").headers
