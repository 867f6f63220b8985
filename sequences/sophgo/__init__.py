"""Stimulus for Sophgo's TPU."""
