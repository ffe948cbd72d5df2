"""What all parts of the server use: clock, logs, metrics, tokens, thread pools, child processes, the engine, admin access."""
