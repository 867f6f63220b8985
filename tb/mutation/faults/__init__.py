"""Faults: where the RTL may have one, which are drawn, and how they are planted."""
