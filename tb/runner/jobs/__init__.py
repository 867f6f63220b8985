"""One simulation: what it is to play, running it, and its folder."""
