"""Decisions on commands: who may do what, and what it comes to.

A decision is data: entries to apply and store, at most one action that leaves no entry, and a reply. The task that
owns the table carries it out (``huefall.server.tables.command_runner``), and nothing else changes the table's state.
"""

from huefall.server.tables.decisions.decision import Context, Decision
from huefall.server.tables.decisions.dispatch import decide

__all__ = ["Context", "Decision", "decide"]
