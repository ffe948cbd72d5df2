"""The compiled search: sample a position, roll it out by the policy, count the results."""
