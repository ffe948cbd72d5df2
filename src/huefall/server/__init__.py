"""The server: tables that people and bots sit at, kept safe on disk and shown to everybody as far as they may see."""
