"""The test bench of mini, the worked example (docs/mini/README.md)."""
