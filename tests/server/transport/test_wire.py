"""Frames are those that every client understands."""

from __future__ import annotations

import pytest
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.protocol import State
from websockets.uri import parse_uri

from huefall.server.transport.wire import write_frame


@pytest.mark.parametrize("length", [0, 1, 125, 126, 127, 65_535, 65_536, 200_000])
def test_a_message_of_any_length_is_read_as_it_was_written(length: int) -> None:
    client = ClientProtocol(parse_uri("ws://localhost/"), state=State.OPEN, max_size=None)
    text = ("é" * length).encode()[:length]
    client.receive_data(write_frame(text))
    (frame,) = client.events_received()
    assert isinstance(frame, Frame)
    assert (frame.opcode, bytes(frame.data), frame.fin) == (Opcode.TEXT, text, True)
