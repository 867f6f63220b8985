"""What a regression plays: suites, the runs that they mean, the batches in which runs are played."""
