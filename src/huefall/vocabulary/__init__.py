"""The words every layer shares, as named ints: colours, phases, verbs, events, refusals, rule IDs.

Plain ints because the compiled rules work on them; the tuples give each its written form.
"""
