"""Behavioural RTL that tells where something unknown decides."""
