"""Stimulus for mini, the worked example (docs/mini/README.md)."""
