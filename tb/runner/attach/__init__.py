"""A user's own RTL: the file that describes it, its pins, its sources."""
