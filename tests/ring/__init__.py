"""A small device made for tests of what no group of registers does: commands in memory, two interrupt lines, scratch.

RING takes commands from a ring in memory, one after the other: it moves words between memory and a scratch memory that
no pin shows, and adds to words in that. FILL, beside it, is told by registers to fill words of either memory.
"""
