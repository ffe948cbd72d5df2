"""House rules, one file each: its text, its option and where it touches the game."""
