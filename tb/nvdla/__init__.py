"""The NVDLA side of the test bench: pins, CSB, environment."""
