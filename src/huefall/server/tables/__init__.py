"""Tables: their entries and state, the decisions on commands, and the task that owns each table."""
