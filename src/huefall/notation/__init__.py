"""The written form of a game: cards, moves and positions as text, read and written."""
