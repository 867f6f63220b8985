"""Pooling layers: how they are programmed, and random ones."""
