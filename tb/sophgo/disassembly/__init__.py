"""Streams of words and dumps of memory as text, held against the rules, without a simulator."""
