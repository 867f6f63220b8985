"""Stimulus for CDP."""
