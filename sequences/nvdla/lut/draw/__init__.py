"""Random look-up tables, and values that meet them."""
