"""Integers on whole arrays: how long they are, how they are shifted, rounded, saturated and shown."""
