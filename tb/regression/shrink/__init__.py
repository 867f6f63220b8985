"""The smallest program that fails as a run of a test did."""
