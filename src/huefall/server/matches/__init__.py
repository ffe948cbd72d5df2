"""Finished matches: their records, replays and proofs."""
