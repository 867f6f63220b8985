"""Programs of layers of several units: random ones, and units that wait for each other."""
