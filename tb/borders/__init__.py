"""What must pass the borders between units, by the reference device, and where a design with taps parts from it.

A family says what its units are, by a `TappedUnits` for each hardware configuration.
"""
