"""Many rounds and their statistics."""

from huefall.sim.batch import simulate
from huefall.sim.tally import Tally
from huefall.sim.trace import trace_rounds

__all__ = ["Tally", "simulate", "trace_rounds"]
