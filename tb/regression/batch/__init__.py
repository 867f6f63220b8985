"""One process that plays many runs on one simulator."""
