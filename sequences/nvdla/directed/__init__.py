"""Directed layers of several units: at the corners, in groups chosen by hand, against rules."""
