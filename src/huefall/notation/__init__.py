"""The written form of a game: cards, moves and positions as text, to the letter and back."""
