"""Faults planted into a design by machine, one at a time, and which of them its tests catch."""
