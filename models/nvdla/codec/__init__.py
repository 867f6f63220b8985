"""Descriptors and register words: the fields of a descriptor say where registers hold them, and how."""
