"""The server: tables for people and bots, stored durably; every client sees only what its seat may see."""
