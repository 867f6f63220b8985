"""A small firmware for any device family: jobs, what they depend on, and when they start."""
