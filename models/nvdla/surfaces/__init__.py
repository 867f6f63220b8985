"""Surfaces in memory: where they lie, how their elements are laid out, what all of them keep to."""
