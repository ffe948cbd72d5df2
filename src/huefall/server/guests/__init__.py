"""Guests: people with a name and a token, without an account."""
