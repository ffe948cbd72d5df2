"""Records: a match as JSON Lines (docs/records.md), written, replayed, continued, and proved (docs/fairness.md)."""

from huefall.record.chain import find_breaks
from huefall.record.errors import RecordError
from huefall.record.proof import Proof, verify
from huefall.record.replay import Replayer, load_match, open_record, replay
from huefall.record.steps import Step, steps
from huefall.record.write import save_match, write_record

__all__ = [
    "Proof",
    "RecordError",
    "Replayer",
    "Step",
    "find_breaks",
    "load_match",
    "open_record",
    "replay",
    "save_match",
    "steps",
    "verify",
    "write_record",
]
