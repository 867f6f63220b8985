"""Rubik: reorders elements in memory, without arithmetic."""
