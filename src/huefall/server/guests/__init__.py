"""Guests: people known by a name and a token, without an account."""
