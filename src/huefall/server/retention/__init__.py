"""What is deleted because it is old, and how a wrong clock is kept from deleting more (decision 0018)."""
