from __future__ import annotations

import pytest
from structlog.testing import capture_logs

from huefall.server.ownership.notices import MAX_TEXT_BYTES, Notice, Notices, call, decode, encode


@pytest.mark.parametrize("text", ["", "g1", 'a "quoted" \\ text\n', "卡" * (MAX_TEXT_BYTES // 3), "x" * MAX_TEXT_BYTES])
def test_a_notice_arrives_as_it_was_sent(text: str) -> None:
    notice = Notice("topic", text, sender=3, epoch=4)
    assert decode(encode(notice)) == notice


@pytest.mark.parametrize(
    ("text", "reason"),
    [("x" * (MAX_TEXT_BYTES + 1), "this is 4001: split it"), ("\x01" * 2000, "more than PostgreSQL's 7999 bytes")],
)
def test_a_text_that_does_not_fit_is_refused(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        encode(Notice("topic", text, sender=1))


@pytest.mark.parametrize("payload", ["", "hello", "[]", '{"topic": "x"}', '{"topic": 1, "text": "", "sender": 1}'])
def test_a_notice_of_somebody_else_is_logged_and_ignored(payload: str) -> None:
    with capture_logs() as logs:
        assert decode(payload) is None
    assert [line["event_id"] for line in logs] == ["notice_unreadable"]


def test_a_notice_of_a_newer_version_may_say_more() -> None:
    assert decode('{"topic": "x", "text": "y", "sender": 2, "mood": "good"}') == Notice("x", "y", 2)


def test_listeners_hear_their_topic() -> None:
    notices, heard = Notices(), list[str]()
    notices.listen("a", heard.append)
    notices.listen("a", lambda text: heard.append(text.upper()))
    notices.listen("b", heard.append)
    notices.deliver(Notice("a", "one", 1))
    notices.deliver(Notice("c", "two", 1))
    assert heard == ["one", "ONE"]


def test_a_listener_that_fails_does_not_keep_others_from_hearing() -> None:
    heard: list[str] = []

    def fail(text: str) -> None:
        raise RuntimeError(text)

    with capture_logs() as logs:
        call([fail, heard.append, fail], "text")
    assert heard == ["text"]
    assert [line["event_id"] for line in logs] == ["ownership_listener_failed"] * 2
