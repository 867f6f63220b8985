"""Numbers as the units compute them: formats, conversions, what counts as saturated (docs/nvdla/numbers.md)."""
