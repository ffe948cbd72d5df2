"""Plays random legal moves: `python player.py http://localhost:8000 [code of a table]`. Needs the package websockets."""

import hashlib
import json
import random
import secrets
import sys
import time
import urllib.request

from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.sync.client import connect


def post(path, body, **headers):
    """Ask the HTTP API for something."""
    request = urllib.request.Request(server + path, json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def choose(revision, you, table, view):
    """Say what to do now, or None if that is for others to say."""
    if you["seat"] is None:
        return {"type": "sit"}
    if table["status"] == "open" and you["host"]:
        is_full = all(seat["kind"] != "empty" for seat in table["seats"])
        return {"type": "start"} if is_full else {"type": "add_bot", "level": "easy"}
    if table["status"] == "round_over":
        return {"type": "next_round", "revision": revision}
    is_asked = table["status"] == "playing" and view["turn"] == you["seat"]
    return {"type": "move", "revision": revision, "move": random.choice(view["legal"])} if is_asked else None


def contribute(you, table):
    """Take part in the shuffle (docs/fairness.md): seal random bytes, and tell them when the seals of all are fixed."""
    if not table["upcoming"] or you["seat"] is None:
        return None
    commitment, seals = table["upcoming"]["commitment"], table["upcoming"]["seals"]
    part = {"commitment": commitment, "contribution": contributions.setdefault(commitment, secrets.token_hex(16))}
    seal = hashlib.sha256(f"huefall seal 2\n{json.dumps(part, separators=(',', ':'))}".encode()).hexdigest()
    if seals is None:
        return {"type": "seal", "commitment": commitment, "seal": seal}
    return {"type": "contribute", **part} if seals[you["seat"]] == seal else None


def play(socket):
    """Play over one connection until the match is over, one command at a time."""
    socket.send(json.dumps({"type": "hello", "version": 1, "token": token}))
    known, awaited, parts = dict.fromkeys(("revision", "you", "table", "view")), "welcome", []
    while not known["table"] or known["table"]["status"] != "over":
        message = json.loads(socket.recv())
        known |= {key: message[key] for key in known if key in message}  # updates leave out what has not changed
        if message["type"] == "refused" and message["reason"] != "stale" and "first" not in message:  # nobody faster
            print(message["text"])
            time.sleep(1)
        if awaited in (message["type"], message.get("id")):
            awaited = None
        if known["you"] and (part := contribute(known["you"], known["table"])) and part not in parts:
            socket.send(json.dumps({"id": secrets.token_hex(8), **part}))
            parts.append(part)
        if known["you"] and not awaited and (command := choose(**known)):
            awaited = secrets.token_hex(8)
            socket.send(json.dumps({"id": awaited, **command}))
    print(
        "winners:",
        known["view"]["match_winners"],
        "scores:",
        known["view"]["scores"],
        "contributed:",
        *contributions.values(),
    )


contributions = {}  # the same bytes after a lost connection: nobody gets a second draw
server = sys.argv[1].rstrip("/")
token = post("/api/guests", {"name": "Random"})["token"]
code = sys.argv[2] if sys.argv[2:] else post("/api/tables", {}, Authorization=f"Bearer {token}")["code"]
while True:
    try:
        with connect(f"ws{server.removeprefix('http')}/ws/{code}") as socket:
            sys.exit(play(socket))
    except (OSError, WebSocketException) as error:
        if isinstance(error, ConnectionClosed) and error.rcvd and error.rcvd.code in (1008, 4000):
            sys.exit(f"sent away: {error.rcvd.reason}")
        time.sleep(1)  # the connection broke: come back, and go on from the fresh view
