"""What the report is made of: what regressions, simulations and campaigns have left on disk."""
