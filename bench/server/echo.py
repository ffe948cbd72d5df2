"""The upper limit: a bare echo and broadcast on the same stack. It decodes a move, sends a text of an update's size to the
four sockets of the room, and an acknowledgement to the sender; without rules, store and tables.

Run it as ``python bench/server/echo.py FILE``, where FILE has the text to send.
"""

from __future__ import annotations

import asyncio
import json
import socket
import sys
from collections import defaultdict
from pathlib import Path

import msgspec
import uvicorn
import uvloop
from msgspec import Struct
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect


class Move(Struct, tag_field="type", tag="move"):
    id: str
    revision: int
    move: str


class Done(Struct, tag_field="type", tag="done"):
    id: str
    revision: int


def build(text: str) -> Starlette:
    decode = msgspec.json.Decoder(Move).decode
    encode = msgspec.json.Encoder().encode
    rooms: defaultdict[str, list[WebSocket]] = defaultdict(list)

    async def serve(sender: WebSocket) -> None:
        await sender.accept()
        room = rooms[sender.path_params["room"]]
        room.append(sender)
        try:
            while True:
                move = decode(await sender.receive_text())
                for member in room:
                    await member.send_text(text)
                await sender.send_text(encode(Done(move.id, move.revision)).decode())
        except WebSocketDisconnect:
            room.remove(sender)

    return Starlette(routes=[WebSocketRoute("/room/{room}", serve)])


async def main(text: str) -> None:
    """Serve on a free port, and print its URL."""
    listener = socket.create_server(("127.0.0.1", 0), backlog=1024)
    settings = uvicorn.Config(
        build(text),
        log_config=None,
        access_log=False,
        http="h11",
        ws="websockets-sansio",
        ws_per_message_deflate=False,
    )
    url = f"http://127.0.0.1:{listener.getsockname()[1]}"
    print(json.dumps({"message": "listening", "url": url}), file=sys.stderr, flush=True)
    await uvicorn.Server(settings).serve(sockets=[listener])


if __name__ == "__main__":
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(main(Path(sys.argv[1]).read_text(encoding="utf-8")))
