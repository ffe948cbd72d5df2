"""``huefall doctor``: what is present, what is missing and how to get it."""

from __future__ import annotations

import argparse
import json
import os
from typing import TYPE_CHECKING

from huefall.cli.arguments import add_language

if TYPE_CHECKING:
    from huefall.cli.arguments import Commands

#: The exit code if something does not work.
FAILED = 1


def add(commands: Commands) -> None:
    parser = commands.add_parser(
        "doctor",
        help="report what is installed, what is missing and how to get it",
        description="Report what is installed, what is missing and how to get it. The exit code is 1 if something that is "
        "installed cannot work; parts that are optional, or will come by themselves, do not count.",
    )
    add_language(parser)
    parser.add_argument("--json", action="store_true", help="as JSON, for programs")
    parser.set_defaults(run=run)


def run(parsed: argparse.Namespace) -> int:
    from huefall import __version__
    from huefall.cli.installation import examine
    from huefall.texts import load
    from huefall.texts.columns import width

    catalogue = load(parsed.lang)
    findings = examine(os.environ)
    sentences = [catalogue.text(finding.key, **finding.values) for finding in findings]
    is_sound = all(finding.status != "problem" for finding in findings)
    if parsed.json:
        rows = [
            {"part": finding.part, "status": finding.status, "text": sentence, **finding.values}
            for finding, sentence in zip(findings, sentences, strict=True)
        ]
        print(json.dumps({"version": __version__, "sound": is_sound, "findings": rows}, indent=2, ensure_ascii=False))
        return 0 if is_sound else FAILED
    words = [catalogue.text(f"doctor.status.{finding.status}") for finding in findings]
    columns = max(map(width, words))
    for word, sentence in zip(words, sentences, strict=True):
        print(f"{word}{' ' * (columns - width(word))}  {sentence}")
    print(catalogue.text("doctor.sound" if is_sound else "doctor.unsound"))
    return 0 if is_sound else FAILED
