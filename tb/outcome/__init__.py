"""What came out of a run, as data: what the simulator and the tests say, and verdicts on traces."""
