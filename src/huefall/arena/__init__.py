"""Measure bots against each other: thousands of games on the same deals with rotated seats."""

from huefall.arena.entrants import Entrant, enter
from huefall.arena.plan import Plan
from huefall.arena.report import Report, as_object, as_table
from huefall.arena.run import run_arena

__all__ = ["Entrant", "Plan", "Report", "as_object", "as_table", "enter", "run_arena"]
