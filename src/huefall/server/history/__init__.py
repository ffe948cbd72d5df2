"""What guests have played: lists, statistics, and the deletion of everything about a guest."""
