"""What every part of the server needs from below: clock, logs, metrics, worker threads, the compiled engine, admin access."""
