"""Functional coverage, whatever the family: what is to be seen as data, counts of what was seen, runs merged."""
