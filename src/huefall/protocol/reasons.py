"""All reason codes of refusals, rejections and errors, with one sentence each; ``docs/protocol.md`` lists them.

A reason is a code for programs and never changes; the sentence sent with it is for people and may change. The reasons of
moves that the rules refuse are in ``huefall.vocabulary.refusals``.
"""

from __future__ import annotations

from huefall.texts import explain, load
from huefall.vocabulary import refusals, rule_ids

#: Reasons on the socket of a table, including those of ``bye``, except those of the rules.
SOCKET_REASONS = {
    "stale": "After the named revision came a move that is no claim, or a move of the same seat, or the claim lost its race: look again.",
    "id_used": "Another command of the same guest at this table had this id: look at the table, then send this one with a new id.",
    "not_seated": "Only people who sit at the table can do that.",
    "not_host": "Only the host can do that.",
    "seat_taken": "Somebody sits there.",
    "no_such_seat": "The table has no seat with that number.",
    "no_free_seat": "Every seat is taken.",
    "no_person_there": "No other person sits there.",
    "no_bot_there": "No bot sits there.",
    "seats_empty": "A match begins when every seat is taken.",
    "match_running": "Not while a match is running.",
    "no_match_to_repeat": "A rematch follows a match that is over.",
    "already_seated": "You have a seat at this table.",
    "seat_protected": "The player on that seat is here, or has been away only for a short time.",
    "late_joining_off": "The host does not let people take over seats at this table.",
    "no_such_request": "Nobody waits for a seat under that number any more.",
    "request_declined": "The host has declined your request for this match: you can watch.",
    "too_many_requests": "Too many people wait for a seat: watch, and try again later.",
    "no_match_running": "Only while a match is running.",
    "not_alone": "Another person is at the table: only a person alone with bots can hurry them.",
    "hints_off": "The table's host has not allowed hints.",
    "not_asked": "It is another player's decision: wait for your turn.",
    "not_ready": "The search is being compiled, once per machine: ask again in a minute.",
    "server_busy": "Too many hints are being computed at once: ask again in a moment.",
    "lesson_step": "The step of the lesson waits for another move.",
    "lesson_table": "The table of a lesson is for one person and cannot be changed.",
    "round_running": "The next round is dealt when this one is over.",
    "bad_setup": "An edition, option, preset or number of seats is invalid, or they do not fit together.",
    "unknown_level": "There is no bot of that level.",
    "starting": "The match is already starting: it begins in a moment, or as soon as the rules are compiled.",
    "wrong_contribution": "The contribution does not fit the seal of your seat.",
    "table_full": "The history of this table has reached its maximum length: create another table.",
    "internal": "An internal error, which the server has logged; the state has not changed.",
    "engine_failed": "The rules could not be compiled on the server: no match can begin.",
    "table_closed": "The table has been closed.",
    "too_fast": "Too many messages in a short time: wait a little.",
    "bad_message": "Not JSON, an unknown type, or a field that is missing, unknown or out of range.",
    "version": "The server does not support the client's version of the protocol.",
    "hello_first": "The first message must be `hello`, and come soon.",
    "no_such_guest": "The token is unknown: create a guest again.",
    "device_revoked": "The guest has revoked this device from another one; its token is void.",
    "guest_deleted": "The guest has deleted everything about themselves; the token is void.",
    "kicked": "The host has removed this person from the table.",
    "no_such_table": "There is no table with that code; it may have been closed.",
    "preparing": "The rules are being compiled, once per machine: try again in a moment.",
    "server_full": "The server has reached its maximum number of sockets: try again later.",
    "too_many_connections": "Too many open sockets of one guest or from one address: close one.",
    "too_many_faults": "Too many messages that were unreadable or came too fast.",
    "table_reloaded": "An internal error; the table was reloaded as it was stored: reconnect.",
    "table_moved": "The table belongs to another machine of the same service now: reconnect.",
    "stopping": "The server is stopping: reconnect in a moment.",
    "cannot_be_read": "What is stored about the table or the guest is damaged, or was written by a newer version.",
    "store_full": "The server's disk is full: nothing has changed; try again after `retry_after` seconds.",
    "store_away": "The server cannot reach its database: nothing has changed; try again after `retry_after` seconds.",
    "store_failed": "The server's disk has failed: it stops; reconnect when it has been started again.",
}

