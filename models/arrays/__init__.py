"""Helpers for numpy arrays that the models are fast by."""
