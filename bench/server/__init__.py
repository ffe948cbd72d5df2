"""The server under load: ``python bench/server/run.py`` writes bench/SERVER.md."""