#: Reasons of HTTP errors.
HTTP_REASONS = {
    "bad_request": "The body is not JSON, or a field is missing, unknown or out of range.",
    "no_such_guest": "The token is missing or unknown: create a guest again.",
    "forbidden": "You may not do this, or the request comes from a page of another site.",
    "not_found": "There is nothing at this path.",
    "method_not_allowed": "The path is right, the method is not.",
    "too_slow": "The request did not arrive in time.",
    "too_large": "The body is larger than the server allows.",
    "too_fast": "Too many requests in a short time: wait as long as `retry_after` says.",
    "internal": "An internal error, which the server has logged.",
    "preparing": "The rules are being compiled, once per machine: try again.",
    "bad_name": "This name is not allowed: use 1 to 24 letters, digits and simple punctuation.",
    "bad_setup": "An edition, option, preset or number of seats is invalid.",
    "bad_edition": "The edition's file cannot be played; the text names the line.",
    "too_many_guests": "Too many guests from one address.",
    "no_such_device": "The guest has no device with that number; it may have been revoked.",
    "this_device": "A device cannot revoke itself: use another one.",
    "too_many_devices": "The guest has as many devices as allowed: revoke one first.",
    "no_such_code": "The code for another device has been used or replaced, or is too old: request a new one.",
    "too_many_codes": "Too many codes for another device requested or tried from one address.",
    "too_many_tables": "Too many tables from one address.",
    "server_full": "The server has reached its maximum number of tables.",
    "no_such_table": "There is no table with that code.",
    "no_such_match": "The table has no match with that number.",
    "no_such_round": "The match has no round with that number.",
    "no_such_seat": "The match has no seat with that number.",
    "bad_step": "The round has no step with that number, or is over at that step.",
    "no_record": "The match did not begin with a deal, so it has no record; its rounds can be replayed.",
    "no_proof": "The match did not begin with a deal, so there is no shuffle to prove.",
    "no_review": "The match did not begin with a deal, and a review needs its record.",
    "too_many_reviews": "Too many reviews requested from one address, or one of this address or table is waiting already.",
    "no_such_lesson": "There is no lesson with that name; the catalogue lists them.",
    "server_busy": "Too many records or reviews are requested at once: try again in a moment.",
    "cannot_be_read": "What is stored about this is damaged, or was written by a newer version: the text says where.",
    "store_full": "The server's disk is full: nothing has changed; try again after `retry_after` seconds.",
    "store_away": "The server cannot reach its database: nothing has changed; try again after `retry_after` seconds.",
    "store_failed": "The server's disk has failed: it stops; try again when it has been started again.",
    "table_moved": "The machine that has the table does not answer, or the table is moving: try again in a moment.",
    "not_supported": "The machine that has the table runs another version, without this: try again after its upgrade.",
    "match_not_over": "Records, replays, proofs and reviews are available only after the match.",
    "draining": "This machine hands over its tables to others of the same service: use another one.",
    "no_such_node": "The service has no node with that number.",
    "last_node": "The last node that takes tables cannot be drained.",
}


def move_reasons() -> dict[str, tuple[str, str]]:
    """Return the reasons for which the rules refuse a move or make it a foul, each with its rule ID and a sentence.

    >>> move_reasons()["not_held"]
    ('FOUL-02', 'You do not hold this card; choose a card from your hand.')
    """
    catalogue = load("en")
    numbered = list(enumerate(refusals.NAMES))[1:]  # 0 is no reason
    return {name: (rule_ids.NAMES[refusals.RULES[number]], explain(catalogue, name)) for number, name in numbered}
