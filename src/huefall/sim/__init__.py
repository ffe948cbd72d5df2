"""Many rounds of random play, and their statistics."""

from huefall.sim.simulate import simulate
from huefall.sim.tally import Tally
from huefall.sim.trace import trace_rounds

__all__ = ["Tally", "simulate", "trace_rounds"]
