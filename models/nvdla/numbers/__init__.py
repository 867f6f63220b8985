"""Arithmetic that all units share, on whole arrays (docs/nvdla/numbers.md)."""
