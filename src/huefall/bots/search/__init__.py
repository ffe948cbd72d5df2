"""The search: moves compared by rollouts from sampled positions."""
