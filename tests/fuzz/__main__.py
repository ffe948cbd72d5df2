"""Fuzzes everything that reads what somebody else has written: ``make fuzz``, or ``python -m tests.fuzz --target records``."""

from __future__ import annotations

import argparse
import logging
import sys
import warnings
from random import Random

import structlog
from tests.fuzz.fuzzer import FOUND, Fuzzer
from tests.fuzz.targets import ROOT, TARGETS
from tests.scale import SEED


def main() -> None:
    parser = argparse.ArgumentParser(description="Fuzz Huefall from a corpus.", allow_abbrev=False)
    parser.add_argument("--minutes", type=float, default=10.0, help="for all targets together (default: 10)")
    parser.add_argument("--target", choices=list(TARGETS), action="append", help="only this one")
    options = parser.parse_args()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    warnings.simplefilter("ignore")
    targets = options.target or list(TARGETS)
    print(f"HUEFALL_SEED={SEED}; failing inputs are saved in {FOUND.relative_to(ROOT)}")
    failures = 0
    for target in targets:
        fuzzer = Fuzzer(target, Random(f"{target} {SEED}"))
        began = len(fuzzer.corpus)
        fuzzer.fuzz(seconds=options.minutes * 60 / len(targets))
        failures += len(fuzzer.failures)
        print(
            f"{target}: {fuzzer.runs:,} inputs, corpus {began:,} → {len(fuzzer.corpus):,}, "
            f"{len(fuzzer.failures)} places of failure",
            flush=True,
        )
    if failures:
        sys.exit(f"fuzz: {failures} places of failure: mend them, and keep the inputs in {FOUND.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
