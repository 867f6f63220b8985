"""The stages: jobs of the two units, and ends of sequences."""
