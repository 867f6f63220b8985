"""Stages: what joins claims of blocks to layers, and computes them."""
