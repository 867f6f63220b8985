"""Checks of what the monitors saw against what the reference device expects. Knows no simulator."""
