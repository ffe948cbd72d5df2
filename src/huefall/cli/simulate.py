"""``huefall simulate``: many rounds of random play, counted. Tested in tests/sim/test_simulate.py and tests/cli/test_commands.py."""

from __future__ import annotations

import argparse
import json
import time
from contextlib import nullcontext
from typing import TYPE_CHECKING, TextIO

from huefall.cli.arguments import MAX_SEED, add_variant, number, read_variant
from huefall.cli.output_files import check_apart_from
from huefall.cli.progress import count_of, progress_line
from huefall.cores import count_cores

if TYPE_CHECKING:
    from huefall.cli.arguments import Commands
    from huefall.notation.variant import Variant
    from huefall.sim import Tally


def add(commands: Commands) -> None:
    parser = commands.add_parser(
        "simulate",
        help="play many rounds at random and count",
        description="Play single rounds at random: any play that fits, a draw only when none does, penalties accepted.",
    )
    add_variant(parser)
    parser.add_argument(
        "--rounds",
        "--games",  # its name up to version 0.5.0
        type=number(1, 10**12),
        default=10_000,
        metavar="N",
        help="how many (default: 10000), as in 5000, 1_000_000 or 1e6; --games is the same",
    )
    parser.add_argument(
        "--seed", type=number(0, MAX_SEED), default=0, metavar="S", help="same seed, same result (default: 0)"
    )
    parser.add_argument(
        "--threads", type=number(1, 1024), metavar="N", help="default: one per core; changes only the time it takes"
    )
    parser.add_argument(
        "--trace",
        metavar="FILE",
        help="any legal move or claim of any seat instead, each step written to FILE (one thread, slower)",
    )
    parser.add_argument("--json", action="store_true", help="the result as a JSON object")
    parser.set_defaults(run=run, stopped="there is no result, and nothing is kept of the rounds that were played")


def run(parsed: argparse.Namespace) -> int:
    variant = read_variant(parsed)
    from huefall.game.ready import prepare_batch, prepare_rules
    from huefall.sim.report import as_object, as_table

    if parsed.trace is not None:  # which may be a pipe: it is written as the rounds are played
        check_apart_from("--trace", parsed.trace, [variant.edition.source])
    # A file that cannot be written is an error before the rules are compiled.
    with nullcontext() if parsed.trace is None else open(parsed.trace, "w", encoding="utf-8", newline="\n") as trace:
        if trace is not None:
            parsed.stopped = f"there is no result, and {parsed.trace} breaks off where the rounds do"
        if trace is None:
            prepare_batch()
        else:
            prepare_rules()
        start = time.process_time()
        tally = _play(parsed, variant, trace)
        seconds = time.process_time() - start
    if parsed.json:
        print(json.dumps(as_object(variant, tally, parsed.seed, seconds), ensure_ascii=False, indent=2))
    else:
        print(as_table(variant, tally, parsed.seed, seconds))
    return 0


def _play(parsed: argparse.Namespace, variant: Variant, trace: TextIO | None) -> Tally:
    from huefall.sim import simulate, trace_rounds

    progress = progress_line(count_of("rounds"))
    if trace is not None:
        return trace_rounds(variant, parsed.players, parsed.rounds, parsed.seed, trace, progress=progress)
    threads = parsed.threads or count_cores()
    return simulate(variant, parsed.players, parsed.rounds, parsed.seed, threads, progress=progress)
