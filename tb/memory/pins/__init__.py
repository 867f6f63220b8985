"""The pins of a memory port: what they carry, what watches them, the rules that they keep."""
