"""A small device made for tests of stages that have several blocks and feed each other, with arithmetic in the head.

SUM adds what it knows to its input and feeds MOVE; MOVE reads memory or is fed, and writes, compares or feeds PACK. A
block queues what software starts, and runs one behind the other.
"""
