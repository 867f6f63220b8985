"""The memory's side of a port in Python: full control of order, timing and corners."""
