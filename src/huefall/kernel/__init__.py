"""The rules, compiled: the only place that knows numba. ``huefall.kernel.entry`` is its door."""
