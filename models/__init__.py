"""Numpy reference models: import numpy and the standard library only."""
