"""Units that compute nothing: what comes out of them is told by what went in, and needs no reference."""
