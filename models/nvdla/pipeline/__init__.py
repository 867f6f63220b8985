"""Stages: claims of blocks joined to layers, layers in flight, their ends."""
