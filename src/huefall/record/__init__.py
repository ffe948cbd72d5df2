"""Records: a match as JSON Lines (docs/records.md), written, replayed, continued, and proved (docs/fairness.md)."""

from huefall.record.errors import RecordError
from huefall.record.proof import Proof, verify
from huefall.record.replay import load_match, replay
from huefall.record.steps import Step, steps
from huefall.record.write import save_match, write_record

__all__ = ["Proof", "RecordError", "Step", "load_match", "replay", "save_match", "steps", "verify", "write_record"]
