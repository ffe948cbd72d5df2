"""The search: moves compared by rollouts from sampled positions.

In reading order: ``huefall.bots.beliefs.beliefs`` (what a seat can infer), ``huefall.kernel.search.sample`` (a position
that agrees with it), ``huefall.kernel.search.rollout`` (the round played to its end by ``policy``), ``search`` (all
moves in the same samples, until ``limit``), ``equity`` (what a round is worth in a match), ``rank`` (the result).
"""
