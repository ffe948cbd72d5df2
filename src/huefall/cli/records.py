"""``huefall replay`` and ``huefall verify``: whether a record holds, and whether the shuffle was fair. Tested in
tests/cli/test_commands.py.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from huefall.vocabulary.errors import HuefallError

if TYPE_CHECKING:
    from huefall.cli.arguments import Commands


def add(commands: Commands) -> None:
    replay = commands.add_parser(
        "replay",
        help="play a record again and prove its result",
        description="Play a record again and prove its result.",
    )
    replay.add_argument("file", metavar="FILE")
    replay.set_defaults(run=run_replay)
    verify = commands.add_parser(
        "verify",
        help="check the shuffles of a record",
        description="Check that every order of cards follows from the seed; of several records of one table also that no "
        "match between them was left out.",
    )
    verify.add_argument("files", metavar="RECORD", nargs="+")
    verify.add_argument(
        "--commitment", metavar="HASH", help="the commitment shown before the deal, to hold against the record's"
    )
    verify.add_argument(
        "--contribution", metavar="HEX", help="the random bytes your client sent, which must be in the record"
    )
    verify.set_defaults(run=run_verify)


def run_replay(parsed: argparse.Namespace) -> int:
    from huefall.editions import RULES_VERSION
    from huefall.game.ready import prepare_rules
    from huefall.record import RecordError, replay

    data = read_record(parsed.file)
    prepare_rules()
    try:
        match = replay(data)
    except RecordError as error:
        return report_failure(parsed.file, error)
    moves = sum(len(played.moves) for played in match.rounds)
    winners = ", ".join(f"seat {seat}" for seat in match.winners)
    end = f"won by {winners}" if match.over else "not over"
    version = match.variant.rules.rules_version
    rules = "" if version == RULES_VERSION else f"; by version {version} of the rules"
    print(f"{parsed.file}: as recorded: rounds {match.round}, moves {moves}, scores {match.scores}, {end}{rules}")
    return 0


def run_verify(parsed: argparse.Namespace) -> int:
    from huefall.game.ready import prepare_rules
    from huefall.record import RecordError, find_breaks, verify

    if len(parsed.files) > 1 and (parsed.commitment or parsed.contribution):
        raise HuefallError("--commitment and --contribution belong to one match: give the record of that match alone")
    records = {path: read_record(path) for path in parsed.files}
    prepare_rules()
    proofs, code = [], 0
    for path, data in records.items():
        try:
            proof = verify(data, commitment=parsed.commitment, contribution=parsed.contribution)
        except RecordError as error:
            code = report_failure(path, error)
            continue
        print(f"{path}: {proof}")
        proofs.append(proof)
    for broken in find_breaks(proofs):
        print(f"huefall: {broken}", file=sys.stderr)
        code = 1
    return code


def read_record(path: str) -> bytes:
    """Read a file. An unreadable file is a mistake in the command (exit code 2), not a record that does not hold (1)."""
    if not path:  # Path would take it for the current folder
        raise HuefallError("the name of a record's file was expected, got ''")
    try:
        return Path(path).read_bytes()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise HuefallError(f"record {path!r}: cannot be read ({reason})") from error


def report_failure(path: str, error: Exception) -> int:
    """Say why a record does not hold; return the exit code."""
    print(f"huefall: {path}: {error}", file=sys.stderr)
    return 1
