"""Stimulus for SDP."""
