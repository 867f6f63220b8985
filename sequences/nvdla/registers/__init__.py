"""Stimulus for registers: the whole map, look-up tables, groups of a unit that runs, statuses."""
