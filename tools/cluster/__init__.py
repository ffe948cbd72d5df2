"""A PostgreSQL server, several nodes and a proxy on this machine: `make cluster`, and what tests and benchmarks need of it."""
