"""Families of devices as the command line sees them."""
