"""Look-up tables made from functions: which ranges and registers, how far off the result is, how it looks."""
