"""A table: what is kept of it, what follows from that, who may do what, and the task that owns it."""
