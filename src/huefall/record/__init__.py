"""Records: a match as JSON Lines (docs/records.md), written, replayed, gone on with, and proved (docs/fairness.md)."""

from huefall.record.errors import RecordError
from huefall.record.proof import Proof, verify
from huefall.record.replay import load_match, replay
from huefall.record.write import save_match, write_record

__all__ = ["Proof", "RecordError", "load_match", "replay", "save_match", "verify", "write_record"]
