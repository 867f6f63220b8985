"""Coefficients as text: what each bit is, where a stream breaks, where two of them part."""
