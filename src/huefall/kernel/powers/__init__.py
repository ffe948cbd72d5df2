"""What the editions' own cards can do, one file each."""
