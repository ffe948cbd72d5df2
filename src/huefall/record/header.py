"""The header of a record: the variant, the commitment, and the seed if it is known. Tested in tests/record/test_replay.py and
tests/record/test_rules_versions.py.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from huefall.editions import SHIPPED, load_edition
from huefall.editions.file import read_edition
from huefall.game.commitment import FACTS, commitment_of
from huefall.game.shared_seed import SharedSeed
from huefall.notation.variant import Variant
from huefall.record.errors import RecordError
from huefall.record.lines import Line
from huefall.record.shared_seed import check_shared_seed, read_shared_seed
from huefall.vocabulary.errors import HuefallError

#: The version of the rules for a record that names none: it was written before there was a second version.
UNSTATED_RULES_VERSION = 1

#: The version of the shuffle for a seed that is a number and stands without one: it was written before there was a second.
UNSTATED_SHUFFLE_VERSION = 1


@dataclass(frozen=True, slots=True)
class Header:
    """The first line, with the seed that the last line may reveal."""

    variant: Variant
    edition_text: str | None  # for an edition that does not ship with Huefall
    players: int
    commitment: str | None
    notes: Mapping[str, str]
    seed: int | bytes | None
    number: int
    shuffle_version: int
    shared_seed: SharedSeed | None = None  # what the seed was mixed from


def read_header(lines: Sequence[Line]) -> Header:
    """Read the first line, and look for the seed."""
    line = lines[0]
    if line.kind != "format":
        raise RecordError(f"the header was expected, got a {line.kind!r} line", line.number)
    edition = line.fields["edition"]
    try:
        variant = _read_variant(line)
        variant.rules.check_players(variant.edition, line.fields["players"])
    except RecordError:
        raise
    except HuefallError as error:
        raise RecordError(str(error), line.number) from error
    if line.fields["deck"] != variant.write_cards(variant.deck()):
        raise RecordError(f"deck must be the cards of {variant.edition.name} before any shuffle", line.number)
    seed, number, shuffle_version = _find_seed(lines)
    shared_seed = read_shared_seed(lines)
    if shared_seed is None:
        _check_commitment(line, seed)
    else:
        check_shared_seed(line, seed, shared_seed, variant.rules.rules_version)
    return Header(
        variant=variant,
        edition_text=None if isinstance(edition, str) else edition["file"],
        players=line.fields["players"],
        commitment=line.fields["commitment"],
        notes=line.fields.get("notes", {}),
        seed=seed,
        number=number,
        shuffle_version=shuffle_version,
        shared_seed=shared_seed,
    )


def _read_variant(line: Line) -> Variant:
    edition, options = line.fields["edition"], line.fields["options"]
    if "rules_version" in options:  # the commitment binds the options, and is older than versions of the rules
        raise RecordError("rules_version is not an option, but a field of the header", line.number)
    if isinstance(edition, str):
        # Never a path: a record is complete in itself, and reading one opens no other file.
        if edition not in SHIPPED:
            expected = f"{', '.join(SHIPPED)}, or an object with the text of its file"
            raise RecordError(f"unknown edition {edition!r}: expected one of {expected}", line.number)
        found = load_edition(edition)
    else:
        if edition["name"] in SHIPPED:
            raise RecordError(f"the edition {edition['name']!r} ships: it is written by its name alone", line.number)
        found = read_edition(edition["file"], "")
        if found.name != edition["name"]:
            raise RecordError(f"the edition is {edition['name']!r}, but its file says {found.name!r}", line.number)
    variant = Variant.of(found, {**options, "rules_version": line.fields.get("rules_version", UNSTATED_RULES_VERSION)})
    changes = variant.rules.changed_options()
    if options != changes:
        raise RecordError(f"options must be just what differs from the default: {changes}, got {options}", line.number)
    return variant


def _find_seed(lines: Sequence[Line]) -> tuple[int | bytes | None, int, int]:
    """Look in the header, where the owner's copy has it, and in the last line, which reveals it."""
    found: tuple[int | bytes | None, int, int] = (None, 0, UNSTATED_SHUFFLE_VERSION)
    for line in (lines[0], lines[-1]):
        written = line.fields.get("seed")
        if written is None:
            continue
        seed = bytes.fromhex(written) if isinstance(written, str) else int(written)
        number = int(line.fields.get("number", 0))
        shuffle_version = int(line.fields.get("shuffle_version", UNSTATED_SHUFFLE_VERSION))
        if found[0] is not None and (seed, number, shuffle_version) != found:
            raise RecordError("the seed is another one than the header's", line.number)
        found = (seed, number, shuffle_version)
    return found


def _check_commitment(line: Line, seed: int | bytes | None) -> None:
    """Raise an error if the seed does not match the commitment."""
    commitment = line.fields["commitment"]
    if commitment is None or seed is None:
        return
    if isinstance(seed, int):
        raise RecordError("there is a commitment, but the seed is a number: only a secret seed has one", line.number)
    if commitment != commitment_of(seed, {name: line.fields[name] for name in FACTS}):
        raise RecordError("the commitment does not fit the seed, edition, options, players and deck", line.number)
