"""Compiled networks of NVIDIA's compiler, as files that its runtime loads (docs/networks.md)."""
