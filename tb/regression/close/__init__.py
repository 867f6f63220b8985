"""Closing coverage: of the runs that a suite could mean, those are simulated that bring new bins."""
