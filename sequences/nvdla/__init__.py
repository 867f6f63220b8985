"""Stimulus for NVDLA."""
