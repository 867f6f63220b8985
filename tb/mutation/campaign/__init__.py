"""A campaign: its faults are tried in stages, and what became of each is told."""
