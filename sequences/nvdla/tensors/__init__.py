"""Tensors and the memory that they are given."""
