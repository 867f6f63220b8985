"""The reference device of mini, the worked example (docs/mini/README.md)."""
