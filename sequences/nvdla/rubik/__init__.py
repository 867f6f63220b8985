"""Rubik layers: shapes and their memory, directed and random ones."""
