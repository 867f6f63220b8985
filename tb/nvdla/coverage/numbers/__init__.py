"""Classes of numbers and of what becomes of them, found by whole arrays."""
