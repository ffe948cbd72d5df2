"""Several nodes over one PostgreSQL database: ``python bench/cluster/run.py`` writes bench/CLUSTER.md."""
