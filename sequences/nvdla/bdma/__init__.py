"""BDMA layers: shapes and places, directed and random ones."""
