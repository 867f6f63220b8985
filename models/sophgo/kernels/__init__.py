"""Kernels: entries of the table, the programs of both queues, and how these hang together."""
