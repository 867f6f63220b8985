"""Clocks, resets and static inputs of a design."""
