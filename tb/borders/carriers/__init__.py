"""Units that compute nothing: what must come out of them is what went in, so they need no reference."""
