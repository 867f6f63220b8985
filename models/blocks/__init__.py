"""Blocks of registers as the reference device has them: what writes do and what reads may return."""
