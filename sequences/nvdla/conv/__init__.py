"""Convolutions with their SDP layer: shapes and their memory, layers on tensors, directed and random ones."""
