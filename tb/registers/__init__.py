"""The register description: compiled once, and everything that is generated from it."""
