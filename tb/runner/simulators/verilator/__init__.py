"""Verilator: where it is, how it builds, large designs in blocks."""
