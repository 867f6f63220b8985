"""Interrupts: served, set and cleared close to a layer's end."""
