"""Convolutions that are the same in every run, and corners and extents that random ones draw rarely."""
