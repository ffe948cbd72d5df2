"""Why something is not done: every reason the server gives, with one sentence; ``docs/protocol.md`` lists them.

A reason is a word for programs and stays what it is; the sentence that comes with a refusal is for people and may change.
Reasons of moves that the rules refuse are those of ``huefall.vocabulary.refusals``.
"""

from __future__ import annotations

from huefall.texts import explain, load
from huefall.vocabulary import refusals, rule_ids

#: Why something is refused on a table's socket, the rules aside; those of ``bye`` are among them.
SOCKET_REASONS = {
    "stale": "Since the revision that was named an act was played, the same seat has said something, or a claim lost its race: look again.",
    "not_seated": "Only those who sit at the table can do that.",
    "not_host": "Only the host can do that.",
    "seat_taken": "Somebody sits there.",
    "no_such_seat": "The table has no seat of that number.",
    "no_free_seat": "Every seat is taken.",
    "no_person_there": "No other person sits there.",
    "no_bot_there": "No bot sits there.",
    "seats_empty": "A match begins when every seat is taken.",
    "match_running": "Not while a match is running.",
    "no_match_running": "Only while a match is running.",
    "not_alone": "Another person sits at the table and is here: nobody hurries the bots alone.",
    "hints_off": "The table's host has not allowed hints.",
    "not_asked": "The decision lies with another player: wait for your turn.",
    "not_ready": "The search is being compiled, once per machine: ask again in a minute.",
    "server_busy": "Too many hints are being asked for at once: ask again in a moment.",
    "lesson_step": "The lesson speaks of another move now, the one its step waits for.",
    "lesson_table": "The table of a lesson is one person's, and stays as it is.",
    "round_running": "The next round is dealt when this one is over.",
    "bad_setup": "An edition, option, preset or number of seats that cannot be, or not together.",
    "unknown_level": "No bot plays at that level.",
    "starting": "The match has been asked for, and begins as soon as the rules are compiled.",
    "table_full": "Too much has happened at this table for it to go on: set up another one.",
    "internal": "The server has made a mistake, and written it down; nothing has changed.",
    "engine_failed": "The rules could not be compiled on the server's machine: no match can begin.",
    "table_closed": "The table is no more.",
    "too_fast": "Too many messages in a short time: wait a little.",
    "bad_message": "No JSON, an unknown type, or a field that is missing, unknown or out of its limits.",
    "version": "The client speaks a version of the wire that this server does not.",
    "hello_first": "The first message must be `hello`, and come soon.",
    "no_such_guest": "The token is nobody's: become a guest again.",
    "kicked": "The host has sent this person away from the table.",
    "no_such_table": "There is no table of that code; it may have been closed.",
    "preparing": "The rules are being compiled, once per machine: come back in a moment.",
    "server_full": "The server has as many sockets as it can hold: come back later.",
    "too_many_connections": "Too many open sockets of one guest or from one address: close one.",
    "too_many_faults": "Too many messages that could not be read, or came too fast.",
    "table_reloaded": "Something went wrong at the table, which stands as it was stored: come back to it.",
    "stopping": "The server stops: come back in a moment.",
}

#: Why a request over HTTP is not carried out.
HTTP_REASONS = {
    "bad_request": "A body that is no JSON, or a field that is missing, unknown or out of its limits.",
    "no_such_guest": "The token is missing, or nobody's: become a guest again.",
    "forbidden": "This is not yours to ask, or comes from a page of another site.",
    "not_found": "There is nothing at this path.",
    "method_not_allowed": "The path is right, the method is not.",
    "too_slow": "The request did not arrive in time.",
    "too_large": "The body is larger than the server reads.",
    "too_fast": "Too many requests in a short time: wait as long as `retry_after` says.",
    "internal": "The server has made a mistake, and written it down.",
    "preparing": "The rules are being compiled, once per machine: ask again.",
    "bad_name": "Nobody can be called that: 1 to 24 letters, digits and plain signs.",
    "bad_setup": "This cannot be played: an edition, option, preset or number of seats that cannot be.",
    "bad_edition": "The edition's file cannot be played; the text names the line.",
    "too_many_guests": "Too many guests from one address.",
    "too_many_tables": "Too many tables of one guest or from one address.",
    "server_full": "The server has as many tables as it can hold.",
    "no_such_table": "There is no table of that code.",
    "no_such_match": "The table has played no match of that number.",
    "no_such_round": "The match has had no round of that number.",
    "no_such_seat": "The match had no seat of that number.",
    "bad_step": "The round has no step of that number, or is over at it: there is nothing to go on from.",
    "no_record": "The match did not begin with a deal, and a record does: its rounds can be replayed all the same.",
    "no_proof": "The match did not begin with a deal: there is no shuffle to be proved.",
    "no_review": "The match did not begin with a deal, and a review needs its record.",
    "too_many_reviews": "Too many reviews asked for from one address.",
    "no_such_lesson": "Nothing of that name is taught; the catalogue lists the lessons.",
    "server_busy": "Too many records or reviews are being asked for at once: ask again in a moment.",
    "match_not_over": "Records, replays, proofs and reviews are open when the match is over, not before.",
}


def move_reasons() -> dict[str, tuple[str, str]]:
    """Return the reasons for which the rules refuse a move, or count it as a foul: each with its rule and a sentence.

    >>> move_reasons()["not_held"]
    ('FOUL-02', 'You do not hold this card; choose a card from your hand.')
    """
    catalogue = load("en")
    numbered = list(enumerate(refusals.NAMES))[1:]  # 0 is no reason
    return {name: (rule_ids.NAMES[refusals.RULES[number]], explain(catalogue, name)) for number, name in numbered}
