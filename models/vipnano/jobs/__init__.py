"""What jobs read, compute and write."""
