"""Memory as models see it: its bytes, its ports, what layers touch of it and where they race."""
