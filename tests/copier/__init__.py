"""A small device made for tests of what checks: one unit copies lines of atoms between memories.

Software adds copies, one behind the other, and launches them as one layer; of two launches each has its own interrupt.
"""
