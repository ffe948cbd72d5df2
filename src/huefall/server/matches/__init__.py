"""Finished matches: records, replays and proofs."""
