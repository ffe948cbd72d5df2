"""The bots offered at tables, by level, and the yardsticks."""
