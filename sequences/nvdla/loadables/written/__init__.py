"""Loadables of our own: layers as the structures that a compiler would write for them."""
