"""Random input for all that reads what others wrote, with an oracle: see `tests.fuzz.oracle`."""
