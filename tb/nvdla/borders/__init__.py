"""What must pass the borders between units, by the reference device, and where a design with taps parts from it."""
