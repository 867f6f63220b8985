"""What became of runs, on disk: whole or not at all, however their writer ends."""
